"""Every swap of a few items, also where their statistics are no fractions of anything."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from core.data.collapsed import Collapsed
from core.distributions.counted import CountedSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.oracles.documents import b_cubed

F1 = METRICS["f1"]


def rows_of(n, seed=3):
    generator = np.random.default_rng(seed)
    return generator.uniform(1, 5, (n, 4)), generator.uniform(1, 5, (n, 4))


def test_irrational_statistics_are_swapped_as_they_are():
    baseline, experimental = rows_of(6)
    law = CountedSwaps(Collapsed(baseline, experimental, np.ones(6, dtype=np.int64)), F1, None)
    right = []
    for swapped in itertools.product([False, True], repeat=6):
        where = np.array(swapped)[:, None]
        e, a = np.where(where, baseline, experimental), np.where(where, experimental, baseline)
        right.append(float(F1.score(e.sum(axis=0)) - F1.score(a.sum(axis=0))))
    observed = right[0]
    for multiple in (1, -1, 0):
        expected = np.mean([each >= multiple * observed - 1e-12 for each in right])
        assert law.at_least(multiple).probability == pytest.approx(expected, abs=1e-15)
    values, mass = law.points()
    assert values == pytest.approx(sorted(right), abs=1e-11)
    assert mass.tolist() == [1 / 64] * 64


def test_too_many_swaps_are_refused():
    baseline, experimental = rows_of(21)
    with pytest.raises(NotExactError, match="21 items changed, too many to list"):
        CountedSwaps(Collapsed(baseline, experimental, np.ones(21, dtype=np.int64)), F1, None)


@pytest.mark.parametrize("seed", range(60))
def test_outcomes_are_told_apart_as_far_as_floating_point_does(seed):
    # Errors so few beside the true positives that outcomes differ by 1e-8 to 1e-12, where a slack of 1e-12 joined them.
    generator = np.random.default_rng(seed)
    n, few = 3 + seed % 5, 10.0 ** -(8 + seed % 4)
    hits, errors = generator.uniform(1, 5, (2, n)), few * generator.uniform(0, 5, (2, n))
    rows = np.stack([hits, errors], axis=2)
    law = CountedSwaps(Collapsed(*rows, np.ones(n, dtype=np.int64)), METRICS["f1-errors"], None)
    exact = [[[Fraction(x) for x in row] for row in side] for side in rows.tolist()]
    differences = []
    for swapped in itertools.product([0, 1], repeat=n):
        sums = [[sum(exact[side ^ i][at][k] for at, i in enumerate(swapped)) for k in (0, 1)] for side in (1, 0)]
        one, other = (s[0] / (s[0] + s[1] / 2) for s in sums)
        differences.append(one - other)
    slack = Fraction(2 * (8 + n), 10**15)
    least, most = (sum(d >= differences[0] + off for d in differences) / 2**n for off in (slack, -slack))
    assert least <= law.at_least(1).probability <= most


def test_a_sum_that_swaps_make_much_smaller_ties_as_far_as_it_is_rounded():
    # 139 − (139 − 0.0891…) is off by more than a trillionth of what is left.
    baseline, experimental = b_cubed(1, 42_801, apart=1.5)
    law = CountedSwaps(Collapsed(baseline, experimental, np.ones(1, dtype=np.int64)), F1, None)
    assert [law.at_least(1).probability, law.at_least(1, strict=True).probability] == [1.0, 0.5]
    assert [law.at_least(-1).probability, law.at_least(-1, strict=True).probability] == [0.5, 0.0]
