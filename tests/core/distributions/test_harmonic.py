"""Harmonic means after swaps: the difference, and the polynomial that has its sign."""

from fractions import Fraction

import numpy as np
import pytest

from core.data.collapsed import Collapsed
from core.distributions.harmonic import Harmonic, harmonic_of
from core.errors import NotExactError
from core.metrics import METRICS, Metric
from tests.oracles import scores
from tests.oracles.documents import b_cubed


def rows(baseline, experimental):
    return Collapsed(baseline, experimental, np.ones(len(baseline), dtype=np.int64))


@pytest.mark.parametrize("seed", range(5))
def test_the_difference_and_its_sign_are_those_of_fractions(seed):
    a, e = b_cubed(8, seed, apart=0.3)
    law = Harmonic(a.sum(axis=0), e.sum(axis=0))
    generator = np.random.default_rng(seed)
    for _ in range(20):
        swapped = (e - a)[generator.random(8) < 0.5].sum(axis=0)
        sums = [[Fraction(x) for x in side] for side in (e.sum(axis=0) - swapped, a.sum(axis=0) + swapped)]
        right = float(scores.f1(sums[0]) - scores.f1(sums[1]))
        at = swapped / law.means
        assert law.difference(at) == pytest.approx(right, abs=1e-14)
        assert law.positive(at)
        assert law.beyond(at, right - 1e-9) > 0 > law.beyond(at, right + 1e-9)


def test_the_gradient_is_that_of_differences():
    a, e = b_cubed(8, 1)
    law = Harmonic(a.sum(axis=0), e.sum(axis=0))
    at, way = np.full(4, 0.02), np.array([0.3, -0.2, 0.1, 0.4])
    rise = (law.difference(at + 1e-4 * way) - law.difference(at - 1e-4 * way)) / 2e-4
    assert law.gradient(at) @ way == pytest.approx(rise, rel=1e-6, abs=0)


def own(sums):
    """Return F1 of columns in another order, where recall's denominator has two parts."""
    return 2 / (sums[..., 0] / sums[..., 1] + (sums[..., 2] + 2 * sums[..., 3]) / sums[..., 4])


def test_a_metric_of_your_own_is_recognised_by_its_values():
    parts = ((0, 1, 0, 0, 0), (1, 0, 0, 0, 0)), ((0, 0, 0, 0, 1), (0, 0, 1, 2, 0))
    metric = Metric("own", ("found", "p", "some", "others", "r"), own, parts=parts)
    generator = np.random.default_rng(2)
    a, e = generator.uniform(1, 5, (2, 6, 5))
    weights = harmonic_of(rows(a, e), metric)
    assert weights.T.tolist() == [list(each) for part in parts for each in part]


def test_other_metrics_are_refused():
    generator = np.random.default_rng(3)
    a, e = generator.uniform(1, 5, (2, 6, 4))
    with pytest.raises(NotExactError, match="no harmonic mean of two fractions"):
        harmonic_of(rows(a, e), METRICS["recall"])
    with pytest.raises(NotExactError, match="no harmonic mean"):
        harmonic_of(rows(a[:, [0, 1, 0, 3]], e[:, [0, 1, 0, 3]]), METRICS["f1"])  # a quotient
    with pytest.raises(NotExactError, match="no item changed"):
        harmonic_of(rows(a, a), METRICS["f1"])
    a[:, 2], e[:, 2] = 0, [1, 0, 0, 0, 0, 0]
    with pytest.raises(NotExactError, match="without a numerator or denominator"):
        harmonic_of(rows(a, e), METRICS["f1"])
