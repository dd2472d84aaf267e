"""*p-value grid*: the typed lists, the rows of its charts, its texts, and the page."""

import re
from fractions import Fraction

import pytest

from core.teaching.grid import PRIMER, pvalue_grid
from dashboard.charts.figure import Panel, alone, to_svg
from dashboard.charts.pvalues import limits
from dashboard.views.pvalue_grid import words
from dashboard.views.pvalue_grid.curves import curve_rows, curves_figure, curves_spec
from dashboard.views.pvalue_grid.heat_map import heat_rows, heat_spec
from dashboard.views.pvalue_grid.lists import map_values
from dashboard.views.pvalue_grid.names import pvalue_name
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import opened

AXES = ("hurt", "effect")


@pytest.fixture(scope="module")
def primer():
    return pvalue_grid(PRIMER["n"], PRIMER["effects"], PRIMER["hurts"])


@pytest.fixture(scope="module")
def small():
    return pvalue_grid(500, range(1, 6), range(8))


def page(**query):
    return opened("pvalue_grid", **query)


# Charts


def test_a_point_tells_its_items_and_its_p_value(primer):
    rows = curve_rows(primer, 100, 0.05)
    point = rows[(rows["part"] == "point") & (rows["effect"] == 5) & (rows["hurt"] == 2)].iloc[0]
    assert (point["helped_items"], point["hurt_items"], point["shown"]) == (7, 2, "p = 0.0584")


def test_the_border_runs_around_the_significant_cells(small):
    rows = heat_rows(small, AXES, 0.05)
    cells = rows[rows["part"] == "cell"].set_index(["effect", "hurt"])["pvalue"]
    for side, (up, across) in {"lower": (-1, 0), "upper": (1, 0), "left": (0, -1), "right": (0, 1)}.items():
        drawn = set(zip(*rows.loc[rows["part"] == side, ["effect", "hurt"]].to_numpy().T, strict=True))
        expected = {
            (effect, hurt)
            for (effect, hurt), p in cells.items()
            if p <= 0.05 and cells.get((effect + up, hurt + across), 0) > 0.05
        }
        assert drawn == expected
    assert set(rows["part"]) == {"cell", "right", "lower"}


@pytest.mark.parametrize("alpha", [0.0001, 0.001, 0.0127, 0.05, 0.2, 0.5])
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
    drawn = to_svg(alone(Panel("500 items", heat_spec(AXES, alpha), rows)))
    assert "e-0" not in "".join(re.findall(r">[<≤>&;lgt ]*[0-9.e-]+<", drawn))


def test_a_number_just_beyond_alpha_is_not_printed_as_alpha():
    grid = pvalue_grid(500, Fraction(9, 2), 15)
    assert grid.pvalue[0] == pytest.approx(0.050056, abs=1e-6)
    assert heat_rows(grid, AXES, 0.05).loc[0, "label"] == ".0501"
    few = pvalue_grid(500, 5, 5, method="monte-carlo")
    assert heat_rows(few, AXES, 0.0001).loc[0, "label"] == ".002"
    assert heat_rows(pvalue_grid(500, 9, 0, method="monte-carlo"), AXES, 0.0001).loc[0, "label"] == "<.001"


# Words


def test_the_primer_s_statements_are_computed_from_the_data(primer):
    captions = {n: words.curves_caption(primer, n, 0.05) for n in PRIMER["n"]}
    assert "+2 % is never significant: p = 0.1326 even if none are hurt." in captions[100]
    assert "+5 % is significant only up to 1 % hurt: at 2 %, p = 0.0584." in captions[100]
    assert "+2 % is significant only up to 2 % hurt: at 3 %, p = 0.0649." in captions[500]
    assert "+1 % is significant only up to 3 % hurt" in captions[2_000]
    assert "+0.5 % is significant only up to 4 % hurt" in captions[10_000]
    assert words.reach_table(primer, 0.05)["100 items"].tolist() == ["never", "never", "never", "0 %", "1 %", "12 %"]


def test_a_sampled_count_of_zero_is_never_shown_as_zero():
    one, two = (
        pvalue_grid(1_000, 10, 0, method="monte-carlo", alternative=side, test="bootstrap")
        for side in ("greater", "two-sided")
    )
    assert pvalue_name(one, 0.0) == "< 0.000530"
    assert pvalue_name(two, 0.0) == "< 0.00106"


# The page


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
    app = page(sizes="1:10")
    assert "has more than 8 values" in app.error[0].value
    app = page(cells="own", map_sizes="0", map="hurt-n")
    assert len(app.error) == 1
    assert "n == 0" in app.error[0].value


@pytest.mark.parametrize(("n", "effects"), [(100, [0.5]), (50, [0.5, 1]), (500, []), (10, [0.5, 1, 2, 3, 5])])
def test_effects_below_an_item_are_marked_and_explained(n, effects):
    grid = pvalue_grid(n, ["0.5", 1, 2, 3, 5], range(0, 20, 10))
    rows = curve_rows(grid, n, 0.05)
    points = rows[rows["part"] == "point"]
    assert sorted(set(points.loc[points["without"], "effect"])) == effects
    caption = words.curves_caption(grid, n, 0.05)
    assert caption.count("as many are helped as hurt (dotted)") == len(effects)
    assert "+0.5 % is never significant" not in caption or not effects
    drawn = to_svg(curves_figure([Panel("curves", curves_spec(5, "light"), rows)]))
    assert ('stroke-dasharray="2,4"' in drawn) == bool(effects)
