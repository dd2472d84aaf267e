"""The curves of every size that the slider passes have steps."""

from fractions import Fraction

import pytest

from core.teaching.grid import pvalue_grid
from dashboard.views.pvalue_grid.curves import staircase_hurts, staircase_rows

HURTS = staircase_hurts(tuple(map(Fraction, range(20))))


@pytest.fixture(scope="module")
def rows():
    return staircase_rows(pvalue_grid(range(20, 101, 20), [2, 5], HURTS), 0.05)


def test_few_items_make_stairs(rows):
    # With 20 items, 5 % hurt is one item, and so is any value up to 9.5 %.
    step = rows[(rows["part"] == "point") & (rows["effect"] == 5) & rows["hurt"].between(5, 9.5)]["n20"]
    assert len(step) == 10
    assert step.nunique() == 1
