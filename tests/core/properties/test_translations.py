"""Metrics of translations do not depend on the order of segments and of systems."""

import random
from dataclasses import replace

import pytest

import core
from core.readers import read_segments
from tests.core.pairs import ALTERNATIVES, MIRROR, TESTS
from tests.core.properties.test_symmetry import differing
from tests.core.translations import corpus, upload

METRICS = ("bleu", "chrf", "chrf++", "ter")
[RIGHT], SYSTEMS = corpus(60, seed=2, wrong=(0.32, 0.28))
OPTIONS = {"n_resamples": 300, "method": "monte-carlo"}


def pair_of(order=range(60), clusters=None):
    files = [upload(name, [lines[i] for i in order]) for name, lines in zip(("old", "new"), SYSTEMS, strict=True)]
    pair = read_segments(*files, upload("ref", [RIGHT[i] for i in order]))
    return pair if clusters is None else pair.with_clusters([clusters[i] for i in order])


PAIR = pair_of()


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("metric", METRICS)
def test_order_of_the_segments_changes_no_bit(metric, test):
    order = random.Random(3).sample(range(60), 60)
    documents = [str(i // 4) for i in range(60)]
    for clusters in (None, documents):
        pairs = pair_of(clusters=clusters), pair_of(order, clusters)
        one, other = (core.compare(pair, metric=metric, test=test, **OPTIONS) for pair in pairs)
        assert differing(one, other) == set()


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("metric", METRICS)
def test_swapping_the_systems_mirrors_everything(metric, test, alternative):
    one = core.compare(PAIR, metric=metric, test=test, alternative=alternative)
    other = core.compare(PAIR.swapped(), metric=metric, test=test, alternative=MIRROR[alternative])
    assert other.statistic == -one.statistic
    assert (other.baseline, other.experimental) == (one.experimental, one.baseline)
    assert (other.helped, other.hurt) == (one.hurt, one.helped)
    assert other.signature == one.signature
    if one.computed:
        assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=0)
    else:
        low, high = one.pvalue_interval
        assert other.pvalue_interval[0] <= high
        assert low <= other.pvalue_interval[1]


@pytest.mark.parametrize("metric", METRICS)
def test_every_segment_twice_has_the_same_scores(metric):
    more = pair_of()
    more = replace(more, baseline=more.baseline.repeat(2, axis=0), experimental=more.experimental.repeat(2, axis=0))
    one, twice = (core.compare(pair, metric=metric, **OPTIONS) for pair in (PAIR, more))
    assert (twice.baseline, twice.experimental) == pytest.approx((one.baseline, one.experimental), rel=1e-12, abs=0)
    assert twice.changed == 2 * one.changed
