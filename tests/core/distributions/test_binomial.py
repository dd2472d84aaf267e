"""Sums of draws of two values."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from core.distributions.binomial import BinomialSum
from core.distributions.sums import bootstrap_sum, sign_flip_sum
from core.errors import NotExactError


@pytest.mark.parametrize("sizes", [2, 3])
def test_several_sizes_are_refused(sizes):
    with pytest.raises(NotExactError, match="more than two values"):
        BinomialSum(sign_flip_sum(np.arange(1, sizes + 1), np.ones(sizes)))


def test_tails_are_those_of_a_fair_coin():
    law = BinomialSum(sign_flip_sum(np.array([3]), np.array([7.0])))
    for plus in range(8):
        x = 3 * (2 * plus - 7)
        right = Fraction(sum(comb(7, k) for k in range(plus, 8)), 2**7)
        assert law.at_least(x).value == pytest.approx(float(right), rel=1e-14, abs=0)
        assert law.at_least(x, strict=True).value == pytest.approx(float(right - Fraction(comb(7, plus), 2**7)))
    sums, mass = law.points()
    assert sums.tolist() == [3 * (2 * k - 7) for k in range(8)]
    assert mass == pytest.approx([comb(7, k) / 2**7 for k in range(8)])


@pytest.mark.parametrize("values", [(0, 3), (-2, 5)])
def test_resamples_of_two_values_are_binomial(values):
    low, high = values
    law = BinomialSum(bootstrap_sum([(np.array(values), np.array([70, 30]))]))
    for k in (0, 10, 30, 31, 60, 100):
        x = 100 * low + k * (high - low)
        assert law.at_least(x).value == pytest.approx(binom.sf(k - 1, 100, 0.3), rel=1e-11, abs=0)
        assert law.at_most(x).value == pytest.approx(binom.cdf(k, 100, 0.3), rel=1e-11, abs=0)
        assert law.at_most(x, strict=True).value == pytest.approx(binom.cdf(k - 1, 100, 0.3), rel=1e-11, abs=0)


def test_below_the_smallest_double_the_logarithm_goes_on():
    tail = BinomialSum(bootstrap_sum([(np.array([0, 1]), np.array([999, 1]))])).at_least(900)
    ways = sum(comb(1000, k) * 999 ** (1000 - k) for k in range(900, 1001))
    assert tail.value == 0
    assert tail.log == pytest.approx(
        np.log(float(Fraction(ways, 10**700))) + (700 - 3000) * np.log(10), rel=1e-12, abs=0
    )
