"""The picture of a ranking: a bar for each system, a line for each letter."""

import pytest
import vl_convert

import core
from core.report.numbers import POINTS
from dashboard.charts.figure import COLUMN, Panel, column_figure, printed_pdf, printed_svg, to_png
from dashboard.charts.ranked import scores_spec
from dashboard.views.many_systems.chart import letters_of, score_rows

RIGHT = {"rules": 57, "old": 60, "new": 74, "newer": 72}
SCORES = {name: [1] * right + [0] * (80 - right) for name, right in RIGHT.items()}


@pytest.fixture(scope="module")
def ranking():
    return core.rank(SCORES)


def panel(ranking):
    letters = len(letters_of(ranking))
    return Panel("Scores", scores_spec("mean (%)", len(ranking.systems), letters), score_rows(ranking, POINTS))


def test_systems_come_from_the_best_with_their_intervals(ranking):
    rows = score_rows(ranking, POINTS)
    systems = rows[rows["part"] == "system"]
    assert systems["name"].tolist() == ["new", "newer", "old", "rules"]
    assert systems["score"].tolist() == [92.5, 90, 75, 71.25]
    assert systems["among"].tolist() == ["best", "best", "other", "other"]
    for row, system in zip(systems.itertuples(), ranking.systems, strict=True):
        assert (row.low, row.high) == pytest.approx(tuple(100 * end for end in system.interval))


def test_each_letter_of_several_systems_is_a_line(ranking):
    rows = score_rows(ranking, POINTS)
    assert letters_of(ranking) == [[0, 1], [2, 3]]
    spans = rows[rows["part"] == "span"][["name", "last"]].to_numpy().tolist()
    assert spans == [["new", "newer"], ["old", "rules"]]
    assert rows[rows["part"] == "member"]["name"].tolist() == ["new", "newer", "old", "rules"]


def test_the_figure_for_a_paper_is_as_wide_as_a_column(ranking):
    drawn = column_figure(panel(ranking))
    scene = vl_convert.vegalite_to_scenegraph(drawn)
    assert scene["width"] == COLUMN
    svg = printed_svg(drawn)
    assert f'width="{COLUMN}pt"' in svg
    assert all(f">{name}<" in svg for name in SCORES)
    assert f"MediaBox [0 0 {COLUMN} ".encode() in printed_pdf(drawn)
    png = to_png(drawn)
    assert int.from_bytes(png[16:20], "big") == pytest.approx(3.3 * 300, abs=3)
    assert pytest.approx(3.3, abs=0.01) == COLUMN / 72
