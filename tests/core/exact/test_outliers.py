"""In which ways outliers come out, and how likely each is."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from core.exact.outliers import without_outliers
from core.exact.sums import ResampledSum, SwappedSum


@pytest.mark.parametrize(
    ("n", "outliers"), [(50, (1,)), (10_000, (1, 2)), (1_000_000, (1, 1, 1)), (10_000_000, (2, 1))]
)
def test_how_often_outliers_are_drawn_is_rational_arithmetics(n, outliers):
    far = [10**7 + 100 ** (i + 1) for i in range(len(outliers))]
    counts = np.append(np.full(10, (n - sum(outliers)) / 10), outliers)
    parts = without_outliers(ResampledSum(np.append(np.arange(-5, 5), far), counts), 1e5)
    found = dict(zip(parts.offsets.tolist(), parts.probabilities.tolist(), strict=True))
    rest = Fraction(n - sum(outliers), n)
    with localcontext(prec=40):
        for drawn in product(range(5), repeat=len(outliers)):
            m = sum(drawn)
            ways = math.prod(Fraction(c**k, math.factorial(k)) for c, k in zip(outliers, drawn, strict=True))
            share = ways * math.perm(n, m) / Fraction(n) ** m
            power = (Decimal(rest.numerator) / rest.denominator) ** (n - m)
            truth = Decimal(share.numerator) / share.denominator * power
            offset = sum(k * value for k, value in zip(drawn, far, strict=True))
            assert abs(Decimal(found[offset]) / truth - 1) < Decimal("1e-14")


@pytest.mark.parametrize("outliers", [1, 3, 4, 5])
def test_no_way_is_left_out_that_matters(outliers):
    far = 1e6 * np.sqrt(np.arange(2, 2 + outliers))
    law = ResampledSum(np.append(np.linspace(-1, 1, 60), far), np.ones(60 + outliers))
    parts = without_outliers(law, 1e3)
    assert 1 - math.fsum(parts.probabilities) <= parts.left_out + 1e-14
    assert parts.left_out < 1e-8
    mean = math.fsum(parts.probabilities * parts.offsets)
    assert mean == pytest.approx(far.sum(), rel=1e-7, abs=0)


def test_signs_of_outliers_are_equally_likely():
    law = SwappedSum(np.append(np.arange(1.0, 30), [1e6, 3e6]), np.append(np.ones(29), [1, 2]))
    parts = without_outliers(law, 1e4)
    found = dict(zip(parts.offsets.tolist(), parts.probabilities.tolist(), strict=True))
    assert found == {
        sign * 1e6 + twice * 3e6: share / 2 for sign in (-1, 1) for twice, share in ((-2, 0.25), (0, 0.5), (2, 0.25))
    }
