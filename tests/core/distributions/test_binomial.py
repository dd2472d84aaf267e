"""Differences of one size."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from core.distributions.binomial import BinomialSum
from core.distributions.sums import SwappedSum
from core.errors import NotExactError


@pytest.mark.parametrize("sizes", [2, 3])
def test_several_sizes_are_refused(sizes):
    with pytest.raises(NotExactError, match="more than one size"):
        BinomialSum(SwappedSum(np.arange(1, sizes + 1), np.ones(sizes)))


def test_tails_are_those_of_a_fair_coin():
    law = BinomialSum(SwappedSum(np.array([3]), np.array([7.0])))
    for plus in range(8):
        x = 3 * (2 * plus - 7)
        right = Fraction(sum(comb(7, k) for k in range(plus, 8)), 2**7)
        assert law.at_least(x).probability == pytest.approx(float(right), rel=1e-14, abs=0)
        assert law.at_least(x, strict=True).probability == pytest.approx(float(right - Fraction(comb(7, plus), 2**7)))
    sums, mass = law.points()
    assert sums.tolist() == [3 * (2 * k - 7) for k in range(8)]
    assert mass == pytest.approx([comb(7, k) / 2**7 for k in range(8)])
