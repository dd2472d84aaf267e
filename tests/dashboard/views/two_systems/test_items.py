"""The table of items: the items that changed, their outcomes, and their order."""

import numpy as np

import core
from core.metrics import METRICS, Metric
from core.readers import Upload, read_labels
from core.report.items import items_of
from dashboard.views.two_systems.items import item_table


def table(pair, metric):
    return item_table(pair, items_of(pair, metric))


def labels(gold, baseline, experimental):
    files = {"gold": gold, "old": baseline, "new": experimental}
    return read_labels(*(Upload(name, "\n".join(each).encode()) for name, each in files.items()))


def test_where_items_have_no_score_only_differing_labels_are_changes():
    pair = labels("aabbcc", "abbbca", "aabacb")
    rows = table(pair, "macro-f1").set_index("item")
    changed = rows["old"] != rows["new"]
    assert changed.tolist() == (rows["outcome"] != "unchanged").tolist()
    assert sorted(rows.index[changed]) == [2, 4, 6]
    # Changed items come first.
    assert changed.tolist() == [True] * 3 + [False] * 3
    assert rows.loc[[2, 4], "outcome"].tolist() == ["pulls up", "pulls down"]


def test_under_the_f1_of_a_label_a_new_false_positive_pulls_down_and_a_lost_one_up():
    # For class x: one more hit, a miss, one more false positive, one fewer, a change between other labels, no change
    pair = labels("xxyyzx", "yxyxyx", "xyxywx")
    for metric in ("f1:x", "precision:x"):
        rows = table(pair, metric).sort_values("item")
        assert rows["outcome"].tolist() == ["pulls up", "pulls down", "pulls down", "pulls up", "no pull", "unchanged"]
        assert rows["pull"].tolist()[4:] == [0, 0]
    # Recall uses only items with gold x.
    assert table(pair, "recall:x").sort_values("item")["outcome"].tolist() == ["helped", "hurt"] + ["tied"] * 4


def test_items_changed_most_come_first():
    pair = core.PairedScores.from_scores([0, 0.5, 1, 0], [0, 0.75, 0, 1])
    rows = table(pair, "mean")
    assert rows["difference"].tolist() == [1, -1, 0.25, 0]
    assert rows["outcome"].tolist() == ["helped", "hurt", "helped", "tied"]


def _root(sums):
    return np.sqrt(sums[..., 0] / sums[..., 1])


def test_of_errors_a_pull_is_named_by_its_sign_and_helped_comes_first(monkeypatch):
    monkeypatch.setitem(METRICS, "rmse", Metric("rmse", ("squares", "items"), _root, higher_is_better=False))
    scores = [[4, 1], [1, 1], [9, 1]], [[1, 1], [4, 1], [9, 1]]
    rows = table(core.PairedScores.from_scores(*scores), "rmse")
    assert rows["item"].tolist() == [1, 2, 3]
    assert rows["outcome"].tolist() == ["pulls down", "pulls up", "unchanged"]
    assert [float(pull) < 0 for pull in rows["pull"]] == [True, False, False]
