"""The curves of every size that the slider passes have steps."""

from fractions import Fraction

import pytest

from core.teaching.grid import pvalue_grid
from dashboard.views.pvalue_grid.staircase import FIRST, SIZES, staircase_hurts, staircase_rows, staircase_spec

HURTS = staircase_hurts(tuple(map(Fraction, range(20))))


@pytest.fixture(scope="module")
def rows():
    return staircase_rows(pvalue_grid(range(20, 101, 20), [2, 5], HURTS), 0.05)


def test_each_size_has_the_primer_s_pvalues(rows):
    points = rows[rows["part"] == "point"].set_index(["effect", "hurt"])
    assert points.loc[(2, 0), "n100"] == pytest.approx(0.1326, abs=5e-5)
    assert points.loc[(5, 2), "n100"] == pytest.approx(0.0584, abs=5e-5)


def test_few_items_make_stairs(rows):
    # With 20 items, 5 % hurt is one item, and so is any value up to 9.5 %.
    step = rows[(rows["part"] == "point") & (rows["effect"] == 5) & rows["hurt"].between(5, 9.5)]["n20"]
    assert len(step) == 10
    assert step.nunique() == 1


def test_names_stand_apart_and_the_axis_holds_every_size(rows):
    names = rows[rows["part"] == "name"]
    assert set(names["name"]) == {"+2 %", "+5 %", "α = 0.05"}
    assert names["n100"].nunique() == 3
    sizes = [name for name in rows.columns if name.startswith("n") and name != "name"]
    edges = rows[rows["part"] == "edge"][sizes]
    assert (edges.nunique(axis=1) == 1).all()
    assert rows[rows["part"] == "point"][sizes].max().max() <= edges.max().max()


def test_the_slider_begins_at_a_size_that_it_passes():
    assert FIRST in range(SIZES["min"], SIZES["max"] + 1, SIZES["step"])
    assert staircase_spec(3, "light")["transform"][0]["calculate"] == "datum['n' + size]"


def test_a_wide_range_has_no_more_points():
    assert len(staircase_hurts((Fraction(0), Fraction(100)))) == 61
