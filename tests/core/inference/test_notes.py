"""A mixture of scores in per cent and in shares is noticed; scores that only differ in size are accepted."""

import numpy as np
import pytest

import core
from core.inference.notes import scales_note

RIGHT = np.array([0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1], dtype=float)


def said(baseline, experimental):
    return [note for note in core.compare(baseline, experimental).notes if "in per cent" in note]


@pytest.mark.parametrize(
    ("baseline", "experimental"),
    [
        (RIGHT, 100 * RIGHT[::-1]),
        (100 * RIGHT, RIGHT[::-1]),
        (RIGHT, 40 + RIGHT),
        (RIGHT / 3, np.linspace(2, 97, 12)),
        # Word error rates may exceed 1, and stars may stand beside per cent.
        (np.linspace(0, 1.4, 12), 100 * np.linspace(0, 1.3, 12)),
        (1 + 4 * RIGHT, 20 + 80 * RIGHT[::-1]),
    ],
)
def test_one_system_in_per_cent_is_noticed(baseline, experimental):
    assert said(baseline, experimental)
    mirrored = said(experimental, baseline)
    assert mirrored
    ranking = core.rank(core.Scores.from_systems({"A": baseline, "B": experimental, "C": baseline}), n_resamples=100)
    assert [note for note in ranking.notes if "in per cent" in note]


@pytest.mark.parametrize(
    ("baseline", "experimental"),
    [
        (RIGHT, RIGHT[::-1]),
        (RIGHT, np.zeros(12)),
        (0.02 * RIGHT, RIGHT),
        (100 * RIGHT, 100 * RIGHT[::-1]),
        (1 + RIGHT, 5 * RIGHT),
        (np.zeros(12), 5 * RIGHT),
        (-RIGHT, -1.5 * RIGHT),
        (RIGHT, RIGHT + np.append(np.zeros(11), 1e6)),  # an outlier
        (RIGHT, 12 * RIGHT),
    ],
)
def test_other_scores_are_not(baseline, experimental):
    assert not said(baseline, experimental)


def test_scores_that_stand_for_many_items_weigh_as_many():
    few, many = np.array([1.0, 0.0]), np.array([100.0, 0.0])
    assert scales_note(["A", "B"], [few, many], np.array([1, 1_000]))
    assert scales_note(["A", "B"], [few, np.array([0.5, 5.0])], np.array([1_000, 1])) is None
