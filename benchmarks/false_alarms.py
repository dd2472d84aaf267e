"""Type I error rates of the gate and of the test for unequal groups: ``python -m benchmarks.false_alarms``.

The gate gets systems that are worse by exactly the margin, and may pass them with a probability of at most α. The
groups have equal true gains, and may be called unequal with a probability of at most α.
"""

import argparse
import sys

import numpy as np

import core
from benchmarks.family_wise import ALPHA, most
from core.groups.heterogeneity import heterogeneity_pvalue

MARGIN = 0.05


def gate_errors(n_studies: int, n_items: int, helped: float, real: bool) -> tuple[float, float]:
    """Return the shares of studies at the margin that pass and that fail."""
    rng = np.random.default_rng(1)
    outcomes = []
    for _ in range(n_studies):
        if real:
            changes = rng.gamma(2.0, 0.25, n_items) - rng.gamma(2.0, 0.25, n_items) - MARGIN
            pair = core.PairedScores.from_scores(np.zeros(n_items), changes)
        else:
            b, c, _ = rng.multinomial(n_items, [helped, helped + MARGIN, 1 - 2 * helped - MARGIN])
            pair = core.helped_hurt(n_items, int(b), int(c))
        outcomes.append(core.gate(pair, MARGIN, alpha=ALPHA, n_resamples=2_000).outcome)
    return outcomes.count("pass") / n_studies, outcomes.count("fail") / n_studies


def heterogeneity_error(n_studies: int, sizes: list[int], real: bool) -> float:
    """Return the share of studies in which groups with equal true gains are called unequal."""
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(len(sizes)), sizes)
    found = 0
    for seed in range(n_studies):
        n = len(groups)
        differences = rng.gamma(1.0, 1.0, n) if real else rng.choice([-1.0, 0, 1], n, p=[0.1, 0.75, 0.15])
        found += heterogeneity_pvalue(differences, groups, 999, seed)[1] <= ALPHA
    return found / n_studies


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2_000)
    studies = parser.parse_args(arguments).studies
    limit, worst = most(studies), 0.0
    print("| gate at the margin | passes | fails |\n| --- | ---: | ---: |")
    for n_items, helped, real in ((100, 0.02, False), (500, 0.05, False), (1_000, 0.1, False), (500, 0.0, True)):
        passes, fails = gate_errors(studies, n_items, helped, real)
        kind = "real scores" if real else f"helped {100 * helped:g} %"
        print(f"| {n_items:,} items, {kind} | {passes:.4f} | {fails:.4f} |", flush=True)
        worst = max(worst, passes, fails)
    print("\n| groups with one gain | seem unequal |\n| --- | ---: |")
    for sizes, real in (([60] * 4, False), ([10, 20, 40, 200], False), ([30] * 5, True), ([8, 100], True)):
        share = heterogeneity_error(studies, sizes, real)
        print(f"| {sizes}, {'real' if real else 'right or wrong'} | {share:.4f} |", flush=True)
        worst = max(worst, share)
    print(f"Of {studies:,} studies; at most {limit:.4f} is chance.")
    return int(worst > limit)


if __name__ == "__main__":
    sys.exit(main())
