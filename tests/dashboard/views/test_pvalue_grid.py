"""*p-value grid*: the typed lists, the rows of its charts, its texts, and the page."""

import re

import pytest
from vl_convert import vegalite_to_svg

from core.teaching.grid import pvalue_grid
from dashboard.charts.figure import Panel, alone
from dashboard.charts.pvalues import limits
from dashboard.views.pvalue_grid.heat_map import heat_rows, heat_spec, map_values
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import opened

AXES = ("hurt", "effect")


def page(**query):
    return opened("pvalue_grid", **query)


@pytest.mark.thorough
@pytest.mark.parametrize("alpha", [0.0127, 0.0001])
def test_limits_and_numbers_hold_at_every_alpha(alpha):
    grid = pvalue_grid(500, map_values("20")["effect"], range(20))
    rows = heat_rows(grid, AXES, alpha)
    cells = rows[rows["part"] == "cell"]
    assert limits(alpha)[2] == alpha
    assert limits(alpha)[-1] < 1
    assert cells["colour"].max() <= len(limits(alpha))
    for p, label in zip(cells["pvalue"], cells["label"], strict=True):
        shown = float(label.lstrip("<>≤"))
        if label[0] in "<>":
            assert (p < shown) == (label[0] == "<")
        else:
            assert (shown <= alpha) == (p <= alpha)
    drawn = vegalite_to_svg(alone(Panel("500 items", heat_spec(AXES, alpha), rows)))
    assert "e-0" not in "".join(re.findall(r">[<≤>&;lgt ]*[0-9.e-]+<", drawn))


def test_the_page_shows_the_primer_s_figure_and_its_link_is_empty():
    app = page()
    captions = [caption.value.replace("\xa0", " ") for caption in app.caption]
    assert captions[0].startswith("+2 % is never significant: p = 0.1326")
    assert captions[4].startswith(unbroken("Every p-value is exact"))
    assert dict(app.query_params) == {}
    assert "helped-hurt grid --n 100,500,2000,10000 --effects 0.5,1,2,3,5,10 --hurts 0:20" in app.code[0].value


def test_a_link_sets_everything_and_keeps_a_value_between_those_of_the_map():
    app = page(sizes="68", sampled="1", seed="4", map="hurt-effect", at_n="68", alpha="0.01")
    captions = [caption.value.replace("\xa0", " ") for caption in app.caption]
    assert any(caption.startswith("On 68 items it takes") for caption in captions)
    assert app.select_slider(key="at_n").value == 68
    command = app.code[1].value
    assert "--n 68 " in command
    assert "--method monte-carlo --seed 4" in command
    before = [caption.value for caption in app.caption]
    [again] = [button for button in app.button if button.label == "Draw again"]
    again.click().run()
    assert app.session_state["seed"] == 5
    assert [caption.value for caption in app.caption] != before


def test_what_cannot_be_read_gets_a_sentence_and_the_rest_stays():
    app = page(effects="1,x")
    assert [error.value.replace("\\", "") for error in app.error] == [
        "Effects, in %: 'x' must be a number, or a range such as 0:20 (0 to 19) or 0:10:0.5."
    ]
    assert any("items it takes" in caption.value for caption in app.caption)
    [error] = page(cells="own", map_sizes="0", map="hurt-n").error
    assert "n == 0" in error.value
