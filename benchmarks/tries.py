"""Type I error rates of common tests of preferences and of pass@k: ``python -m benchmarks.tries``.

*Judgments as items*: two equal systems are judged in both orders by several judges. The judgments are resampled as if
each had its own item, and the systems are called different if a 90 % interval of the win rate excludes one half.
*Samples with replacement*: two systems have the same true pass^k. Items are resampled, and each item's samples are
drawn again with replacement before pass^k is counted.
"""

import argparse
import math
import sys
from math import comb

import numpy as np

from benchmarks.preferences import apart, study
from core import Scores, compare, prefer

ALPHA = 0.05


def judgments(n_studies: int, n_items: int = 80, n_judges: int = 3) -> dict[str, float]:
    """Return the share of studies that find a difference between equal systems."""
    found = dict.fromkeys(("judgments, 90 %", "judgments, 95 %", "items, 95 %"), 0)
    for seed in range(n_studies):
        data = study(n_items, n_judges, 0.0, seed)
        for level, name in ((0.9, "judgments, 90 %"), (0.95, "judgments, 95 %")):
            low, high = prefer(apart(data), confidence_level=level).win_rate_interval
            found[name] += not low <= 0.5 <= high
        low, high = prefer(data).win_rate_interval
        found["items, 95 %"] += not low <= 0.5 <= high
    return {name: count / n_studies for name, count in found.items()}


def expected(rate: float, n: int, k: int) -> tuple[float, float]:
    """Return the mean pass^k of items that are right with this rate, and the mean over draws of their n samples.

    A draw with replacement from c right samples of n has B ~ Binomial(n, c/n) right ones, and E C(B, k) / C(n, k) =
    (c/n)^k.
    """
    weights = [comb(n, c) * rate**c * (1 - rate) ** (n - c) for c in range(n + 1)]
    own = sum(weight * comb(c, k) / comb(n, k) for c, weight in enumerate(weights))
    return own, sum(weight * (c / n) ** k for c, weight in enumerate(weights))


def tries(n_studies: int, n_items: int = 100, n: int = 4, k: int = 4, level: float = 0.22) -> dict[str, float]:
    """Return the share of studies in which two systems with the same true pass^k differ in it.

    One system always solves a share ``level`` of the items and never the others. The other system is right on every
    item with the rate whose k-th power is ``level``.
    """
    found = dict.fromkeys(("items", "samples with replacement"), 0)
    for seed in range(n_studies):
        generator = np.random.default_rng(seed)
        steady = np.tile(generator.random(n_items) < level, (n, 1))
        changing = generator.random((n, n_items)) < level ** (1 / k)
        runs = np.stack([steady, changing]).astype(float)
        scores = Scores.from_systems({"steady": runs[0][..., None], "changing": runs[1][..., None]})
        found["items"] += compare(scores.pair("steady", "changing"), metric=f"pass^{k}").pvalue <= ALPHA
        found["samples with replacement"] += _excludes_zero(runs.sum(axis=1).astype(int), n, k, generator)
    return {name: count / n_studies for name, count in found.items()}


def _excludes_zero(successes: np.ndarray, n: int, k: int, generator: np.random.Generator, draws: int = 1_000) -> bool:
    """Return whether the 95 % interval of the difference excludes 0, when items are drawn, and then samples of each."""
    values = np.array([comb(c, k) / comb(n, k) for c in range(n + 1)])
    items = generator.integers(successes.shape[1], size=(draws, successes.shape[1]))
    drawn = values[generator.binomial(n, successes[:, items] / n)].mean(axis=-1)
    low, high = np.quantile(drawn[1] - drawn[0], [0.025, 0.975])
    return bool(low > 0 or high < 0)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--studies", type=int, default=2_000)
    options = parser.parse_args(arguments)
    print("| resampled | false alarms |\n| --- | ---: |")
    rates = judgments(options.studies) | tries(options.studies)
    for name, rate in rates.items():
        print(f"| {name} | {rate:.4f} |")
    own, drawn = expected(0.22**0.25, 4, 4)
    print(f"pass^4 of the system that changes: {own:.4f}; mean over draws with replacement: {drawn:.4f}.")
    limit = ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / options.studies)
    return int(rates["items"] > limit)


if __name__ == "__main__":
    sys.exit(main())
