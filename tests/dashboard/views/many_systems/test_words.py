"""What *Many systems* says."""

import pytest

import core
from core.report.numbers import POINTS
from dashboard.views.many_systems.words import (
    asked_sentence,
    matrix_caption,
    pair_sentence,
    scores_caption,
)

SCORES = {"rules": [1] * 25 + [0] * 15, "old": [1] * 30 + [0] * 10, "new": [1] * 37 + [0] * 3}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            ("mean", "permutation", "two-sided", 0.05, "none", None),
            "Every pair: two-sided permutation test of the mean, α 0.05, no correction",
        ),
        (
            ("mean", "bootstrap", "greater", 0.01, "maxt", "old"),
            "All against old: one-sided bootstrap test of the mean: is it better? α 0.01, step-down maxT correction",
        ),
    ],
)  # fmt: skip
def test_settings_are_one_sentence(asked, sentence):
    assert asked_sentence(*asked) == sentence


def test_captions_say_what_is_shown():
    ranking = core.rank(SCORES)
    assert "Blue systems cannot be told from the best" in scores_caption(ranking, 2)
    assert "a line for each letter" not in scores_caption(ranking, 0)
    assert "2 of 3 pairs are at or below α = 0.05" in matrix_caption(ranking, POINTS)
    against = core.rank(SCORES, baseline="old")
    assert "cannot be told from old" in scores_caption(against, 0)


def test_a_pair_says_whether_it_differs():
    ranking = core.rank(SCORES)
    told = [pair_sentence(pair, ranking, POINTS) for pair in ranking.pairs]
    assert [sentence.endswith("so they differ.") for sentence in told] == [pair.significant for pair in ranking.pairs]
