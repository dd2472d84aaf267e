"""The family-wise error rate of a ranking of equal systems: ``python -m benchmarks.family_wise``."""

import argparse
import math
import sys

import numpy as np

from core import Scores, rank
from core.ranking.corrections import adjust

ALPHA = 0.05
KINDS = ("right or wrong", "ratings")


def study(kind: str, n_systems: int, n_items: int, seed: int) -> Scores:
    """Equal systems on the same items; the items differ in difficulty, so the systems' scores are correlated."""
    generator = np.random.default_rng(seed)
    values = generator.normal(size=n_items) + generator.normal(size=(n_systems, n_items))
    rows = values > 0 if kind == "right or wrong" else np.rint(values)
    return Scores.from_systems({f"system {i + 1}": row for i, row in enumerate(rows)}, decimals=0)


def error_rates(
    kind: str, n_studies: int, *, n_systems: int = 5, n_items: int = 100, n_resamples: int = 2_000
) -> dict[str, float]:
    """Return the share of studies in which any pair is significant, for each correction."""
    found = {"none": 0, "holm": 0, "maxt": 0}
    for seed in range(n_studies):
        ranking = rank(study(kind, n_systems, n_items, seed), correction="maxt", n_resamples=n_resamples, seed=seed)
        raw = [pair.pvalue for pair in ranking.pairs]
        found["maxt"] += any(pair.adjusted_pvalue <= ALPHA for pair in ranking.pairs)
        for correction in ("none", "holm"):
            found[correction] += bool((adjust(raw, correction) <= ALPHA).any())
    return {correction: count / n_studies for correction, count in found.items()}


def most(n_studies: int) -> float:
    """Return α plus three standard errors of a share of ``n_studies`` studies."""
    return ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / n_studies)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2_000)
    parser.add_argument("--systems", type=int, default=5)
    parser.add_argument("--items", type=int, default=100)
    options = parser.parse_args(arguments)
    limit, worst = most(options.studies), 0.0
    print("| scores | none | Holm | maxT |\n| --- | ---: | ---: | ---: |")
    for kind in KINDS:
        rates = error_rates(kind, options.studies, n_systems=options.systems, n_items=options.items)
        print(f"| {kind} | {rates['none']:.4f} | {rates['holm']:.4f} | {rates['maxt']:.4f} |", flush=True)
        worst = max(worst, rates["holm"], rates["maxt"])
    print(f"Of {options.studies:,} studies; at most {limit:.4f} is chance.")
    return int(worst > limit)


if __name__ == "__main__":
    sys.exit(main())
