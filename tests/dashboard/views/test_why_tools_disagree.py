"""*Why tools disagree*: its rows, its texts, and the page."""

import pytest
from streamlit.testing.v1 import AppTest

import core
from core.data.paired import PairedScores
from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import LESSONS, disagreement
from core.teaching.type_one import type_one_errors
from dashboard.views.why_tools_disagree import words
from dashboard.views.why_tools_disagree.chart import FLOOR, alarm_rows, definition_rows
from tests.dashboard.steps import APP, drop, opened, result, visit

__all__ = ["visit"]

NAMES = [row.name for row in DEFINITIONS.values()]


@pytest.fixture(scope="module")
def few():
    return disagreement(LESSONS["few-changes"].pair())


@pytest.fixture(scope="module")
def alarms(few):
    n, changed, both = few.null_design()
    return type_one_errors(n, changed, both_correct=both, alphas=(0.01, 0.05, 0.1))


def test_every_definition_is_a_row_and_zero_stands_on_the_edge():
    rows = definition_rows(disagreement(LESSONS["identical"].pair()), alpha=0.05)
    assert rows["name"].dropna().tolist() == NAMES
    strict = rows[rows["name"] == "Permutation, strict"].iloc[0]
    assert (strict["where"], strict["left"], strict["p"]) == ("beyond", FLOOR, "0")
    assert rows[rows["part"] == "alpha"]["left"].tolist() == [0.05]


def test_the_chosen_definition_is_marked_among_the_false_alarms(alarms):
    rows = alarm_rows(alarms, "folded", 0.05)
    assert set(rows[rows["part"] == "chosen"]["definition"]) == {"Folded bootstrap"}
    assert len(rows[rows["part"] == "other"]) == 3 * (len(DEFINITIONS) - 1)
    assert rows[rows["part"] == "alpha"]["type_one_error"].tolist() == [0.01, 0.1]


def test_the_false_alarms_reach_to_the_level_asked_for():
    errors = type_one_errors(10, 0.7)
    for alpha, reach in ((0.001, 0.1), (0.05, 0.1), (0.2, 0.2), (0.5, 0.5)):
        rows = alarm_rows(errors, "folded", alpha)
        for part in ("chosen", "other", "alpha"):
            assert rows[rows["part"] == part]["alpha"].max() == reach


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


def test_what_underflows_is_not_zero():
    result = disagreement(PairedScores.from_scores([0] * 4_000, [1] * 4_000, decimals=0))
    shown = {row.definition.key: words.rounded(row) for row in result.rows}
    assert shown["permutation"] == shown["ties-as-losses"] == shown["one-sided-as-two"] == "< 10⁻³⁰⁰"
    assert shown["bootstrap"] == shown["half-size"] == "0"


def test_what_is_known_only_to_be_small_is_bounded():
    clear = disagreement(core.helped_hurt(400, 90, 3))
    shown = {row.definition.key: words.rounded(row) for row in clear.rows}
    assert shown["folded"] == shown["unpaired"] == "< 10⁻¹²"
    assert shown["permutation"] == "2.71 × 10⁻²³"
    identical = disagreement(LESSONS["identical"].pair())
    assert {words.rounded(row) for row in identical.rows if row.pvalue == 0} == {"0"}


def test_data_without_helped_and_hurt_have_no_false_alarms():
    pair = PairedScores.from_scores([[1, 2], [3, 1], [0, 1]], [[2, 2], [3, 0], [1, 1]])
    result = disagreement(pair, metric="f1-errors", n_resamples=50)
    assert result.null_design() is None
    assert words.data_sentence(result) == "3 items, compared in f1-errors."
    assert words.table_rows(result, None, 0.05)[10]["p"] == "–"


@pytest.mark.parametrize("alpha", [0.0001, 0.0123, 0.2, 0.5])
def test_every_level_is_kept_from_page_to_page(alpha):
    page = AppTest.from_file(APP, default_timeout=60).run()
    next(each for each in page.number_input if each.key == "alpha").set_value(alpha).run()
    page.switch_page("views/why_tools_disagree/view.py").run()
    assert page.number_input(key="alpha").value == alpha
    assert any(f"At α = {alpha:g} **" in _spaced(text.value) for text in page.markdown)
    page.switch_page("views/two_systems/view.py").run()
    assert page.session_state["alpha"] == alpha


def test_a_link_sets_the_level():
    page = opened("why_tools_disagree", alpha="0.2")
    assert page.number_input(key="alpha").value == 0.2
    assert page.query_params["alpha"] == "0.2"


def _spaced(text):
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_the_page_shows_each_lesson_and_own_scores():
    page = opened("why_tools_disagree")
    table = page.table[0].value.set_index("Definition")
    assert list(table.index) == [f"**{row.name}**" if row.report else row.name for row in DEFINITIONS.values()]
    # Markdown would show a line that begins with ">" as a quotation.
    assert _spaced(table["p"]["Ties as losses"]) == "\\> 0.9999"
    for data in ("identical", "ten-questions", "own"):
        page.session_state["data"] = data
        page.run()
        assert not page.exception
        assert not page.error
    assert "1,953 items: 198 helped, 91 hurt" in _spaced(page.markdown[2].value)
    page.session_state["definition"] = "one-sided-as-two"
    page.session_state["swaps"] = "20"
    page.run()
    assert any("One-sided read as two" in text.value for text in page.markdown)


def test_items_of_several_tasks_are_one_list(visit):
    table = b"id,old,new,task\n" + b"".join(b"q%d,%d,%d,t%d\n" % (i, i % 3 > 0, i % 5 > 0, i % 2) for i in range(30))
    app = drop(visit(source="upload", pick_strata="task"), table_csv=table)
    assert result(app)["strata"] == {"t0": 15, "t1": 15}
    app.switch_page("views/why_tools_disagree/view.py").run()
    app.pills(key="data").set_value("own").run()
    assert not app.exception
    assert any("all tasks as one list" in each.value for each in app.caption)
