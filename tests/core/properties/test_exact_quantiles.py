"""Intervals and equivalence tests from an exact distribution, including its far tails."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from tests.core.inference.test_intervals import DATA, DISTRIBUTIONS
from tests.core.pairs import of_differences
from tests.oracles import definitions, rational


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-3, 4), min_size=1, max_size=20),
    st.integers(1, 39).map(lambda k: Fraction(k, 40)),
)
def test_quantile_intervals_of_any_differences(differences, level):
    distribution = rational.bootstrap(differences)
    observed = Fraction(sum(differences), len(differences))
    for kind, ends in (
        ("percentile", definitions.percentile(distribution, level)),
        ("basic", definitions.basic(distribution, observed, level)),
    ):
        result = core.compare(of_differences(differences), confidence_level=float(level), interval=kind)
        interval = result.confidence_interval()
        assert (interval.low, interval.high) == pytest.approx(tuple(map(float, ends)), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("data", [name for name in DATA if name not in ("one item", "identical")])
@pytest.mark.parametrize("margin", [0.02, 0.1, 1, 2])
def test_exact_equivalence_counts_the_margin_itself(data, margin):
    scale = 10
    truth = definitions.equivalence(DISTRIBUTIONS[data], Fraction(str(margin)) * scale)
    found = core.compare(of_differences(DATA[data], scale), margin=margin).equivalence
    assert found.margin == margin
    p = (found.noninferiority_pvalue, found.baseline_noninferiority_pvalue, found.equivalence_pvalue)
    assert p == pytest.approx(tuple(map(float, truth)), rel=1e-9, abs=1e-13)
