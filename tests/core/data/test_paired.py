"""Aligned statistics: refused input, collapsed rows, and the inputs of the digest."""

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.errors import DataError

rows = st.lists(st.tuples(st.sampled_from([-1.5, 0, 1, 2]), st.sampled_from([0, 1, 3])), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("baseline", "experimental", "message"),
    [
        ([], [], "hold no items"),
        ([1, 2], [float("inf"), 2], "experimental: item 1 is inf"),
        ([[[1]]], [[[1]]], "3 dimensions"),
        ([[1, 2]], [[1, 2, 3]], "same k"),
        ([1e308] * 3, [0, 0, 0], "overflow"),
        *(([huge, 0, 1], [1, huge, 0], r"item 1 is .*larger unit") for huge in (1e308, -1e308, 1e200)),
    ],
)
def test_scores_that_cannot_be_paired_are_refused_in_words(baseline, experimental, message):
    with pytest.raises(DataError, match=message):
        PairedScores.from_scores(baseline, experimental)


@pytest.mark.parametrize(("ids", "message"), [(["a", "b", "a"], "'a' occurs twice"), (["a", "b"], "2 ids for 3 items")])
def test_ids_name_one_item_each(ids, message):
    with pytest.raises(DataError, match=message):
        PairedScores.from_scores([1, 2, 3], [1, 2, 3], ids=ids)


def test_pair_is_frozen_and_does_not_change_with_the_array_it_was_made_of():
    scores = np.array([[0.0, 1.0], [1.0, 1.0]])
    pair = PairedScores(scores, scores + 1, ("score", "items"))
    scores[0, 0] = 99
    assert pair.baseline[0, 0] == 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        pair.baseline_name = "other"


@given(rows, st.randoms(use_true_random=False))
def test_collapse_counts_equal_rows_whatever_their_order(pairs, shuffle):
    expected = Counter(pairs)
    order = list(range(len(pairs)))
    shuffle.shuffle(order)
    for chosen in (range(len(pairs)), order):
        baseline, experimental = zip(*(pairs[i] for i in chosen), strict=True)
        found = PairedScores.from_scores(baseline, experimental).collapsed
        keys = list(zip(found.baseline[:, 0], found.experimental[:, 0], strict=True))
        assert keys == sorted(expected)
        assert found.counts.tolist() == [expected[key] for key in keys]


def test_signed_zero_is_zero():
    assert PairedScores.from_scores([-0.0], [1]).digest == PairedScores.from_scores([0.0], [1]).digest


def test_clusters_add_up_their_items():
    pair = PairedScores.from_scores([1, 2, 4, 8], [0, 1, 1, 1]).by_cluster(["b", "a", "b", "a"])
    assert pair.ids == ("b", "a")
    assert pair.baseline.tolist() == [[5, 2], [10, 2]]
    assert pair.experimental.tolist() == [[1, 2], [2, 2]]
    with pytest.raises(DataError, match="1 cluster names for 2 items"):
        pair.by_cluster(["a"])


THIRDS = ([0.333333, 0.666667, 0.5], [0.666667, 0.333333, 1.0])


def test_the_digest_covers_all_that_a_result_depends_on():
    labels = {
        "columns": ("tp x", "predicted x", "gold x", "tp y", "predicted y", "gold y"),
        "baseline": np.eye(3, 6),
        "experimental": np.eye(3, 6)[::-1],
    }
    pairs = [
        PairedScores.from_scores(*THIRDS),
        *(PairedScores.from_scores(*THIRDS, decimals=decimals) for decimals in (6, 7)),
        PairedScores.from_scores(*reversed(THIRDS), decimals=6),
        PairedScores.from_scores(*THIRDS, decimals=6, ids=["a", "b", "c"]),
        PairedScores.from_scores(*THIRDS, decimals=6, ids=["a", "b\0c", ""]),
        PairedScores.from_scores(*THIRDS, decimals=6, ids=["a\0b", "c", ""]),
        PairedScores.from_scores(*THIRDS, decimals=6, ids=["", "a\0b", "c"]),
        PairedScores.from_scores(*THIRDS, decimals=6, ids=["a\0b\0c", "", "\ud800"]),
        PairedScores(**labels, labels=("x", "y")),
        PairedScores(**labels, labels=("x", "z")),
        PairedScores(**labels),
        PairedScores(labels["baseline"], labels["experimental"], tuple("abcdef")),
        PairedScores.from_scores([[0, 1], [1, 2]], [[1, 1], [1, 2]], columns=("a", "b")),
        PairedScores.from_scores([[0, 1], [1, 2]], [[1, 1], [1, 2]], columns=("a', 'b", "")),
    ]
    assert len({pair.digest for pair in pairs}) == len(pairs)


def test_the_digest_of_whole_numbers_does_not_ask_how_they_were_printed():
    pairs = [PairedScores.from_scores([0, 1], [1, 1], decimals=decimals) for decimals in (None, 0, 3)]
    assert len({pair.digest for pair in pairs}) == 1
    assert len({core.compare(pair).pvalue for pair in pairs}) == 1


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=6),
    st.lists(st.sampled_from([None, 1, 2, 6]), min_size=2, max_size=2, unique=True),
)
def test_two_pvalues_never_share_a_digest(items, decimals):
    # The same floats, twelfths cut to a few digits, with different numbers of printed decimals.
    a, e = ([round(x / 12, min([6, *filter(None, decimals)])) for x in side] for side in zip(*items, strict=True))
    pairs = [PairedScores.from_scores(a, e, decimals=each) for each in decimals]
    for test in core.TESTS:
        one, other = (core.compare(pair, test=test).pvalue for pair in pairs)
        assert one == other or pairs[0].digest != pairs[1].digest


@pytest.mark.parametrize("as_array", [list, np.array, lambda values: np.array(values, dtype=np.uint64)])
def test_whole_numbers_that_floating_point_changes_are_refused(as_array):
    with pytest.raises(core.DataError, match="hold 9007199254740993, a whole number above 2\\^53"):
        core.compare(as_array([2**53, 5]), as_array([2**53 + 1, 5]))
    assert core.compare(as_array([2**53, 5]), as_array([2**53 + 2, 5])).statistic == 1
