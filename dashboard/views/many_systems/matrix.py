"""The matrix of all pairs: one cell for two systems, coloured by the adjusted p-value."""

import re

import numpy as np
import pandas as pd

from core.ranking.ranked import Ranking
from core.report.numbers import POINTS, Unit
from core.report.ranking import pair_words
from dashboard.charts.pvalues import limits, printed
from dashboard.charts.ranked import MOST_PRINTED


def matrix_rows(ranking: Ranking, unit: Unit) -> pd.DataFrame:
    """Return two cells for each pair: above the diagonal with its adjusted p-value, below with the difference."""
    alpha = ranking.alpha
    place = {system.name: i for i, system in enumerate(ranking.systems)}
    short = len(ranking.systems) <= MOST_PRINTED
    rows = []
    for pair in ranking.pairs:
        difference, raw, adjusted = pair_words(pair, ranking, unit)
        reverse = difference.translate(str.maketrans("+−", "−+"))
        # For a sampled p-value of 0 only the upper end of its interval is known.
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
    """Return a number in the short form of a cell."""
    return re.sub(r"^([<+−]?) ?0\.", r"\1.", text)
