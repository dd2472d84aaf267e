"""*Check a claim*: the rows of its chart, its texts, and the page."""

import json

import pytest
from click.testing import CliRunner

from core.cli import main
from core.planning.claim import check_claim
from dashboard.views.check_a_claim.chart import claim_chart_rows
from tests.dashboard.steps import opened, said


def page(**query):
    return opened("check_a_claim", **query)


def test_the_curves_carry_the_claim_s_p_values():
    rows = claim_chart_rows(check_claim(1000, "71.2", "71.7"))
    curve = rows[(rows["part"] == "point") & (rows["test"] == "bootstrap")].set_index("hurt")["pvalue"]
    assert curve.loc[[0, 1, 2, 201]].round(4).tolist() == [0.0067, 0.0340, 0.0595, 0.4117]
    limits = rows[rows["part"] == "limit"]
    assert limits[["test", "hurt", "name"]].to_numpy().tolist() == [["bootstrap", 1, "1 hurt"]]
    assert rows.loc[rows["part"] == "real", ["hurt", "until"]].to_numpy().tolist() == [[45, 201]]


def test_the_page_and_the_command_line_print_the_same_numbers():
    app = page(items="10000", baseline="0.712", experimental="0.717", alpha="0.01", side="two-sided")
    _, command, _, result = (each.value for each in app.code)
    words_of_command = command.removeprefix("helped-hurt ").split()
    printed = CliRunner().invoke(main, [*words_of_command, "--format", "json"])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.output) == json.loads(result)


def test_numbers_that_no_count_can_print_get_the_nearest_ones_and_nothing_is_lost():
    app = page(items="100", baseline="71.23", experimental="73")
    [error] = app.error
    assert "71.00 (71 of 100)" in error.value
    assert "72.00 (72 of 100)" in error.value
    assert app.text_input(key="baseline").value == "71.23"
    app.text_input(key="baseline").input("71").run()
    assert not app.error
    assert app.query_params["baseline"] in ("71", ["71"])


def test_what_is_no_accuracy_is_told_in_the_words_of_the_page():
    [error] = page(experimental="712/1000", items="900").error
    assert error.value.startswith("New system: 712/1000 counts 1,000 items, but there are 900 items")


def test_another_case_can_be_looked_at():
    app = page()
    app.number_input(key="_claim_hurt").set_value(1).run()
    assert "6 helped, 1 hurt: bootstrap p = 0.0340, permutation p = 0.1250." in said(app)
    # With fewer items this number hurt is impossible, and the case of independent errors is shown again.
    app.number_input(key="_claim_hurt").set_value(250).run()
    app.number_input(key="items").set_value(10).run()
    app.text_input(key="baseline").input("70").run()
    app.text_input(key="experimental").input("80").run()
    assert app.number_input(key="_claim_hurt").value == 1


@pytest.mark.parametrize(
    ("n", "baseline", "experimental", "helped"), [("20000", "50", "60", 2_000), ("100", "0", "100", 100)]
)
def test_what_is_too_small_to_print_reads_the_same_everywhere(n, baseline, experimental, helped):
    app = page(items=n, baseline=baseline, experimental=experimental)
    app.number_input(key="_claim_hurt").set_value(0).run()
    text = said(app)
    assert f"{helped:,} helped, 0 hurt: bootstrap p < .001, permutation" in text
    assert "p = 0," not in text
    assert "<\N{NO-BREAK SPACE}10⁻³⁰⁰" in app.table[0].value["p"][0]
