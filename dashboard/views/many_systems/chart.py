"""The chart of a ranking: scores with intervals, and lines that join systems that do not differ significantly."""

import re

import pandas as pd

from core.ranking.ranked import Ranking
from core.report.numbers import POINTS, Unit
from core.report.ranking import interval_words, pair_words, ranks_words, score_words
from dashboard.charts.pvalues import printed
from dashboard.charts.ranked import cell_rows, groups_of, line_rows


def letters_of(ranking: Ranking) -> list[list[int]]:
    """Return the groups of several systems as lists of ranks, or none if the groups do not fit beside the chart."""
    if ranking.baseline is not None:
        return []
    return groups_of(system.letters for system in ranking.systems)


def score_rows(ranking: Ranking, unit: Unit) -> pd.DataFrame:
    """Return a row for each system, and for each letter the rows of its systems and of the line that joins them."""
    best = set(ranking.best) if ranking.baseline is None else {each.name for each in ranking.systems if each.group}
    rows = [
        {
            "part": "system", "name": each.name, "score": unit.scale * each.score, "low": unit.scale * each.interval[0],
            "high": unit.scale * each.interval[1], "shown": score_words(each, ranking, unit),
            "interval": interval_words(each, ranking, unit), "ranks": ranks_words(each), "group": each.group,
            "among": "best" if each.name in best else "other",
        }
        for each in ranking.systems
    ]  # fmt: skip
    names = [each.name for each in ranking.systems]
    rows += line_rows(names, letters_of(ranking))
    return pd.DataFrame(rows)


def matrix_rows(ranking: Ranking, unit: Unit) -> pd.DataFrame:
    """Return two cells for each pair: above the diagonal with its adjusted p-value, below with the difference."""
    rows = []
    for pair in ranking.pairs:
        difference, raw, adjusted = pair_words(pair, ranking, unit)
        reverse = difference.translate(str.maketrans("+−", "−+"))
        # For a sampled p-value of 0 only the upper end of its interval is known.
        label = _dense(adjusted) if adjusted.startswith("<") else printed(pair.adjusted_pvalue, ranking.alpha)
        below = reverse if unit == POINTS else _dense(reverse)
        rows += cell_rows(pair, ranking.alpha, (raw, adjusted), (label, difference), (below, reverse))
    return pd.DataFrame(rows)


def _dense(text: str) -> str:
    """Return a number in the short form of a cell."""
    return re.sub(r"^([<+−]?) ?0\.", r"\1.", text)
