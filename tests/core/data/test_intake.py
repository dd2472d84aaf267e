"""The inputs of compare: readers' pairs, two systems' scores, arrays, lists and columns of data frames."""

import numpy as np
import pandas as pd
import pytest

import core
from core.data.scores import Scores

OLD, NEW = [0, 1, 1, 0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1, 0, 1]
PAIR = core.PairedScores.from_scores(OLD, NEW)


@pytest.mark.parametrize(
    "given",
    [
        (OLD, NEW),
        (tuple(OLD), np.array(NEW, dtype=bool)),
        (np.array(OLD, dtype=np.int8), np.array(NEW, dtype=np.float32)),
        (pd.Series(OLD), pd.Series(NEW)),
        (Scores.from_systems({"baseline": OLD, "experimental": NEW}),),
        (core.PairedScores.from_counts([0, 1, 0], [1, 1, 0], [4, 3, 1]),),
    ],
    ids=["lists", "tuple and array", "arrays", "columns", "two systems", "counts"],
)
def test_every_form_of_the_same_scores_gives_the_same_result(given):
    digest = {"digest": ""}
    assert core.compare(*given).to_dict() | digest == core.compare(PAIR).to_dict() | digest


def test_columns_of_a_frame_name_the_systems():
    frame = pd.DataFrame({"rules": OLD, "neural": NEW}, index=list("abcdefgh"))
    result = core.compare(frame["rules"], frame["neural"], clusters=pd.Series(list("aabbccdd"), index=frame.index))
    assert (result.baseline_name, result.experimental_name, result.n_clusters) == ("rules", "neural", 4)
    # Arrow strings are text too.
    assert core.compare(OLD, NEW, clusters=pd.Series(list("aabbccdd"), dtype="string")).n_clusters == 4


def test_columns_with_other_row_labels_are_not_put_side_by_side():
    shuffled = pd.Series(NEW, index=range(7, -1, -1))
    with pytest.raises(core.DataError, match="label their rows differently"):
        core.compare(pd.Series(OLD), shuffled)
    assert core.compare(pd.Series(OLD), shuffled.to_numpy()).pvalue == core.compare(PAIR).pvalue
    with pytest.raises(core.DataError, match="label their rows differently"):
        core.compare(pd.Series(OLD), pd.Series(NEW), clusters=pd.Series(list("aabbccdd"), index=shuffled.index))


@pytest.mark.parametrize(
    "clusters",
    [
        [1, 1, None, 2, 2, 3, 3, 3],
        [1, 1, float("nan"), 2, 2, 3, 3, 3],
        pd.Series([1, 1, None, 2, 2, 3, 3, 3]),
        pd.Series(["a", "a", None, "b", "b", "c", "c", "c"], dtype="category"),
        pd.Series([1, 1, None, 2, 2, 3, 3, 3], dtype="Int64"),
        np.ma.masked_array([1, 1, 9, 2, 2, 3, 3, 3], mask=[0, 0, 1, 0, 0, 0, 0, 0]),
    ],
    ids=["None", "NaN", "column", "category", "Int64", "masked"],
)
def test_items_of_no_cluster_are_not_lumped_together(clusters):
    with pytest.raises(core.DataError, match="Item 3 has no name among the clusters"):
        core.compare(OLD, NEW, clusters=clusters)
    with pytest.raises(core.DataError, match="Item 3 has no name among the clusters"):
        Scores.from_systems({"old": OLD, "new": NEW}, clusters=clusters)
    # Any text is a name, even "nan" and "None".
    assert core.compare(OLD, NEW, clusters=["nan", "None", *"aabbcc"]).n_clusters == 5


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (([0, 1],), "followed by the experimental"),
        ((PAIR, NEW), "must be left out"),
        ((OLD, NEW[1:]), "baseline has 8 items and experimental has 7"),
        (([0, "x"], [0, 1]), "baseline scores are not all numbers"),
        (([0, None], [0, 1]), "item 2 is nan"),
        (([0, float("nan")], [0, 1]), "baseline: item 2 is nan"),
        (("old.txt", "new.txt"), "not all numbers"),
        ((np.ma.masked_array(OLD, mask=[1, *[0] * 7]), NEW), "masked in places"),
        ((pd.date_range("2020", periods=8), NEW), "not all numbers"),
        ((np.zeros((3, 0)), np.zeros((3, 0))), "no statistics of the items"),
        (([[]], [[]]), "no statistics of the items"),
        ((Scores.from_systems({"a": OLD}),), "not two systems"),
        ((Scores.from_systems({"a": OLD, "b": NEW, "c": NEW}),), r"choose two with \.pair"),
    ],
)
def test_what_is_no_pair_is_refused_in_a_sentence(given, said):
    with pytest.raises(core.ComparisonError, match=said):
        core.compare(*given)


def test_clusters_are_resampled_whole_and_the_items_are_kept():
    generator = np.random.default_rng(0)
    ids = [f"doc{i % 9}" for i in range(60)]
    pair = core.PairedScores.from_scores(generator.integers(0, 2, 60), generator.integers(0, 2, 60))
    for test in core.TESTS:
        clustered, summed = core.compare(pair, clusters=ids, test=test), core.compare(pair.by_cluster(ids), test=test)
        for name in ("pvalue", "statistic", "baseline", "experimental", "engine"):
            assert getattr(clustered, name) == getattr(summed, name)
        assert clustered.confidence_interval() == summed.confidence_interval()
        assert (clustered.n_items, clustered.n_clusters, summed.n_items) == (60, 9, 9)
        alone = core.compare(pair, test=test)
        assert alone.n_clusters is None
        assert (clustered.helped, clustered.hurt, clustered.tied) == (alone.helped, alone.hurt, alone.tied)
    kept = pair.with_clusters(ids)
    assert core.compare(kept).pvalue == core.compare(pair, clusters=ids).pvalue
    assert core.compare(kept.with_clusters(None)).pvalue == core.compare(pair).pvalue
    assert kept.digest != pair.digest
    assert kept.swapped().clusters == kept.named("a", "b").clusters == tuple(ids)


def test_one_name_for_every_item_and_one_number_for_every_row():
    with pytest.raises(core.DataError, match="2 cluster names for 8 items"):
        core.compare(OLD, NEW, clusters=["a", "b"])
    # These are counted before the items are listed.
    with pytest.raises(core.DataError, match="2 cluster names for 1,000,000,000,000 items"):
        core.compare(core.PairedScores.from_counts([0], [1], [10**12]), clusters=["a", "b"])
    for counts in ([1, 2], [1, -1, 2], [1, 0.5, 2], ["x", 1, 2], [0, 0, 0], [10**12, 1, 1], [np.inf, 1, 1]):
        with pytest.raises(core.OptionError, match="counts == "):
            core.PairedScores.from_counts([0, 1, 0], [1, 1, 0], counts)


def test_a_billion_items_take_no_more_memory_than_their_kinds():
    pair = core.PairedScores.from_counts([0, 1, 1], [1, 0, 1], [40_500, 40_000, 10**9 - 80_500])
    result = core.compare(pair)
    assert (result.n_items, result.helped, result.hurt) == (10**9, 40_500, 40_000)
    # Only the items that changed matter to the permutation test.
    few = core.compare(core.PairedScores.from_counts([0, 1], [1, 0], [40_500, 40_000]))
    assert result.pvalue == pytest.approx(few.pvalue, rel=1e-9, abs=0)
