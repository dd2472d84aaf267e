"""The downloads of a pair: the answers in the checklists, and a figure as wide as a column of a paper."""

import pytest
from vl_convert import vegalite_to_pdf

import core
from core.report.methods import pair_checklist
from core.report.numbers import POINTS
from dashboard.charts.axis import shared_range
from dashboard.charts.distribution import bootstrap_rows, distribution_spec
from dashboard.charts.figure import COLUMN, Panel, column_figure, printed_svg, to_png
from dashboard.wording.pictures import SPREAD, figure_caption, short_title
from tests.dashboard.steps import result

LONG = "a-name-of-some-thirty-letters"


@pytest.mark.parametrize("names", [("old", "new"), (f"{LONG}-old", f"new-{LONG}")])
def test_the_figure_for_a_paper_fills_a_column_and_names_its_parts(names):
    found = core.compare(core.helped_hurt(500, 60, 40).named(*names))
    ends = shared_range([found.bootstrap_distribution], (0.0, found.statistic), (), POINTS)
    specification = distribution_spec((short_title(POINTS, "mean"), "names"), 160, "share of resamples")
    panel = Panel(SPREAD, specification, bootstrap_rows(found, POINTS, ends))
    drawn = column_figure(panel)
    svg = printed_svg(drawn)
    assert f'width="{COLUMN}pt"' in svg
    # Text of the caption is not in the figure; the band and both axes have labels.
    assert "p = " not in svg
    assert all(f">{text}<" in svg for text in ("95 % interval", "difference in points", "share of resamples", "4 %"))
    assert "+4.0 points [0.2, 8.0], p = 0.0569" in figure_caption(found, POINTS)
    assert vegalite_to_pdf(drawn).startswith(b"%PDF")
    assert int.from_bytes(to_png(drawn)[16:20], "big") == pytest.approx(3.3 * 300, abs=3)


def test_the_page_offers_checklist_and_figure(visit):
    app = visit(source="synthetic", n="500", helped="60", hurt="40")
    offered = {button.label for button in app.get("download_button")}
    assert {"Figure for a paper (PDF)", "Figure for a paper (PNG)", "Figure for a paper (SVG)"} <= offered
    found = core.compare(core.helped_hurt(500, 60, 40))
    shown = [block.value for block in app.code]
    assert pair_checklist(found, POINTS) in shown
    assert core.report.methods_paragraph(found, POINTS) in shown
    assert {core.report.latex_row(found, POINTS), core.report.latex_table(found, POINTS)} <= set(shown)
    assert "ARR C3" in core.report.markdown_report(found, POINTS)
    assert result(app)["pvalue"] == found.pvalue
