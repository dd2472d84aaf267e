"""*Why tools disagree*: its rows, its texts, and the page."""

import pytest
from streamlit.testing.v1 import AppTest

from core.data.paired import PairedScores
from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import disagreement
from dashboard.views.why_tools_disagree import words
from dashboard.views.why_tools_disagree.chart import definition_rows
from tests.dashboard.steps import APP, drop, opened, result


def test_a_sampled_count_of_zero_is_nowhere_shown_as_zero():
    # Six kinds of items, too many to enumerate; the baseline's best items are better than the other system's worst.
    scores = (
        [[1, 2], [0, 3], [1, 1], [3, 0], [2, 2], [4, 1]] * 20,
        [[3, 1], [2, 0], [2, 1], [3, 1], [5, 1], [9, 1]] * 20,
    )
    result = disagreement(PairedScores.from_scores(*scores), metric="f1-errors", n_resamples=1_000)
    sampled = {row.definition.key: row for row in result.rows if row.none_counted}
    assert {"bootstrap", "no-plus-one", "half-size", "unpaired"} <= set(sampled)
    rows = definition_rows(result, alpha=0.05).set_index("name")
    table = {row["Definition"].strip("*"): row["p"] for row in words.table_rows(result, None, 0.05)}
    for row in sampled.values():
        # The upper end of the 99 % Clopper-Pearson interval of 0 in 1,000 is 1 - 0.005 ** (1 / 1,000).
        assert table[row.definition.name] == words.rounded(row) == "< 0.00528"
        shown = rows.loc[row.definition.name]
        assert (shown["p"], shown["where"]) == ("< 0.00528", "beyond")
        assert shown["left"] == pytest.approx(0.00528, abs=1e-5)
    assert "to **below 0.00528**: 11 of 11 definitions" in words.split_sentence(result, 0.05)


def test_a_level_is_kept_from_page_to_page():
    alpha = 0.0001
    page = AppTest.from_file(APP, default_timeout=60).run()
    next(each for each in page.number_input if each.key == "alpha").set_value(alpha).run()
    page.switch_page("views/why_tools_disagree/view.py").run()
    assert page.number_input(key="alpha").value == alpha
    assert any(f"At α = {alpha:g} **" in _spaced(text.value) for text in page.markdown)
    page.switch_page("views/two_systems/view.py").run()
    assert page.session_state["alpha"] == alpha


def _spaced(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_page_shows_each_lesson_and_own_scores():
    page = opened("why_tools_disagree", swaps="100", sample="disagreement")
    table = page.table[0].value.set_index("Definition")
    assert list(table.index) == [f"**{row.name}**" if row.report else row.name for row in DEFINITIONS.values()]
    # Markdown would show a line that begins with ">" as a quotation.
    assert _spaced(table["p"]["Ties as losses"]) == "\\> 0.9999"
    for data in ("identical", "ten-questions", "own"):
        page.session_state["data"] = data
        page.run()
        assert not page.exception
        assert not page.error
    assert "500 items: 17 helped, 7 hurt" in _spaced(page.markdown[2].value)
    page.session_state["definition"] = "one-sided-as-two"
    page.session_state["swaps"] = "20"
    page.run()
    assert any("One-sided read as two" in text.value for text in page.markdown)


@pytest.mark.thorough
def test_items_of_several_tasks_are_one_list(visit):
    table = b"id,old,new,task\n" + b"".join(b"q%d,%d,%d,t%d\n" % (i, i % 3 > 0, i % 5 > 0, i % 2) for i in range(30))
    app = drop(visit(source="upload", pick_strata="task"), table_csv=table)
    assert result(app)["strata"] == {"t0": 15, "t1": 15}
    app.switch_page("views/why_tools_disagree/view.py").run()
    app.pills(key="data").set_value("own").run()
    assert not app.exception
    assert any("all tasks as one list" in each.value for each in app.caption)
