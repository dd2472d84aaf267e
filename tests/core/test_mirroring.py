"""Exchanging the two systems mirrors every p-value and negates the difference."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, MIRROR, TESTS
from tests.core.test_symmetry import DATA


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_swapping_the_systems_mirrors_everything(kind, test, alternative):
    pair = PairedScores.from_scores(*DATA[kind])
    one = core.compare(pair, test=test, alternative=alternative, margin=0.1)
    other = core.compare(pair.swapped(), test=test, alternative=MIRROR[alternative], margin=0.1)
    assert other.difference == -one.difference
    assert (other.baseline, other.experimental) == (one.experimental, one.baseline)
    assert (other.baseline_name, other.experimental_name) == (one.experimental_name, one.baseline_name)
    assert (other.helped, other.hurt, other.tied) == (one.hurt, one.helped, one.tied)
    assert other.method == one.method
    if one.exact:
        bound = (one.error_bound or 0) + (other.error_bound or 0)
        assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=bound)
        if one.confidence_interval().method == "exact":
            assert other.equivalence.equivalence_pvalue == pytest.approx(one.equivalence.equivalence_pvalue)
            assert other.equivalence.noninferiority_pvalue == pytest.approx(
                one.equivalence.baseline_noninferiority_pvalue
            )


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_swapping_mirrors_p_and_negates_the_difference(items):
    pair = PairedScores.from_scores(*zip(*items, strict=True))
    for test in TESTS:
        for alternative in ALTERNATIVES:
            one = core.compare(pair, test=test, alternative=alternative)
            other = core.compare(pair.swapped(), test=test, alternative=MIRROR[alternative])
            assert other.difference == -one.difference
            assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=0)
