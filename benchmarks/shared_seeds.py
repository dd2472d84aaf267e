"""How often two equal systems with shared seeds differ significantly: ``python -m benchmarks.shared_seeds``."""

import argparse
import sys
import warnings

import numpy as np

from benchmarks.family_wise import ALPHA, most
from core import Scores, compare
from core.inference.runs import RUNS


def study(seed: int, *, n_items: int = 1_500, n_seeds: int = 3, spread: float = 0.03) -> Scores:
    """Two equal systems, right or wrong on the same items; each seed has its own accuracy."""
    generator = np.random.default_rng(seed)
    difficulty = generator.uniform(0.2, 1.0, n_items)
    accuracy = difficulty + spread * generator.normal(size=(2, n_seeds, 1))
    runs = (generator.random((2, n_seeds, n_items)) < accuracy).astype(float)[..., None]
    return Scores.from_systems({"a": runs[0], "b": runs[1]}, runs=[f"seed {i + 1}" for i in range(n_seeds)])


def false_alarms(n_studies: int, kinds: tuple[str, ...] = ("crossed",), **options: float) -> dict[str, float]:
    """Return the share of studies in which the systems differ significantly, for each kind of runs."""
    found = dict.fromkeys(kinds, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for seed in range(n_studies):
            scores = study(seed, **options)
            for kind in kinds:
                found[kind] += compare(scores, runs=kind).pvalue <= ALPHA
    return {kind: count / n_studies for kind, count in found.items()}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=1_000)
    options = parser.parse_args(arguments)
    limit, rates = most(options.studies), false_alarms(options.studies, RUNS)
    print("| runs | false alarms |\n| --- | ---: |")
    for kind, rate in rates.items():
        print(f"| {kind} | {rate:.4f} |")
    print(f"Of {options.studies:,} studies; at most {limit:.4f} is chance.")
    return int(rates["crossed"] > limit)


if __name__ == "__main__":
    sys.exit(main())
