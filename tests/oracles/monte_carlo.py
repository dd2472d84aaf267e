"""Resampling as a beginner writes it, and as Jansen's primer does: a loop over resamples, a loop over items."""

import random
from collections import Counter
from fractions import Fraction

from tests.oracles.enumeration import observed

__all__ = ["random_resamples", "random_swaps"]


def random_resamples(baseline, experimental, score, times, seed):
    """Return the shares of the differences on ``times`` resamples of the items."""
    generator = random.Random(seed)
    n = len(baseline)
    counts = Counter()
    for _ in range(times):
        drawn = [generator.randrange(n) for _ in range(n)]
        counts[observed([baseline[i] for i in drawn], [experimental[i] for i in drawn], score)] += 1
    return {difference: Fraction(count, times) for difference, count in counts.items()}


def random_swaps(baseline, experimental, score, times, seed):
    """Return the shares of the differences when each item is swapped with probability one half."""
    generator = random.Random(seed)
    counts = Counter()
    for _ in range(times):
        pairs = [(e, a) if generator.random() < 0.5 else (a, e) for a, e in zip(baseline, experimental, strict=True)]
        counts[observed([a for a, _ in pairs], [e for _, e in pairs], score)] += 1
    return {difference: Fraction(count, times) for difference, count in counts.items()}
