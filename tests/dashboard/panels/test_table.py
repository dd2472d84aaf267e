"""Cells of tables are shown literally, not as Markdown."""

import pandas as pd

from dashboard.panels.table import literal


def test_only_what_is_markup_is_left_alone():
    cells = {"a *": [">0.9999", "<0.0001", "P(|δ*|)"], "b": ["**bold**", "x", "y"]}
    frame = pd.DataFrame(cells, index=pd.Index(["# 1", 2, "-"], name="which"))
    shown = literal(frame, ["b"])
    assert shown["a \\*"].tolist() == ["\\>0.9999", "\\<0.0001", "P(\\|δ\\*\\|)"]
    assert shown["b"].tolist() == ["**bold**", "x", "y"]
    assert shown.index.tolist() == ["\\# 1", 2, "\\-"]
    assert shown.index.name == "which"
