"""The counts of the bundled sample among the real pairs are counted again."""

from core.planning.claim import REAL_PAIRS
from dashboard.samples import load


def test_our_own_experiment_is_among_them():
    # In these pairs the better system is the baseline.
    scores = load("stdlib_modules")
    right = [statistics[:, 0::3].sum(axis=1) for statistics in (scores.experimental, scores.baseline)]
    [pair] = [pair for pair in REAL_PAIRS if pair.data == "docstring sentences"]
    assert (pair.n, *pair.right) == (len(scores), *(int(each.sum()) for each in right))
    assert pair.hurt == ((right[0] == 1) & (right[1] == 0)).sum()
