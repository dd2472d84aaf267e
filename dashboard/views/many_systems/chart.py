"""The ranking as a picture: each system's score with its interval, and lines that join what is not told apart."""

import altair as alt
import pandas as pd

from core.ranking.ranked import Ranking
from core.report.numbers import Unit
from core.report.ranking_cells import interval_words, ranks_words, score_words
from dashboard.charts.axis import AXIS, layered
from dashboard.charts.palette import THEMES

STEP = 26
# A line for each letter takes this much room at the right; more letters are in the table only.
_LETTER = 11
_MOST_LETTERS = 16
_NAME = 24


def letters_of(ranking: Ranking) -> list[list[int]]:
    """Return the groups that hold several systems, each as its systems' places, where they fit beside the picture."""
    if ranking.baseline is not None:
        return []
    groups: dict[str, list[int]] = {}
    for place, system in enumerate(ranking.systems):
        for letter in system.letters:
            groups.setdefault(letter, []).append(place)
    found = [places for places in groups.values() if len(places) > 1]
    return found if len(found) <= _MOST_LETTERS else []


def score_rows(ranking: Ranking, unit: Unit) -> pd.DataFrame:
    """Return a row for each system, and for each letter its systems and the line that joins them."""
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
    for k, places in enumerate(letters_of(ranking)):
        rows += [{"part": "member", "name": names[place], "k": k} for place in places]
        rows.append({"part": "span", "name": names[places[0]], "last": names[places[-1]], "k": k})
    return pd.DataFrame(rows)


def scores_spec(title: str, systems: int, letters: int, theme: str) -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn."""
    colours = THEMES[theme]
    chart, part = alt.Chart(), alt.datum.part
    y = alt.Y(
        "name:N",
        sort=None,
        title=None,
        axis=alt.Axis(
            domain=False, ticks=False, grid=True, gridOpacity=0.35, labelLimit=150, labelPadding=6,
            labelOverlap=False,
            labelExpr=f"length(datum.label) > {_NAME} ? slice(datum.label, 0, {_NAME - 1}) + '…' : datum.label",
        ),
    )  # fmt: skip
    x = alt.X(
        "score:Q",
        title=title,
        scale=alt.Scale(zero=False, nice=True),
        axis=alt.Axis(grid=False, tickCount=5, domain=True, titlePadding=6, labelFlush=False),
    )
    colour = alt.Color(
        "among:N", scale=alt.Scale(domain=["best", "other"], range=[colours.dot, colours.muted]), legend=None
    )
    tooltip = [
        alt.Tooltip("name:N", title="system"),
        alt.Tooltip("shown:N", title="score"),
        alt.Tooltip("interval:N", title="interval"),
        alt.Tooltip("ranks:N", title="rank"),
        alt.Tooltip("group:N", title="group"),
    ]
    systems_drawn = chart.transform_filter(part == "system")
    at_right = alt.expr(f"{_LETTER} * (datum.k + 1)")
    layers = [
        systems_drawn.mark_rule(strokeWidth=3, strokeCap="round").encode(
            x=alt.X("low:Q", title=title), x2="high:Q", y=y, color=colour, tooltip=tooltip
        ),
        systems_drawn.mark_point(filled=True, size=90, opacity=1).encode(x=x, y=y, color=colour, tooltip=tooltip),
        chart.transform_filter(part == "span")
        .mark_rule(color=colours.muted, strokeWidth=2, xOffset=at_right, tooltip=None)
        .encode(x=alt.value("width"), y=y, y2="last:N"),
        chart.transform_filter(part == "member")
        .mark_point(filled=True, size=34, opacity=1, color=colours.muted, xOffset=at_right, tooltip=None)
        .encode(x=alt.value("width"), y=y),
    ]
    return layered(layers[: 4 if letters else 2], STEP * systems + 8 + AXIS)
