"""Exchanging the two systems mirrors every p-value and negates the difference."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, MIRROR, TESTS
from tests.core.properties.test_symmetry import DATA


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_swapping_the_systems_mirrors_everything(kind, test, alternative):
    pair = PairedScores.from_scores(*DATA[kind])
    one = core.compare(pair, test=test, alternative=alternative, margin=0.1)
    other = core.compare(pair.swapped(), test=test, alternative=MIRROR[alternative], margin=0.1)
    assert other.statistic == -one.statistic
    assert (other.baseline, other.experimental) == (one.experimental, one.baseline)
    assert (other.baseline_name, other.experimental_name) == (one.experimental_name, one.baseline_name)
    assert (other.helped, other.hurt, other.tied) == (one.hurt, one.helped, one.tied)
    assert other.method == one.method
    if one.computed:
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
            assert other.statistic == -one.statistic
            assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=0)


LEVEL = {
    "mean": PairedScores.from_scores([2, 0, 0, 1] * 9, [0, 1, 1, 1] * 9),
    "real": PairedScores.from_scores([0.5, 0.25, 0.75, 0.0] * 5, [0.0, 0.5, 0.25, 0.75] * 5),
    "ratio": PairedScores.from_scores([[2, 3], [0, 2], [0, 1]] * 6, [[0, 3], [1, 2], [1, 1]] * 6),
    "f1-errors": PairedScores.from_scores([[2, 3], [0, 1], [0, 1]] * 6, [[0, 1], [1, 1], [1, 3]] * 6),
}


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("name", LEVEL)
def test_sampled_p_is_mirrored_where_neither_system_is_ahead(name, test, alternative):
    pair, metric = LEVEL[name], name if name in ("ratio", "f1-errors") else "mean"
    options = {"metric": metric, "test": test, "method": "monte-carlo", "n_resamples": 500}
    one = core.compare(pair, alternative=alternative, **options)
    other = core.compare(pair.swapped(), alternative=MIRROR[alternative], **options)
    assert one.statistic == 0
    assert other.pvalue == one.pvalue
    assert other.bootstrap_distribution.values.tolist() == (0.0 - one.bootstrap_distribution.values[::-1]).tolist()


def test_data_that_are_their_own_mirror_image_have_one_set_of_samples():
    pair = core.helped_hurt(100, 7, 7)
    options = {"test": "bootstrap", "method": "monte-carlo"}
    sides = [core.compare(pair, alternative=side, **options) for side in ("greater", "less")]
    assert core.compare(pair.swapped(), alternative="greater", **options).pvalue == sides[0].pvalue
    assert sides[0].pvalue != sides[1].pvalue
    truth = core.compare(pair, test="bootstrap", alternative="greater").pvalue
    for result in sides:
        assert result.pvalue_interval[0] <= truth <= result.pvalue_interval[1]
