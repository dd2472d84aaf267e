"""What one takes along of a pair: the checklists' answers, and a figure as wide as a column of a paper."""

import pytest

import core
from core.report.methods import pair_checklist
from core.report.numbers import POINTS
from dashboard.charts.axis import shared_range
from dashboard.charts.distribution import bootstrap_rows, distribution_spec
from dashboard.charts.figure import COLUMN, Panel, column_figure, printed_pdf, printed_png, printed_svg
from dashboard.wording.pictures import SPREAD, paper_lines, short_title
from tests.dashboard.steps import result, visit

__all__ = ["visit"]

LONG = "a-name-of-some-thirty-letters"


@pytest.mark.parametrize("names", [("old", "new"), (f"{LONG}-old", f"new-{LONG}")])
def test_the_figure_for_a_paper_has_names_interval_and_p(names):
    found = core.compare(core.helped_hurt(500, 60, 40).named(*names))
    ends = shared_range([found.bootstrap_distribution], (0.0, found.statistic), (), POINTS)
    specification = distribution_spec(short_title(POINTS, "mean"), "light", 160)
    panel = Panel(SPREAD, specification, bootstrap_rows(found, POINTS, ends))
    drawn = column_figure(panel, *paper_lines(found, POINTS))
    svg = printed_svg(drawn)
    assert f'width="{COLUMN}pt"' in svg
    assert "+4.0 points [0.2, 8.0], p = 0.0569" in svg
    assert "difference in points" in svg
    if names == ("old", "new"):
        assert ">new − old<" in svg
    assert printed_pdf(drawn).startswith(b"%PDF")
    assert int.from_bytes(printed_png(drawn)[16:20], "big") == pytest.approx(3.3 * 300, abs=3)


def test_the_page_offers_checklist_and_figure(visit):
    app = visit(source="synthetic", n="500", helped="60", hurt="40")
    offered = {button.label for button in app.get("download_button")}
    assert {"For a paper (PDF)", "For a paper (PNG)", "For a paper (SVG)"} <= offered
    found = core.compare(core.helped_hurt(500, 60, 40))
    shown = [block.value for block in app.code]
    assert pair_checklist(found, POINTS) in shown
    assert core.report.methods_paragraph(found, POINTS) in shown
    assert any(core.report.latex_report(found, POINTS) in text for text in shown)
    assert "ARR C3" in core.report.markdown_report(found, POINTS)
    assert result(app)["pvalue"] == found.pvalue
