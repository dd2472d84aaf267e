"""Charts of the errors of sampled p-values, and of the run time of each method."""

from collections.abc import Iterable, Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd

from core.teaching.convergence import RESAMPLES, SamplingError, Trial
from core.teaching.run_times import RunTime
from dashboard.charts.axis import keyed, layered, rows_of
from dashboard.charts.palette import BAND, BODY, DOT, HELPED, HURT, MUTED, TEXT

# The range of relative errors on the chart; errors outside are drawn at its edge.
FLOOR, CEILING = 1e-3, 10.0

_GREEN = "#009E73"
# Height of a label on the axis of milliseconds, in powers of ten.
_LINE = 0.26


def error_rows(trials: Iterable[Trial], errors: Iterable[SamplingError]) -> pd.DataFrame:
    """Return one row for each sampled p-value, and for each number of swaps the spread, the median and the theory."""
    rows: list[dict[str, object]] = []
    for error in errors:
        k = error.n_resamples
        rows.append({"part": "spread", "swaps": k, "error": error.lower_quartile, "high": error.upper_quartile})
        rows.append({"part": "median", "swaps": k, "error": error.median})
        rows.append({"part": "theory", "swaps": k, "error": error.standard_error})
    # The labels are on the lines: the upper one at the line's beginning, the lower one at the line's end.
    rows[2]["name"], rows[-2]["name"] = "standard error in theory", "median"
    for trial in trials:
        row = {"part": "trial", "swaps": trial.n_resamples, "error": trial.relative_error}
        rows.append(row | {"exact": trial.exact_pvalue, "sampled": trial.sampled_pvalue})
    frame = pd.DataFrame(rows)
    return frame.assign(**frame[["error", "high"]].clip(FLOOR, CEILING))


def error_spec() -> dict:
    swaps = alt.Scale(type="log", domain=[min(RESAMPLES), max(RESAMPLES)], nice=False, padding=12)
    axis = alt.Axis(values=[100, 1_000, 10_000, 100_000], format=",", grid=False, ticks=True)
    x = alt.X("swaps:Q", title="random swaps drawn", scale=swaps, axis=axis)
    errors = alt.Scale(type="log", domain=[FLOOR, CEILING], nice=False)
    axis = alt.Axis(values=[0.001, 0.01, 0.1, 1, 10], format=",~%", tickCount=5)
    y = alt.Y("error:Q", title="error, relative to the exact p-value", scale=errors, axis=axis)
    pvalues = [alt.Tooltip(f"{how}:Q", title=f"{how} p", format=".3~g") for how in ("exact", "sampled")]
    tooltip = [alt.Tooltip("swaps:Q", format=","), *pvalues]
    theory, median = (rows_of(part).encode(x=x, y=y) for part in ("theory", "median"))
    named = "isValid(datum.name)"
    layers = [
        rows_of("spread").mark_area(color=BAND, opacity=0.28).encode(x=x, y=y, y2="high"),
        rows_of("trial").mark_point(color=MUTED, size=9, filled=True, opacity=1).encode(x=x, y=y, tooltip=tooltip),
        theory.mark_line(color=TEXT, strokeDash=[5, 4], strokeWidth=1.5),
        median.mark_line(color=DOT, strokeWidth=2.5, point=alt.OverlayMarkDef(color=DOT, size=50)),
        theory.transform_filter(named)
        .mark_text(align="left", color=TEXT, fontWeight="bold", dy=-12, tooltip=None)
        .encode(text="name:N"),
        median.transform_filter(named)
        .mark_text(align="right", color=DOT, fontWeight="bold", dy=18, tooltip=None)
        .encode(text="name:N"),
    ]
    return layered(layers, 300)


def time_rows(times: Iterable[RunTime], names: Mapping[tuple[str, int | None], str]) -> pd.DataFrame:
    """Return one row for each measurement, named by its method and number of swaps."""
    measured = [(row.n_items, names[row.method, row.n_resamples], row.seconds, 1000 * row.seconds) for row in times]
    rows = pd.DataFrame(measured, columns=["sentences", "method", "seconds", "milliseconds"])
    # The labels are at the ends of the lines, moved apart if they would overlap.
    last = rows[rows["sentences"] == rows["sentences"].max()].sort_values("milliseconds")
    heights = np.log10(last["milliseconds"].to_numpy())
    steps = _LINE * np.arange(len(last))
    placed = np.maximum.accumulate(heights - steps) + steps
    ends = last.assign(part="end", milliseconds=10 ** (placed - (placed - heights).mean()))
    return pd.concat([rows.assign(part="time"), ends], ignore_index=True)


def time_spec(names: Sequence[str]) -> dict:
    colours = [HELPED, HURT, HURT, BODY, BODY, _GREEN, _GREEN]
    shapes = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "triangle-right"]
    dashes = [[1, 0], [1, 0], [4, 3], [1, 0], [4, 3], [1, 0], [4, 3]]
    scale = alt.Scale(type="log", nice=False, padding=12)
    axis = alt.Axis(values=[250, 500, 1_000, 2_000, 4_000, 8_000], format=",", grid=False, ticks=True)
    times = alt.Axis(values=[0.1, 1, 10, 100, 1_000, 10_000, 100_000], format=",~r")
    chart = alt.Chart().encode(
        x=alt.X("sentences:Q", title="sentences", scale=scale, axis=axis),
        y=alt.Y("milliseconds:Q", title="milliseconds", scale=alt.Scale(type="log"), axis=times),
        color=keyed(alt.Color, "method:N", dict(zip(names, colours, strict=False))),
        shape=keyed(alt.Shape, "method:N", dict(zip(names, shapes, strict=False))),
        tooltip=[
            alt.Tooltip("method:N"),
            alt.Tooltip("sentences:Q", format=","),
            alt.Tooltip("milliseconds:Q", format=",.3~r"),
        ],
    )
    dash = keyed(alt.StrokeDash, "method:N", dict(zip(names, dashes, strict=False)))
    measured = chart.transform_filter(alt.datum.part == "time")
    layers = [
        measured.mark_line(strokeWidth=2).encode(strokeDash=dash),
        measured.mark_point(filled=True, size=60, opacity=1),
        chart.transform_filter(alt.datum.part == "end")
        .mark_text(align="left", dx=8, fontWeight="bold", tooltip=None)
        .encode(text="method:N", shape=alt.Undefined, color=alt.value(TEXT)),
    ]
    return layered(layers, 340)
