"""Every frame has the p-value of its counts."""

import pytest

import core
from dashboard.views.helped_and_hurt.counts import PRESETS, SIZES, Counts, slider_end
from dashboard.views.helped_and_hurt.live import frame_rows, frames

QUESTION = {"test": "bootstrap", "alternative": "greater"}
ALL = [*PRESETS.values(), Counts(1, 0, 0), Counts(10, 0, 10), Counts(1_000_000, 9, 8)]


def passed_by(counts):
    return frames(counts, sorted({*SIZES, counts.n}), slider_end(counts.n, counts[1:]), 1)


@pytest.mark.parametrize("counts", ALL)
def test_the_sliders_pass_the_counts_of_the_page_and_only_what_data_can_have(counts):
    passed = passed_by(counts)
    n, helped, hurt = passed.counts
    rows = [*zip(n.tolist(), helped.tolist(), hurt.tolist(), strict=True)]
    assert rows[0] == tuple(counts)
    assert tuple(counts) in rows[1:]
    assert (helped >= 0).all()
    assert (hurt >= 0).all()
    assert (helped + hurt <= n).all()
    assert len({*passed.numbers.tolist()}) == len(rows)
    # Each slider covers its range from end to end.
    assert (hurt[passed.numbers >= 3_000][[0, -1]] == [0, slider_end(counts.n, counts[1:])]).all()


def test_frames_say_the_pvalues_of_single_comparisons():
    passed = passed_by(Counts(100, 7, 2))
    own = core.compare(core.helped_hurt(100, 7, 2), **QUESTION).bootstrap_distribution
    rows = frame_rows(passed, own, 0.05, **QUESTION).to_pandas()
    said = rows[rows["part"] == "p"].set_index("frame")["label"]
    orange = rows[rows["part"] == "tail"].groupby("frame")["share"].sum()
    for number, (n, helped, hurt) in zip(passed.numbers.tolist(), passed.counts.T.tolist(), strict=True):
        if n != 100 or abs(helped - 7) + abs(hurt - 2) > 3:
            continue
        expected = core.compare(core.helped_hurt(n, helped, hurt), **QUESTION)
        assert said[number].startswith(f"p = {expected.claimable_pvalue()} ")
        # Bars thinner than half a pixel or outside the chart are left out.
        assert orange.get(number, 0.0) == pytest.approx(expected.pvalue, abs=2e-3)
        interval = expected.confidence_interval(0.95)
        [band] = rows[(rows["part"] == "band") & (rows["frame"] == number)][["left", "right"]].to_numpy()
        assert band == pytest.approx([100 * interval.low, 100 * interval.high])
