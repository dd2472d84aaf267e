"""The two random sums, against the same formulas in decimal arithmetic of fifty digits."""

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from core.distributions.sums import ResampledSum, SwappedSum, bernstein, grouped


def resampled(values, counts):
    return ResampledSum(np.array(values), np.array(counts))


def swapped(values, counts):
    return SwappedSum(np.array(values), np.array(counts))


def log(share):
    with localcontext(prec=50):
        share = Fraction(share)
        return float((Decimal(share.numerator) / Decimal(share.denominator)).ln())


@pytest.mark.parametrize("counts", [(3, 7), (7, 3), (1, 10**6 - 1), (10**6 - 1, 1), (5, 5)])
def test_the_largest_sum_is_drawn_when_every_draw_is_the_largest(counts):
    n = sum(counts)
    expected = n * log(Fraction(counts[1], n))
    assert resampled([-2, 5], counts).log_probability_of_maximum() == pytest.approx(expected, rel=1e-13, abs=0)
    # In whatever order the values stand.
    assert resampled([5, -2], counts[::-1]).log_probability_of_maximum() == pytest.approx(expected, rel=1e-13, abs=0)


def test_all_signs_agree_once_in_two_to_their_number():
    assert swapped([1, 4], [3, 2]).log_probability_of_maximum() == pytest.approx(
        5 * log(Fraction(1, 2)), rel=1e-14, abs=0
    )
    assert swapped([1, 4], [3, 2]).signs == 5


def test_the_second_largest_sum_lies_one_step_below():
    assert resampled([0, 3, 10], [1, 1, 1]).gap_below_maximum == 7
    assert swapped([2, 3], [1, 4]).gap_below_maximum == 4


def test_a_law_of_whole_numbers_is_reduced_to_the_smallest():
    small, shift, step = resampled([-4, 2, 8], [1, 2, 1]).reduced()
    assert (small.values.tolist(), shift, step) == ([0, 1, 2], -16, 6)
    small, shift, step = swapped([4, 6], [1, 2]).reduced()
    assert (small.values.tolist(), shift, step) == ([2, 3], 0, 2)


def moments(values, counts, theta):
    """ln E e^{θ(X − E X)}, mean and variance of one draw under the tilt."""
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
def test_a_tilted_law_of_draws(theta):
    values, counts = [-3, 0, 1, 4], [5, 20, 7, 3]
    tilt, expected = resampled(values, counts).tilted(theta), moments(values, counts, theta)
    assert abs(float(Decimal(tilt.cumulant) - expected[0])) <= tilt.rounding <= 1e-12 * max(1, abs(tilt.cumulant))
    assert tilt.mean == pytest.approx(float(expected[1]), rel=1e-13, abs=0)
    assert tilt.variance == pytest.approx(float(expected[2]), rel=1e-12, abs=0)


@pytest.mark.parametrize("theta", [1e-6, 0.01, 0.3, 0.999, 1.001, 2.5, 40.0, -0.3])
def test_a_tilted_law_of_signs(theta):
    sizes, counts = [1, 2, 5], [4, 3, 1]
    each = [moments([-size, size], [1, 1], theta) for size in sizes]  # two draws of a fair sign are twice one
    expected = [sum(count * part[i] for count, part in zip(counts, each, strict=True)) / 2 for i in range(3)]
    tilt = swapped(sizes, counts).tilted(theta)
    assert abs(float(Decimal(tilt.cumulant) - expected[0])) <= tilt.rounding <= 1e-12 * max(1, tilt.cumulant)
    assert tilt.mean == pytest.approx(float(expected[1]), rel=1e-13, abs=0)
    # 1 − tanh² loses digits where the tilt is strong, and matters less and less there.
    assert tilt.variance == pytest.approx(float(expected[2]), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("theta", [None, 0.05, 0.4])
@pytest.mark.parametrize("centre", [0, 7])
def test_characteristic_functions_are_those_of_the_sums(theta, centre):
    window, j = 64, np.arange(33)
    t = 2 * np.pi * j[:, None] / window
    for law in (resampled([-3, 0, 1, 4], [5, 20, 7, 3]), swapped([1, 2, 5], [4, 3, 1])):
        tilt = None if theta is None else law.tilted(theta)
        found, error = law.characteristic(window, centre, tilt)
        if isinstance(law, ResampledSum):
            weights = law.counts * np.exp((theta or 0) * law.values)
            each = (np.exp(1j * t * law.values) @ (weights / weights.sum())) ** law.n
        else:
            up = 1 / (1 + np.exp(-2 * (theta or 0) * law.values))
            each = ((up * np.exp(1j * t * law.values) + (1 - up) * np.exp(-1j * t * law.values)) ** law.counts).prod(1)
        expected = each * np.exp(-1j * t[:, 0] * centre)
        seen = np.abs(expected) > 1e-12
        assert (np.abs(found - expected)[seen] <= (error * np.abs(expected) + 1e-13)[seen]).all()
        assert (error < 1e-11).all()
        assert (np.abs(found[~seen]) < 1e-12).all()


def test_half_a_window_leaves_next_to_nothing_outside():
    # P(|S| ≥ t) ≤ 2·exp(−t²/(2v + 2st/3)) is 1e-16 at this t, not before.
    def outside(t, variance, step):
        return 2 * np.exp(-(t**2) / (2 * variance + 2 * step * t / 3))

    t = bernstein(50.0, 3.0)
    assert outside(t, 50.0, 3.0) == pytest.approx(1e-16, rel=1e-6, abs=0)
    assert swapped([3], [2]).half_width() == 6  # no further than the sum can go
    assert swapped([1], [10**6]).half_width() == pytest.approx(np.sqrt(2 * np.log(2e16) * 10**6))


def test_values_are_grouped_with_the_sums_of_their_counts():
    values, counts = grouped(np.array([3, 1, 3, 2]), np.array([1, 2, 10, 4]))
    assert (values.tolist(), counts.tolist()) == ([1, 2, 3], [2, 4, 11])


@pytest.mark.parametrize("theta", [0.0, 0.05])
def test_characteristic_functions_of_swaps_are_products_of_cosines(theta):
    values, counts = np.arange(1, 31), 5 * (np.arange(30) % 3 + 1)
    law, window = swapped(values, counts), 4_096
    tilt = law.tilted(theta)
    phi, error = law.characteristic(window, 7, tilt if theta else None)
    t = 2 * np.pi * np.arange(window // 2 + 1) / window
    right = np.exp(-7j * t)
    for value, count in zip(values, counts, strict=True):
        right *= (np.cos(t * value) + 1j * np.tanh(theta * value) * np.sin(t * value)) ** int(count)
    assert np.abs(phi - right).max() < 1e-12
    # Where it is left out it is negligible, and elsewhere its relative error holds.
    assert np.abs(right[phi == 0]).max(initial=0) < 1e-17
    kept = np.abs(right) > 1e-6
    assert (np.abs(phi - right)[kept] <= (error + 1e-10)[kept] * np.abs(right)[kept]).all()


@pytest.mark.parametrize(("n", "window"), [(300, 2**17), (600, 2**18), (40, 2**15)])
def test_frequencies_of_a_wide_window_are_missed_only_where_nothing_is(n, window):
    generator = np.random.default_rng(n)
    # Smooth values, and some that make every third frequency matter.
    values = np.unique(np.concatenate([generator.integers(-300, 300, 2_000), 3 * generator.integers(0, 99, 9)]))
    for weights in (np.ones(len(values)), np.where(values % 3 == 0, 1.0, 1e-6)):
        law = ResampledSum(values, weights * (n / weights.sum()))
        found, error = law.characteristic(window, 0, None)
        of_one_draw = np.fft.rfft(np.bincount(values % window, law.counts / n, window)).conj()
        assert found == pytest.approx(of_one_draw**n, rel=0, abs=1e-11)
        assert (found[np.abs(of_one_draw) ** n > 4e-20] != 0).all()
        assert np.abs(found[1:]).max() > 0.5
        assert np.isfinite(error).all()
