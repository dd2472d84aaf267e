"""The counts of real pairs are possible, and those of the bundled sample are counted again."""

from core.planning.claim import REAL_PAIRS, overlap_range
from dashboard.samples import load


def test_every_pair_has_possible_counts_and_the_better_system_second():
    for pair in REAL_PAIRS:
        baseline, experimental = pair.right
        assert 0 < baseline <= experimental < pair.n
        assert 0 <= pair.hurt <= min(baseline, pair.n - experimental)
    assert 0 < overlap_range()[0] < overlap_range()[1] <= 1


def test_our_own_experiment_is_among_them():
    # In these pairs the better system is the baseline.
    scores = load("stdlib_modules")
    right = [statistics[:, 0::3].sum(axis=1) for statistics in (scores.experimental, scores.baseline)]
    [pair] = [pair for pair in REAL_PAIRS if pair.data == "docstring sentences"]
    assert (pair.n, *pair.right) == (len(scores), *(int(each.sum()) for each in right))
    assert pair.hurt == ((right[0] == 1) & (right[1] == 0)).sum()
