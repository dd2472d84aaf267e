"""Every frame shows the p-value of its own counts, on axes that all frames share."""

import pytest

import core
from dashboard.views.helped_and_hurt.counts import PRESETS, Counts
from dashboard.views.helped_and_hurt.frames import frame_rows, track
from dashboard.views.helped_and_hurt.settings import MOVES

QUESTION = {"test": "bootstrap", "alternative": "greater"}


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("counts", [*PRESETS.values(), Counts(1, 0, 0), Counts(10, 0, 10), Counts(1_000_000, 9, 8)])
def test_the_slider_passes_the_counts_of_the_page_and_only_what_data_can_have(counts, moves):
    passed = track(counts, moves)
    n, helped, hurt = passed.counts
    assert tuple(counts) in zip(n.tolist(), helped.tolist(), hurt.tolist(), strict=True)
    assert (helped >= 0).all()
    assert (hurt >= 0).all()
    assert (helped + hurt <= n).all()
    assert len(passed.values) <= 61
    ends = passed.range
    assert passed.values.tolist() == list(range(ends["min"], ends["max"] + 1, ends["step"]))
    if moves == "gain":
        assert set((helped - hurt).tolist()) == {counts.helped - counts.hurt}


def test_frames_say_the_pvalues_of_single_comparisons():
    passed = track(Counts(100, 7, 2), "gain")
    rows = frame_rows(passed, 0.05, **QUESTION).to_pandas()
    said = rows[rows["part"] == "p"].set_index("frame")["label"]
    assert (said[1], said[2]) == ("p = 0.0329 ≤ 0.05", "p = 0.0584 > 0.05")
    orange = rows[rows["part"] == "tail"].groupby("frame")["share"].sum()
    for hurt in (0, 1, 2, 10):
        expected = core.compare(core.helped_hurt(100, hurt + 5, hurt), **QUESTION)
        assert said[hurt].startswith(f"p = {expected.claimable_pvalue()} "), hurt
        # What is left out is thinner than half a pixel.
        assert orange.get(hurt, 0.0) == pytest.approx(expected.pvalue, abs=2e-3)
        interval = expected.confidence_interval(0.95)
        [band] = rows[(rows["part"] == "band") & (rows["frame"] == hurt)][["left", "right"]].to_numpy()
        assert band == pytest.approx([100 * interval.low, 100 * interval.high])


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("alternative", core.significance.ALTERNATIVES)
def test_all_frames_lie_within_axes_that_hold_zero(moves, alternative):
    rows = frame_rows(track(Counts(500, 10, 7), moves), 0.05, test="bootstrap", alternative=alternative).to_pandas()
    edges = rows[rows["part"] == "edge"]
    low, high = edges["left"]
    assert low < 0 < high
    assert edges["frame"].isna().all()
    bars = rows[rows["part"].isin(["body", "tail"])]
    assert bars.groupby(["frame", "left"])["share"].sum().max() <= edges["share"].max()
    heights = bars.groupby("frame")["share"].sum()
    assert heights.between(0.97, 1 + 1e-9).all()
    outside = bars[(bars["right"] < low) | (bars["left"] > high)]
    assert outside.empty
    # No bar holds both what counts and what does not: one ends, or begins, with zero.
    assert (bars.groupby(["frame", "left"])["part"].nunique() == 1).all()


def test_rows_are_few_enough_to_be_sent_again_with_every_move():
    for counts in PRESETS.values():
        assert len(frame_rows(track(counts, "gain"), 0.05, **QUESTION)) < 6_000
