"""Charts of preferences: wins, ties and losses with the win rate; strengths; the matrix of pairs."""

from typing import Any

import altair as alt
import pandas as pd

from core.common.claimed import small
from core.preferences import PreferenceRanking, PreferenceResult
from core.report.preferences import differing, rate
from core.report.ranking import ranks_words
from dashboard.charts.axis import AXIS, layered, rows_of
from dashboard.charts.palette import BODY, DOT, HELPED, HURT, TEXT
from dashboard.charts.pvalues import INK, printed
from dashboard.charts.ranked import cell_rows, groups_of, line_rows

_NAME = 24


def count_rows(result: PreferenceResult) -> pd.DataFrame:
    """Return a row for each of wins, ties and losses in per cent of the judgments, and one for the win rate."""
    counts = pd.DataFrame({"part": "count", "row": "Judgments", "kind": ["wins", "ties", "losses"]})
    number = pd.Series([result.wins, result.ties, result.losses])
    counts["high"] = 100 * number.cumsum() / result.n_judgments
    counts["low"] = counts["high"].shift(fill_value=0.0)
    counts["middle"] = (counts["low"] + counts["high"]) / 2
    counts["wide"] = counts["high"] - counts["low"]
    counts["label"] = number.map("{:,}".format)
    counts["shown"] = counts["label"] + " " + counts["kind"]
    low, high = (100 * end for end in result.win_rate_interval)
    shown = rate(result.win_rate, result.win_rate_interval)
    middle = {"part": "rate", "row": "Win rate", "low": low, "high": high, "middle": 100 * result.win_rate}
    rest = pd.DataFrame([middle | {"shown": shown}, {"part": "half", "middle": 50.0}])
    return pd.concat([counts, rest], ignore_index=True)


def counts_spec(first: str, second: str) -> dict:
    title = f"per cent of judgments: {_cut(first)} wins at the left, {_cut(second)} at the right"
    x = alt.X("low:Q", title=title, scale=alt.Scale(domain=[0, 100]), axis=alt.Axis(grid=False, tickCount=5))
    y = alt.Y("row:N", sort=["Judgments", "Win rate"], title=None, axis=alt.Axis(domain=False, ticks=False))
    kinds = alt.Scale(domain=["wins", "ties", "losses"], range=[HELPED, BODY, HURT])
    colour = alt.Color("kind:N", scale=kinds, legend=alt.Legend(title=None, orient="top", offset=4))
    tooltip = [alt.Tooltip("shown:N", title=" ")]
    counts, rates = rows_of("count"), rows_of("rate")
    return layered(
        [
            counts.mark_bar(height=34).encode(x=x, x2="high:Q", y=y, color=colour, tooltip=tooltip),
            counts.transform_filter(alt.datum.wide > 5)
            .mark_text(fontSize=13, fontWeight="bold", tooltip=None)
            .encode(
                x=alt.X("middle:Q"),
                y=y,
                text="label:N",
                color=alt.condition(alt.datum.kind == "wins", alt.value("#FFFFFF"), alt.value(INK)),
            ),
            rows_of("half")
            .mark_rule(color=TEXT, strokeDash=[4, 3], strokeWidth=1.5, tooltip=None)
            .encode(x=alt.X("middle:Q")),
            rates.mark_rule(color=DOT, strokeWidth=3, strokeCap="round").encode(x=x, x2="high:Q", y=y, tooltip=tooltip),
            rates.mark_point(color=DOT, filled=True, size=110, opacity=1).encode(
                x=alt.X("middle:Q"), y=y, tooltip=tooltip
            ),
        ],
        150 + AXIS,
    )


def _cut(name: str) -> str:
    return name if len(name) <= _NAME else name[: _NAME - 1] + "…"


def strength_rows(ranking: PreferenceRanking) -> pd.DataFrame:
    """Return a row for each ranked system, and for each letter the rows of its systems and of the line joining them."""
    worse = differing(ranking)
    rows: list[dict[str, Any]] = []
    for each in ranking.systems:
        share, _, interval = rate(each.strength, each.interval).partition(" [")
        low, high = (100 * end for end in each.interval)
        rows.append({
            "part": "system", "name": each.name, "score": 100 * each.strength, "low": low, "high": high,
            "shown": share, "interval": f"[{interval}", "ranks": ranks_words(each), "group": each.group,
            "among": "other" if each.name in worse else "best",
        })  # fmt: skip
    names = [each.name for each in ranking.systems]
    return pd.DataFrame([*rows, *line_rows(names, groups_of(each.letters for each in ranking.systems))])


def pair_cells(ranking: PreferenceRanking) -> pd.DataFrame:
    """Return two cells for each pair: its adjusted p-value above the diagonal, the win rate of the row below it."""
    rows = []
    for pair in ranking.pairs:
        share = 100 * (pair.wins + pair.ties / 2) / (pair.wins + pair.ties + pair.losses)
        forward = f"{pair.wins:,} wins, {pair.ties:,} ties, {pair.losses:,} losses"
        backward = f"{pair.losses:,} wins, {pair.ties:,} ties, {pair.wins:,} losses"
        above, below = (printed(pair.adjusted_pvalue, ranking.alpha), forward), (f"{100 - share:.0f} %", backward)
        rows += cell_rows(pair, ranking.alpha, (small(pair.pvalue), small(pair.adjusted_pvalue)), above, below)
    return pd.DataFrame(rows)
