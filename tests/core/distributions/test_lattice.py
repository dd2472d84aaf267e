"""Tails on a lattice where the tilted law is wider than the plain one, and at the largest sum."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from core.distributions.lattice import LatticeSum
from core.distributions.sums import bootstrap_sum


@pytest.mark.parametrize("drawn", [12, 20, 30])
def test_a_rare_value_far_out_widens_the_tilted_law(drawn):
    n = 200
    exact = LatticeSum(bootstrap_sum([(np.array([0, 1, 90]), np.array([n - 2, 1, 1]))]))
    tail = exact.at_least(90 * drawn)
    # All sums are 90a + b with b < 90 but for a chance of 1e-140; so at least `drawn` large values are needed.
    right = sum(comb(n, k) * Fraction(1, n) ** k * Fraction(n - 1, n) ** (n - k) for k in range(drawn, n + 1))
    assert abs(tail.value - float(right)) <= tail.error_bound
    assert tail.error_bound <= 1e-9 * tail.value


@pytest.mark.parametrize("far", [431, 21_077])
def test_a_mean_far_from_all_that_is_drawn_costs_digits_and_the_bound_says_so(far):
    # A single draw of one of the outliers cannot be compensated.
    ordinary = {-9: 4, -5: 2, -4: 5, -3: 4, -2: 2, -1: 3, 0: 24, 1: 2, 3: 2, 4: 2, 5: 1}
    n, low = sum(ordinary.values()) + 9, min(ordinary)
    law = [1]
    for _ in range(n):
        more = [0] * (len(law) + max(ordinary) - low)
        for value, count in ordinary.items():
            for i, ways in enumerate(law):
                more[i + value - low] += count * ways
        law = more
    truth = float(Fraction(sum(law[-low * n :]), n**n))
    counts = {-far: 1, -431 if far > 431 else -432: 8, **ordinary}
    values = sorted(counts)
    law, shift, step = bootstrap_sum([(np.array(values), np.array([counts[v] for v in values], float))]).reduced()
    tail = LatticeSum(law).at_least(-shift // step)
    assert abs(tail.value - truth) <= tail.error_bound
    assert tail.error_bound <= 1e-6 * truth


@pytest.mark.parametrize("n", [5, 1_000])
def test_the_largest_sum_is_known_to_all_digits(n):
    exact = LatticeSum(bootstrap_sum([(np.array([0, 3]), np.array([n - 2, 2]))]))
    tail = exact.at_least(3 * n)
    assert tail.log == pytest.approx(n * (np.log(2) - np.log(n)), rel=1e-14, abs=0)
    assert tail.error_bound <= 1e-12 * tail.value + 5e-324
    assert exact.at_least(3 * n, strict=True).value == 0
    assert exact.at_least(3 * n - 2).log == tail.log
