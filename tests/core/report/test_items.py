"""The outcome of each item, and its share of the difference."""

import pytest

import core
from core.report.items import items_of


@pytest.mark.parametrize("strata", [None, ["x", "y", "x", "y", "y"]])
def test_items_add_up_to_the_difference_where_they_can(strata):
    for metric, rows in (
        ("mean", ([0, 1, 1, 0, 1], [1, 1, 1, 1, 0])),
        ("ratio", ([[1, 2], [3, 4], [0, 3], [1, 1], [2, 5]], [[2, 2], [1, 4], [1, 3], [1, 1], [4, 5]])),
    ):
        pair = core.PairedScores.from_scores(*rows).with_strata(strata)
        items = items_of(pair, metric)
        assert items.additive
        assert items.pull.sum() == pytest.approx(core.compare(pair, metric=metric).statistic, abs=1e-15)


@pytest.mark.parametrize("strata", [None, ["x", "x", "y"]])
def test_pull_is_half_of_what_swapping_the_item_takes_away(strata):
    rows = [[1, 2, 1, 1], [0, 2, 0, 2], [2, 2, 2, 3]], [[2, 2, 2, 2], [1, 2, 1, 2], [1, 2, 1, 3]]
    pair = core.PairedScores.from_scores(*rows).with_strata(strata)
    items = items_of(pair, "f1")
    assert items.baseline is None
    assert not items.additive
    whole = core.compare(pair, metric="f1").statistic
    for i in range(3):
        a, e = ([*side] for side in rows)
        a[i], e[i] = e[i], a[i]
        swapped = core.compare(core.PairedScores.from_scores(a, e).with_strata(strata), metric="f1").statistic
        assert items.pull[i] == pytest.approx((whole - swapped) / 2, abs=1e-15)
