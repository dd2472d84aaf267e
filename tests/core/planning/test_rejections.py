"""Exact rejections: against sums in rational arithmetic, SciPy's binomial, and published values."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.planning.rejections import Changes, changed_items
from tests.oracles import rational, references


def mcnemar(n, up, down, alpha=0.05):
    """Return power, mean size and wrong share of the exact two-sided McNemar test, by SciPy's binomial."""
    right = wrong = size = 0.0
    for m in range(1, n + 1):
        weight = stats.binom.pmf(m, n, up + down)
        helped = np.arange(m + 1)
        pvalues = np.minimum(1, 2 * stats.binom.cdf(np.minimum(helped, m - helped), m, 0.5))
        mass = weight * stats.binom.pmf(helped, m, up / (up + down)) * (pvalues <= alpha)
        right += mass[2 * helped > m].sum()
        wrong += mass[2 * helped < m].sum()
        size += mass @ np.abs(2 * helped - m) / n
    return right, size / (right + wrong or 1), wrong / (right + wrong or 1)


@pytest.mark.parametrize(
    ("n", "helped", "hurt", "power", "type_m", "type_s"),
    [
        (500, 0.0225, 0.0025, 0.7975770693931065, 1.1158361644533545, 3.885497901e-8),
        (1000, 0.30, 0.28, 0.12072967330297885, 2.9974039220178983, 0.018809609821924284),
        (1000, 0.02, 0.0, 0.99993599093282, 1.0000489120035, 0.0),
        (100, 0.65, 0.35, 0.8275849957487509, None, None),
        (25, 0.65, 0.35, 0.3060782321961065, None, None),
    ],
)
def test_the_published_designs(n, helped, hurt, power, type_m, type_s):
    found = Changes.of(helped, hurt, "permutation", "two-sided", 0.05).at_size(n)
    assert found.power == pytest.approx(power, rel=1e-9, abs=0)
    if type_m is not None:
        assert found.type_m == pytest.approx(type_m, rel=1e-9, abs=0)
        assert found.type_s == pytest.approx(type_s, rel=1e-8, abs=1e-15)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 120), st.floats(0.01, 0.98), st.floats(0.5, 1), st.sampled_from([0.01, 0.05, 0.2, 0.25]))
def test_mcnemar_by_another_binomial(n, changed, share, alpha):
    up = changed * share
    found = Changes.of(up, changed - up, "permutation", "two-sided", alpha).rejections(np.array([n]))
    power, size, wrong = mcnemar(n, up, changed - up, alpha)
    assert found.right[0] == pytest.approx(power, rel=1e-9, abs=1e-14)
    if power > 1e-9:
        rejected = found.right[0] + found.wrong[0]
        assert found.size[0] / rejected == pytest.approx(size, rel=1e-9, abs=0)
        assert found.wrong[0] / rejected == pytest.approx(wrong, rel=1e-8, abs=1e-12)


KINDS = [(test, way) for test in ("bootstrap", "shifted-bootstrap", "permutation") for way in ("greater", "two-sided")]


@pytest.mark.parametrize(("test", "alternative"), [*KINDS, ("permutation", "less")])
@pytest.mark.parametrize("rates", [(Fraction(3, 10), Fraction(1, 10)), (Fraction(1, 5), Fraction(2, 5))])
def test_every_outcome_of_seven_items(test, alternative, rates):
    n, (helped_rate, hurt_rate) = 7, rates
    right = wrong = size = Fraction(0)
    for helped in range(n + 1):
        for hurt in range(n + 1 - helped):
            if rational.pvalue(test, alternative, references.helped_hurt(n, helped, hurt)) > 0.3:
                continue
            tied = n - helped - hurt
            mass = comb(n, helped) * comb(n - helped, hurt) * helped_rate**helped * hurt_rate**hurt
            mass *= (1 - helped_rate - hurt_rate) ** tied
            if (helped - hurt) * (helped_rate - hurt_rate) > 0:
                right += mass
            else:
                wrong += mass
            size += mass * abs(helped - hurt) / n
    found = Changes.of(float(helped_rate), float(hurt_rate), test, alternative, 0.3).rejections(np.array([n]))
    assert found.right[0] == pytest.approx(float(right), rel=1e-12, abs=1e-14)
    assert found.wrong[0] == pytest.approx(float(wrong), rel=1e-12, abs=1e-14)
    assert found.size[0] == pytest.approx(float(size), rel=1e-12, abs=0)


def test_a_p_value_of_exactly_alpha_is_significant():
    # Five of five helped: p = 2/2⁵.
    for alpha, power in ((2 / 2**5, 1.0), (2 / 2**5 - 1e-15, 0.0)):
        found = Changes.of(1.0, 0.0, "permutation", "two-sided", alpha).power(np.array([5]))
        assert found[0] == power


@pytest.mark.parametrize("n", [1, 7, 500, 10**6])
@pytest.mark.parametrize("rate", [0.0, 1e-7, 0.1, 0.5, 0.999, 1.0])
def test_changed_items_are_binomial(n, rate):
    ((_, (first,), (mass,)),) = changed_items(np.array([n]), rate)
    m = first + np.arange(len(mass))
    expected = stats.binom.pmf(m, n, rate)
    assert mass == pytest.approx(expected, rel=1e-9, abs=1e-15)
    assert mass.sum() == pytest.approx(1, abs=1e-12)
