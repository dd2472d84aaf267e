"""The smallest detectable gain of a comparison, against published values, enumeration, and integrals."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

import core
from core.planning.planning import plan
from core.planning.sensitivity import sensitivity


def studies(n, helped, hurt):
    """Every study of n items with these true rates: its probability, helped, hurt, and exact McNemar p-value."""
    for up in range(n + 1):
        for down in range(n - up + 1):
            ways = comb(n, up) * comb(n - up, down)
            mass = ways * helped**up * hurt**down * (1 - helped - hurt) ** (n - up - down)
            m = up + down
            tail = Fraction(sum(comb(m, k) for k in range(max(up, down), m + 1)), 2**m)
            yield mass, up, down, min(2 * tail, Fraction(1))


def test_type_m_and_s_are_those_of_all_outcomes():
    n, helped, hurt = 24, Fraction(12, 24), Fraction(5, 24)
    found = sensitivity(core.compare(core.helped_hurt(n, 12, 5)))
    rejected = [(mass, up - down) for mass, up, down, p in studies(n, helped, hurt) if p <= Fraction(1, 20)]
    total = sum(mass for mass, _ in rejected)
    right = sum(mass for mass, gain in rejected if gain > 0)
    size = sum(mass * abs(gain) for mass, gain in rejected) / n / total
    assert found.exact
    assert found.type_m == pytest.approx(float(size / (helped - hurt)), rel=1e-12, abs=0)
    assert found.type_s == pytest.approx(float(1 - right / total), rel=1e-9, abs=0)


def test_the_smallest_gain_and_the_items_needed_are_those_of_a_plan():
    found, planned = sensitivity(core.compare(core.helped_hurt(500, 30, 20))), plan(500, disagreement=0.1, gain=0.02)
    assert found.needed == planned.smallest_n[0.8] == 2043
    assert found.smallest_gain == pytest.approx(planned.smallest_gain[0.8], rel=1e-12, abs=0)


@pytest.mark.parametrize(("alternative", "gain"), [("two-sided", 0.1), ("greater", 0.1), ("two-sided", -0.02)])
def test_other_scores_are_normal_about_the_gain_seen(alternative, gain):
    e = np.random.default_rng(3).normal(gain, 1, 200)
    result = core.compare(np.zeros(200), e, alternative=alternative)
    found = sensitivity(result)
    error = float(e.std()) / np.sqrt(200)
    d = abs(float(e.mean())) / error
    sides = 2 if alternative == "two-sided" else 1
    z = norm.isf(0.05 / sides)
    right, _ = quad(lambda x: norm.pdf(x - d), z, d + 12)
    wrong, _ = quad(lambda x: norm.pdf(x - d), -12, -z) if sides == 2 else (0.0, 0.0)
    ahead, _ = quad(lambda x: x * norm.pdf(x - d), z, d + 12)
    behind, _ = quad(lambda x: -x * norm.pdf(x - d), -12, -z) if sides == 2 else (0.0, 0.0)
    assert not found.exact
    assert found.type_m == pytest.approx((ahead + behind) / (right + wrong) / d, rel=2e-3, abs=0)
    assert found.type_s == pytest.approx(wrong / (right + wrong), rel=2e-2, abs=1e-12)
    # The gain that this number of items shows with a power of 80 % is z + z(.8) standard errors from 0.
    assert found.smallest_gain == pytest.approx((z + norm.ppf(0.8)) * error, rel=1e-3, abs=0)
    assert found.needed == pytest.approx(200 * ((z + norm.ppf(0.8)) / d) ** 2, rel=2e-3, abs=1)


def test_nothing_is_said_where_nothing_can_be():
    few = core.compare([0, 0.5, 1, 0], [0.25, 1, 1, 0.75])
    other_side = core.compare(core.helped_hurt(100, 30, 10), alternative="less")
    same = core.compare([0, 1], [0, 1])
    assert [sensitivity(each) for each in (few, other_side, same)] == [None] * 3
