"""Invariance to the order of items, antisymmetry in the order of systems, and identical systems."""

import random

import pytest

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, MIRROR, TESTS

METHODS = ("auto", "monte-carlo")

KINDS = {
    "binary": lambda generator: generator.randrange(2),
    "thirds": lambda generator: generator.randrange(5) / 3,
    "real": lambda generator: generator.gauss(0.3, 1),
}
DATA = {
    kind: [[draw(generator) for _ in range(25)] for generator in (random.Random(1), random.Random(2))]
    for kind, draw in KINDS.items()
}


def differing(one, other):
    """Return the keys in which two results differ, apart from the data's own digest."""
    left, right = one.to_dict(), other.to_dict()
    return {key for key in left if left[key] != right[key]} - {"digest"}


@pytest.mark.parametrize("kind", DATA)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("test", TESTS)
def test_order_of_the_items_changes_no_bit(kind, method, test):
    baseline, experimental = DATA[kind]
    order = random.Random(3).sample(range(25), 25)
    pair = PairedScores.from_scores(baseline, experimental)
    moved = PairedScores.from_scores([baseline[i] for i in order], [experimental[i] for i in order])
    results = [core.compare(each, test=test, method=method, n_resamples=300, margin=0.1) for each in (pair, moved)]
    assert differing(*results) == set()
    assert results[0].confidence_interval(0.9, "bca") == results[1].confidence_interval(0.9, "bca")


IDENTICAL = {
    "binary": ("mean", [0, 1, 1, 0, 1] * 4),
    "thirds": ("mean", [1 / 3, 2 / 3, 0.333333] * 5),
    "real": ("mean", [random.Random(4).gauss(0, 1) for _ in range(50)]),
    "zero": ("mean", [0.0] * 7),
    "one item": ("mean", [0.7]),
    "ratio": ("ratio", [(1, 2), (0, 1), (3, 3)] * 4),
    "f1": ("f1", [(1, 2, 1, 1), (0, 1, 0, 2), (2, 2, 2, 3)] * 4),
    "f1-errors": ("f1-errors", [(1, 2), (0, 1), (2, 0)] * 4),
}


@pytest.mark.parametrize("name", IDENTICAL)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ["less", "two-sided"])
def test_identical_systems_give_one(name, method, test, alternative):
    metric, scores = IDENTICAL[name]
    pair = PairedScores.from_scores(scores, scores)
    result = core.compare(pair, metric=metric, test=test, alternative=alternative, method=method, n_resamples=300)
    assert result.pvalue == pytest.approx(1, abs=1e-12)
    assert result.pvalue <= 1
    assert result.statistic == 0
    assert not result.significant
    interval = result.confidence_interval()
    assert (interval.low, interval.high) == (0, 0)
    assert result.method == "monte-carlo" or method == "auto"


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("method", METHODS)
def test_strict_comparison_of_identical_systems_is_called_out(test, alternative, method):
    pair = PairedScores.from_scores([0, 1, 1] * 5, [0, 1, 1] * 5)
    options = {"alternative": alternative, "method": method, "boundary": "exclude", "n_resamples": 300}
    with pytest.warns(UserWarning, match="identical"):
        result = core.compare(pair, test=test, **options)
    expected = 1 / 301 if (method, test) == ("monte-carlo", "permutation") else 0
    assert result.pvalue == pytest.approx(expected, rel=1e-12, abs=0)
    assert any("identical" in note and "exclude" in note for note in result.notes)


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
