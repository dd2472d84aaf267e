"""The distributions of sums, against the same formulas in decimal arithmetic with sixty digits."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from core.distributions.sums import bootstrap_sum, sign_flip_sum, tilt_to


def draws(values, counts):
    return bootstrap_sum([(np.array(values), np.array(counts))])


def signs(sizes, counts):
    return sign_flip_sum(np.array(sizes), np.array(counts))


def log(share):
    with localcontext(prec=50):
        return float((Decimal(share.numerator) / Decimal(share.denominator)).ln())


@pytest.mark.parametrize("counts", [(3, 7), (7, 3), (1, 10**6 - 1), (10**6 - 1, 1), (5, 5)])
def test_the_largest_sum_is_drawn_when_every_draw_is_the_largest(counts):
    n = sum(counts)
    expected = n * log(Fraction(counts[1], n))
    assert draws([-2, 5], counts).log_probability_of_maximum() == pytest.approx(expected, rel=1e-13, abs=0)
    assert draws([5, -2], counts[::-1]).log_probability_of_maximum() == pytest.approx(expected, rel=1e-13, abs=0)
    assert signs([1, 4], [3, 2]).log_probability_of_maximum() == pytest.approx(
        5 * log(Fraction(1, 2)), rel=1e-14, abs=0
    )


def moments(values, counts, theta):
    """n·ln E e^{θ(X − E X)}, mean and variance of n draws under the tilt."""
    with localcontext(prec=60):
        n, theta = Decimal(sum(counts)), Decimal(theta)
        pairs = [(Decimal(value), Decimal(count)) for value, count in zip(values, counts, strict=True)]
        mean = sum(count * value for value, count in pairs) / n
        mgf = sum(count * (theta * (value - mean)).exp() for value, count in pairs) / n
        weights = [count * (theta * (value - mean)).exp() / n / mgf for value, count in pairs]
        tilted = sum(weight * value for weight, (value, _) in zip(weights, pairs, strict=True))
        variance = sum(weight * (value - tilted) ** 2 for weight, (value, _) in zip(weights, pairs, strict=True))
        return n * mgf.ln(), n * tilted, n * variance


@pytest.mark.parametrize("theta", [1e-6, 0.01, 0.3, 0.999, 1.001, 2.5, 40.0, -0.3, -7.0])
def test_a_tilted_law_has_the_moments_of_its_parts(theta):
    strata = [([-3, 0, 1, 4], [5, 20, 7, 3]), ([-2, 5], [4, 4])]
    law = bootstrap_sum([(np.array(values), np.array(counts)) for values, counts in strata])
    expected = [sum(each) for each in zip(*(moments(*stratum, theta) for stratum in strata), strict=True)]
    cumulant, rounding = law.cumulant(theta)
    assert abs(float(Decimal(cumulant) - expected[0])) <= rounding <= 1e-12 * max(1, abs(cumulant))
    tilted = law.tilted(theta)
    assert tilted.mean == pytest.approx(float(expected[1]), rel=1e-13, abs=0)
    assert tilted.variance == pytest.approx(float(expected[2]), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("target", [0.3, 5.0, 9.5])
def test_a_tilt_moves_the_mean_onto_a_threshold(target):
    law = signs([1, 2, 4], [2, 2, 1])
    tilt = tilt_to(law, target)
    assert tilt.law.mean == pytest.approx(target, rel=1e-9, abs=0)
    assert tilt.log_scale == pytest.approx(law.cumulant(tilt.theta)[0] - tilt.theta * target)


@pytest.mark.parametrize("huge", [1e3, 1e9, 1e15])
def test_a_huge_value_costs_no_digits_of_the_moment_generating_function(huge):
    # ln E e^{θ(S − x)} of signs that a huge value outweighs: it is drawn with a plus, but for nothing.
    law, few = signs([1.0, 2.0, huge], [4, 3, 1]), signs([1.0, 2.0], [4, 3])
    found, rounding = law.log_mgf(0.5, huge + 2)
    assert rounding < 1e-12
    assert found == pytest.approx(few.log_mgf(0.5, 2)[0] - np.log(2), abs=1e-12)
