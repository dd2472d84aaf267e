"""Many systems' scores: aligned once, read-only, and identified by a digest of all inputs of a result."""

import dataclasses

import numpy as np
import pytest

from core import DataError, compare
from core.data.paired import without_items
from core.data.scores import Scores
from core.metrics import METRICS, resolve_metric

THREE = {"old": [0, 1, 1, 0], "new": [1, 1, 0, 0], "newest": [1, 1, 1, 0]}


def test_a_pair_is_two_of_the_systems():
    scores = Scores.from_systems(THREE, ids=list("abcd"), decimals=0)
    pair = scores.pair("old", "newest")
    assert (pair.baseline_name, pair.experimental_name, pair.ids) == ("old", "newest", ("a", "b", "c", "d"))
    assert compare(pair).helped == 1


@pytest.mark.parametrize(
    "change",
    [
        {"decimals": 1}, {"ids": tuple("abce")}, {"clusters": tuple("xxyy")}, {"labels": ("yes", "no")},
        {"names": ("old", "new", "other")}, {"columns": ("a", "b")},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_whatever_a_result_depends_on_changes_the_digest(change):
    scores = Scores.from_systems(THREE, ids=list("abcd"))
    assert dataclasses.replace(scores, **change).digest != scores.digest


def test_runs_are_averaged_item_by_item():
    statistics = np.array([[[0.0], [1.0], [1.0]], [[1.0], [1.0], [np.nan]]])  # 2 runs of 3 items; one lacks a run
    scores = Scores.from_systems({"old": statistics, "new": np.ones((2, 3, 1))})
    assert scores.mean_over_runs().statistics[0, 0].tolist() == [[0.5, 1], [1, 1], [1, 1]]
    assert scores.pair("old", "new").baseline[:, 0].tolist() == [0.5, 1, 1]


def test_a_pair_keeps_clusters_and_the_direction():
    scores = Scores.from_systems({"old": [0, 1], "new": [1, 1]}, clusters=["x", "y"], lower_is_better=True)
    pair = scores.pair("old", "new")
    assert pair.clusters == ("x", "y")
    for each in (pair, pair.swapped(), pair.units, without_items(pair), without_items(pair).with_clusters(["x", "y"])):
        assert each.lower_is_better
        assert not resolve_metric("mean", each).higher_is_better
        assert resolve_metric(METRICS["mean"], each).higher_is_better


@pytest.mark.parametrize(
    ("systems", "options", "message"),
    [
        ({}, {}, "no systems"),
        ({"a": [0, 1], "b": [1]}, {}, "different shapes"),
        ({"a": ["x"]}, {}, "not all numbers"),
        ({"a": [0, np.inf]}, {}, "a: item 2 has a score that is not a finite number"),
        ({"a": [0, np.nan]}, {"ids": ["p", "q"]}, "a has no score of item q in any run"),
        ({"a": [[0, np.nan]]}, {}, "not a finite number"),
        ({"a": [0, 1]}, {"ids": ["p"]}, "1 ids for an array of shape"),
        ({"a": [0, 1]}, {"ids": ["p", "p"]}, "'p' occurs twice among the ids"),
        ({"a": 3.0}, {}, "0 dimensions"),
        ({"a": []}, {}, "nothing can be compared"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(systems, options, message):
    with pytest.raises(DataError, match=message):
        Scores.from_systems(systems, **options)
