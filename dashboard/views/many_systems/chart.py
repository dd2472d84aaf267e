"""The chart of a ranking: scores with intervals, and lines that join systems that do not differ significantly."""

import pandas as pd

from core.ranking.ranked import Ranking
from core.report.numbers import Unit
from core.report.ranking import interval_words, ranks_words, score_words
from dashboard.charts.ranked import groups_of, line_rows


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
