"""Effect sizes, computed by hand."""

from math import inf, sqrt

import pytest

import core
from core.data.paired import PairedScores


@pytest.mark.parametrize(("helped", "hurt", "odds"), [(209, 152, 209 / 152), (3, 0, inf), (0, 4, 0.0), (0, 0, None)])
def test_right_or_wrong_items_have_odds(helped, hurt, odds):
    result = core.compare(core.helped_hurt(500, helped, hurt))
    assert result.odds == odds


def test_other_scores_have_d_z():
    result = core.compare([0.5, 1, 2, 0], [1, 1, 4, 0.5])
    # Differences .5, 0, 2, .5: their mean is .75, their variance (.0625 + .5625 + 1.5625 + .0625) / 3.
    assert result.odds is None
    assert result.standardised == pytest.approx(0.75 / sqrt(2.25 / 3), rel=1e-12, abs=0)


def test_clusters_leave_the_items_their_effect_size():
    a, e = [0, 1, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1]
    alone, clustered = core.compare(a, e), core.compare(a, e, clusters=list("aabbcc"))
    assert clustered.odds == alone.odds == 3
    assert clustered.standardised == alone.standardised


def test_a_score_of_sums_and_a_mean_of_tasks_have_none():
    f1 = PairedScores.from_scores([[1, 2], [2, 0]], [[2, 1], [1, 1]], columns=["tp", "errors"])
    assert core.compare(f1, metric="f1-errors").standardised is None
    assert core.compare([1, 2, 3, 4], [2, 2, 5, 4], strata=list("xxyy")).standardised is None


def test_the_relative_difference_is_one_of_the_baseline():
    assert core.compare([0, 1, 0, 1], [1, 1, 0, 1]).relative == 0.5
    assert core.compare([0, 0], [0, 1]).relative is None
