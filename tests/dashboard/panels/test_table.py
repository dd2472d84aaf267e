"""Cells of tables are shown literally, not as Markdown."""

import pandas as pd

from dashboard.panels.table import literal


def test_only_what_is_markup_is_left_alone():
    shown = literal(pd.DataFrame({"a *": [">0.9999", "P(|δ*|)"]}, index=["# 1", 2]))
    assert shown["a \\*"].tolist() == ["\\>0.9999", "P(\\|δ\\*\\|)"]
    assert shown.index.tolist() == ["\\# 1", 2]
