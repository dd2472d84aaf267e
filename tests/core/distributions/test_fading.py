"""What a law tells at a glance."""

import numpy as np

from core.distributions.fading import inversion_cost, middle
from core.distributions.sums import ResampledSum, SwappedSum


def test_the_middle_is_where_half_of_the_draws_lie():
    assert middle(ResampledSum(np.array([-5, 1, 2]), np.array([1, 1, 7]))) == 2
    assert middle(SwappedSum(np.array([1.0, 2.0]), np.array([1, 1]))) == 0


def test_wide_lattices_of_many_values_cost_more():
    values = np.arange(1, 400)
    one, other = (ResampledSum(values * scale, np.ones(399)) for scale in (1, 1_000))
    assert inversion_cost(other) > 100 * inversion_cost(one)
