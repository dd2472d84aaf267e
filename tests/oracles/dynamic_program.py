"""The dynamic programs of Zmigrod et al. (2022), with the right tail: effect >= observed."""

from collections import Counter
from fractions import Fraction

from tests.oracles.scores import f1_errors

__all__ = ["accuracy_pvalue", "f1_pvalue"]


def accuracy_pvalue(correct_a, correct_b):
    """Return the two-sided p-value for counts of right predictions per sentence (Fig. 2)."""
    weights = Counter({0: 1})
    for a, b in zip(correct_a, correct_b, strict=True):
        following = Counter()
        for v, weight in weights.items():
            following[v + a - b] += weight
            following[v + b - a] += weight
        weights = following
    observed = abs(sum(correct_a) - sum(correct_b))
    far = sum(weight for v, weight in weights.items() if abs(v) >= observed)
    return Fraction(far, 2 ** len(correct_a))


def f1_pvalue(counts_a, counts_b):
    """Return the two-sided p-value of F1 for (tp, fp + fn) per sentence (Fig. 5, all four coordinates)."""
    weights = Counter({(0, 0, 0, 0): 1})
    for (tp_a, wrong_a), (tp_b, wrong_b) in zip(counts_a, counts_b, strict=True):
        following = Counter()
        for (t1, w1, t2, w2), weight in weights.items():
            following[t1 + tp_a, w1 + wrong_a, t2 + tp_b, w2 + wrong_b] += weight
            following[t1 + tp_b, w1 + wrong_b, t2 + tp_a, w2 + wrong_a] += weight
        weights = following

    def effect(t1, w1, t2, w2):
        return abs(f1_errors((t1, w1)) - f1_errors((t2, w2)))

    totals = [sum(column) for counts in (counts_a, counts_b) for column in zip(*counts, strict=True)]
    observed = effect(*totals)
    far = sum(weight for state, weight in weights.items() if effect(*state) >= observed)
    return Fraction(far, 2 ** len(counts_a))
