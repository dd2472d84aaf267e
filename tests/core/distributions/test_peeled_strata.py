"""Strata beside values far from all others: against every resample listed, against samples, and from either side."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.fourier import FourierSum
from core.distributions.peeled_strata import PeeledStrata
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum
from core.errors import NotExactError


def law_of(*strata):
    parts = (np.unique(np.asarray(values), return_counts=True) for values in strata)
    return SumOfResamples(tuple(ResampledSum(*part) for part in parts))


def engine(law):
    """Values far from all others one after another, and what they leave by Fourier inversion."""
    try:
        return PeeledStrata(law, FourierSum, engine)
    except NotExactError:
        return FourierSum(law)


def listed(*strata):
    """Every sum of a resample of each stratum as a fraction, and its probability."""
    each = []
    for values in strata:
        n, sums = len(values), Counter()
        for draws in combinations_with_replacement(range(n), n):
            ways = factorial(n) // prod(factorial(count) for count in Counter(draws).values())
            sums[sum(Fraction(values[i]) for i in draws)] += Fraction(ways, n**n)
        each.append(sums)
    found = Counter()
    for chosen in product(*(sums.items() for sums in each)):
        found[sum(sum_ for sum_, _ in chosen)] += prod(mass for _, mass in chosen)
    return found


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**31), st.floats(1, 9), st.integers(1, 2))
def test_the_truth_of_few_items_is_inside_the_bound(seed, size, huge):
    generator = np.random.default_rng(seed)
    strata = [generator.normal(size=3), generator.normal(size=4), generator.normal(size=3)]
    for stratum in strata[:huge]:
        stratum[0] *= 10**size
    sums = listed(*(stratum.tolist() for stratum in strata))
    law = engine(law_of(*strata))
    for x in (0.0, float(generator.normal()), 10**size * float(generator.normal())):
        truth = float(sum(mass for each, mass in sums.items() if each >= x))
        for tail, expected in ((law.at_least(x), truth), (law.at_most(x, strict=True), 1 - truth)):
            assert abs(tail.probability - expected) <= tail.error_bound + 1e-15


def beside_outliers(seed, outliers):
    generator = np.random.default_rng(seed)
    values = generator.normal(0.05, 1, 240)
    values[: len(outliers)] = outliers
    return PairedScores.from_scores(np.zeros(240), values).with_strata([str(each % 8) for each in range(240)])


@pytest.mark.parametrize("outliers", [[2e10], [2e10, -3e6], [1e5, 3e8, -1e12, 2e3], [-80.0], [1e9, 1e9, 1e9]])
@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
def test_outliers_of_any_size_are_computed(outliers, test):
    pair = beside_outliers(3, outliers)
    for alternative in ("greater", "two-sided"):
        result = core.compare(pair, test=test, alternative=alternative)
        assert result.exact
        assert result.error_bound <= 1e-3
        sampled = core.compare(pair, test=test, alternative=alternative, method="monte-carlo", n_resamples=8_000)
        low, high = sampled.pvalue_interval
        assert low - 2e-3 <= result.pvalue <= high + 2e-3
    assert result.confidence_interval().method == "exact"


def test_a_far_tail_keeps_its_digits():
    # No draw of the outlier, which only then lets the others be below 0.
    generator = np.random.default_rng(8)
    strata = [np.append(generator.normal(0.5, 1, 39), 1e7), generator.normal(0.4, 1, 60)]
    tail = engine(law_of(*strata)).at_most(0.0)
    parts = [ResampledSum(strata[0][:-1], np.full(39, 40 / 39)), ResampledSum(strata[1], np.ones(60))]
    others = FourierSum(SumOfResamples(tuple(parts))).at_most(0.0)
    assert tail.probability == pytest.approx((39 / 40) ** 40 * others.probability, rel=2e-3, abs=0)
    assert tail.error_bound <= 2e-3 * tail.probability < 1e-6


def test_swapping_the_systems_mirrors_p():
    pair = beside_outliers(4, [1e5, 3e8, -1e12, 2e3])
    mirrored = PairedScores.from_scores(pair.experimental[:, 0], pair.baseline[:, 0]).with_strata(
        [str(i % 8) for i in range(240)]
    )
    one, other = (
        core.compare(pair, test="bootstrap", alternative="greater"),
        core.compare(mirrored, test="bootstrap", alternative="less"),
    )
    assert one.pvalue == pytest.approx(other.pvalue, abs=one.error_bound + other.error_bound)


def test_where_no_value_is_far_it_refuses():
    generator = np.random.default_rng(5)
    with pytest.raises(NotExactError, match="far from all others"):
        PeeledStrata(law_of(generator.normal(size=50), generator.normal(size=70)), FourierSum, FourierSum)
    with pytest.raises(NotExactError, match="far from all others"):
        PeeledStrata(law_of(np.append(np.zeros(30), np.full(20, 1e6)), generator.normal(size=70)), FourierSum, engine)
