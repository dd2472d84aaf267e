"""How fast a characteristic function fades, beside the function itself at each frequency."""

import math

import numpy as np
import pytest

from core.exact.fading import Fading, inversion_cost, middle
from core.exact.spectrum import characteristic
from core.exact.sums import ResampledSum, SwappedSum


def law_of(kind, values):
    if kind == "resampled":
        return ResampledSum(np.sort(values), np.ones(len(values)))
    return SwappedSum(np.sort(np.abs(values)), np.ones(len(values)))


@pytest.mark.parametrize("kind", ["resampled", "swapped"])
def test_few_values_are_looked_at_as_they_are(kind):
    law = law_of(kind, np.random.default_rng(1).standard_t(2, 300))
    fading = Fading(law)
    for t, log in zip(fading.t[::20], fading._logs(0)[::20], strict=True):
        k, phi, _ = characteristic(law, float(t), 1.0, 1, 0.0, 60.0)
        truth = math.log(abs(phi[0])) if len(k) else -60.0
        assert log == pytest.approx(truth, abs=1e-6) or log < -59 > truth - 1


@pytest.mark.parametrize("kind", ["resampled", "swapped"])
def test_some_of_many_values_tell_of_all(kind):
    law = law_of(kind, np.random.default_rng(2).standard_t(3, 20_000))
    fading = Fading(law)
    reach = law.half_width()
    k, _, _ = characteristic(law, math.pi / 4 / reach, math.pi / 2 / reach, 2**14)
    assert len(k) / 1.5 < fading.frequencies(0, reach) < 1.5 * len(k)
    # No density is above that of a normal law whose deviation is the sum's, or far below it.
    normal = 1 / math.sqrt(2 * math.pi * law.tilted(0.0).variance)
    assert 0.9 * normal < fading.density(0) < 2 * normal


@pytest.mark.parametrize("kind", ["resampled", "swapped"])
def test_outliers_crowd_what_they_leave(kind):
    values = np.random.default_rng(3).normal(size=500)
    assert not Fading(law_of(kind, values)).crowded
    far = Fading(law_of(kind, np.append(values, [1e6, -2e6])))
    assert far.crowded
    reach = law_of(kind, values).half_width()
    assert far.frequencies(2, reach) == pytest.approx(
        Fading(law_of(kind, values)).frequencies(0, reach), rel=0.1, abs=0
    )


def test_the_middle_is_where_half_of_the_draws_lie():
    assert middle(ResampledSum(np.array([-5, 1, 2]), np.array([1, 1, 7]))) == 2
    assert middle(SwappedSum(np.array([1.0, 2.0]), np.array([1, 1]))) == 0


def test_wide_lattices_of_many_values_cost_more():
    values = np.arange(1, 400)
    one, other = (ResampledSum(values * scale, np.ones(399)) for scale in (1, 1_000))
    assert inversion_cost(other) > 100 * inversion_cost(one)
