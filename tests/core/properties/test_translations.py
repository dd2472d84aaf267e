"""Metrics of translations do not depend on the order of segments and of systems."""

from dataclasses import replace

import pytest

import core
from core.readers import read_segments
from tests.core.translations import corpus, upload

METRICS = ("bleu", "chrf", "chrf++", "ter")
[RIGHT], SYSTEMS = corpus(60, seed=2, wrong=(0.32, 0.28))
OPTIONS = {"n_resamples": 300, "method": "monte-carlo"}


def pair_of(order=range(60), clusters=None):
    files = [upload(name, [lines[i] for i in order]) for name, lines in zip(("old", "new"), SYSTEMS, strict=True)]
    pair = read_segments(*files, upload("ref", [RIGHT[i] for i in order]))
    return pair if clusters is None else pair.with_clusters([clusters[i] for i in order])


PAIR = pair_of()


@pytest.mark.parametrize("metric", METRICS)
def test_every_segment_twice_has_the_same_scores(metric):
    more = pair_of()
    more = replace(more, baseline=more.baseline.repeat(2, axis=0), experimental=more.experimental.repeat(2, axis=0))
    one, twice = (core.compare(pair, metric=metric, **OPTIONS) for pair in (PAIR, more))
    assert (twice.baseline, twice.experimental) == pytest.approx((one.baseline, one.experimental), rel=1e-12, abs=0)
    assert twice.changed == 2 * one.changed
