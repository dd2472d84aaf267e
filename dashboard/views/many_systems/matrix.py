"""All pairs as a matrix: a cell for each two systems, its colour by the adjusted p-value."""

import re
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.ranking.ranked import Ranking
from core.report.numbers import POINTS, Unit
from core.report.ranking_cells import pair_words
from dashboard.charts.pointing import layered_with_pointer
from dashboard.charts.pvalues import cell_layers, limits, printed

# With more systems a cell is too small to be hit.
MOST_SYSTEMS = 60
# With more systems no number fits into a cell, however wide the page.
_MOST_PRINTED = 26
_NAME = 22


def matrix_rows(ranking: Ranking, unit: Unit) -> pd.DataFrame:
    """Return two cells for each pair: above the diagonal with its adjusted p-value, below with the difference."""
    alpha = ranking.alpha
    place = {system.name: i for i, system in enumerate(ranking.systems)}
    short = len(ranking.systems) <= _MOST_PRINTED
    rows = []
    for pair in ranking.pairs:
        difference, raw, adjusted = pair_words(pair, ranking, unit)
        reverse = difference.translate(str.maketrans("+−", "−+"))
        # Of a sampled p of 0 only the upper end of its interval is known.
        label = _dense(adjusted) if adjusted.startswith("<") else printed(pair.adjusted_pvalue, alpha)
        both = {"raw": raw, "adjusted": adjusted, "colour": int(np.searchsorted(limits(alpha), pair.adjusted_pvalue))}
        for row, column, text, shown in (
            (pair.first, pair.second, label, difference),
            (pair.second, pair.first, reverse if unit == POINTS else _dense(reverse), reverse),
        ):
            cell = {"row": row, "column": column, "difference": shown, "label": text if short else None}
            rows.append(both | cell)
    frame = pd.DataFrame(rows)
    order = sorted(range(len(frame)), key=lambda i: (place[frame["row"][i]], place[frame["column"][i]]))
    return frame.iloc[order].reset_index(drop=True)


def _dense(text: str) -> str:
    """A number as it fits into a cell."""
    return re.sub(r"^([<+−]?) ?0\.", r"\1.", text)


def matrix_spec(names: tuple[str, ...], alpha: float, corrected: bool) -> dict:
    """Return the Vega-Lite specification that draws the rows in either theme; the data are added when it is drawn.

    Its selection ``cell`` holds the systems of the row and the column of the cell that was clicked.
    """
    n = len(names)

    def axis(**more: Any) -> alt.Axis:
        return alt.Axis(
            ticks=False, domain=False, labelOverlap=n > _MOST_PRINTED, labelPadding=4,
            labelExpr=f"length(datum.label) > {_NAME} ? slice(datum.label, 0, {_NAME - 1}) + '…' : datum.label", **more
        )  # fmt: skip

    scale = alt.Scale(domain=list(names), paddingInner=0.04, paddingOuter=0)
    x = alt.X("column:N", title=None, scale=scale, axis=axis(labelAngle=-50, labelLimit=120, labelBound=False))
    y = alt.Y("row:N", title=None, scale=scale, axis=axis(labelLimit=130))
    chart = alt.Chart()
    picked = alt.selection_point(name="cell", on="click", clear=False, toggle=False, fields=["row", "column"])
    tooltip = [
        alt.Tooltip("row:N", title="row"),
        alt.Tooltip("column:N", title="column"),
        alt.Tooltip("difference:N", title="row minus column"),
        alt.Tooltip("raw:N", title="p"),
        *([alt.Tooltip("adjusted:N", title="adjusted p")] if corrected else []),
    ]
    layers = cell_layers(chart, chart.transform_filter("isValid(datum.label)"), x, y, alpha, tooltip, picked)
    return layered_with_pointer(layers, max(220, 30 * n + 40) if n <= 20 else 22 * n, right=6)
