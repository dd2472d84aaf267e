"""Cells of tables are shown literally, not as Markdown."""

from pathlib import Path

import pandas as pd

from dashboard.panels.table import literal

DASHBOARD = Path(__file__).parents[3] / "dashboard"


def test_only_what_is_markup_is_left_alone():
    cells = {"a *": [">0.9999", "<0.0001", "P(|δ*|)"], "b": ["**bold**", "x", "y"]}
    frame = pd.DataFrame(cells, index=pd.Index(["# 1", 2, "-"], name="which"))
    shown = literal(frame, ["b"])
    assert shown["a \\*"].tolist() == ["\\>0.9999", "\\<0.0001", "P(\\|δ\\*\\|)"]
    assert shown["b"].tolist() == ["**bold**", "x", "y"]
    assert shown.index.tolist() == ["\\# 1", 2, "\\-"]
    assert shown.index.name == "which"


def test_numbers_stay_with_their_units():
    # Except in the headings, which have to fit on a phone.
    assert literal(pd.DataFrame({"100 items": ["12 %"]}))["100 items"].tolist() == ["12\N{NO-BREAK SPACE}%"]


def test_every_table_is_drawn_in_one_place():
    callers = [path.name for path in DASHBOARD.rglob("*.py") if "st.table(" in path.read_text()]
    assert callers == ["table.py"]
