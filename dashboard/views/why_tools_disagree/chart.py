"""The p-values of one pair under every definition, and the type I error rate of each definition."""

import altair as alt
import pandas as pd

from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import Disagreement
from core.teaching.type_one import TypeOneErrors
from dashboard.charts.axis import BEYOND, alpha_line, keyed, layered, rows_of, texts
from dashboard.charts.palette import BACKGROUND, HELPED, HURT, MUTED, TEXT
from dashboard.views.why_tools_disagree.words import rounded

# The smallest p-value of the scale; smaller ones are drawn at its left end.
FLOOR = 1e-3
# Larger significance levels are shown only if one of them is chosen.
_REACH = 0.1


def definition_rows(result: Disagreement, alpha: float) -> pd.DataFrame:
    """Return one row for each definition that has a p-value, and one for α."""
    rows: list[dict[str, object]] = [
        {
            "part": "definition",
            "name": row.definition.name,
            "report": "yes" if row.definition.report else "no",
            "where": "beyond" if row.none_counted or row.pvalue < FLOOR else "inside",
            "left": min(max(row.claimed_pvalue, FLOOR), 1.0),
            "p": rounded(row),
            "formula": row.definition.formula,
        }
        for row in result.rows
        if row.pvalue is not None
    ]
    return pd.DataFrame([*rows, {"part": "alpha", "left": max(alpha, FLOOR)}])


def definition_spec() -> dict:
    # Space at the right for the last number.
    scale = alt.Scale(type="log", domain=[FLOOR, 3.0], nice=False)
    axis = alt.Axis(values=[1e-3, 1e-2, 1e-1, 1], format="~r", grid=True, ticks=True, titlePadding=6)
    x = alt.X("left:Q", scale=scale, axis=axis, title="p-value")
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=170, domain=False, ticks=False))
    definitions = rows_of("definition")
    numbers = definitions.encode(x=x, y=y, text="p:N")
    layers = [
        alpha_line(x=x),
        definitions.mark_point(filled=True, size=120, opacity=1).encode(
            x=x,
            y=y,
            color=keyed(alt.Color, "report:N", {"yes": HELPED, "no": HURT}),
            shape=BEYOND,
            tooltip=texts(name="definition", formula="formula", p="p-value"),
        ),
        # An outline keeps the numbers readable on the line of α.
        numbers.mark_text(align="left", dx=10, fontSize=12, stroke=BACKGROUND, strokeWidth=5),
        numbers.mark_text(align="left", dx=10, fontSize=12, color=TEXT),
    ]
    return layered(layers, 390, right=48)


def alarm_rows(errors: TypeOneErrors, chosen: str, alpha: float) -> pd.DataFrame:
    """Return one row for each definition and α up to 0.1, or up to the chosen α, and two for the diagonal.

    The chosen definition's rows are marked.
    """
    frame = pd.DataFrame(errors.records())
    frame = frame[frame["alpha"] <= max(_REACH, alpha)]
    frame["part"] = (frame["definition"] == chosen).map({True: "chosen", False: "other"})
    frame["definition"] = frame["definition"].map({key: row.name for key, row in DEFINITIONS.items()})
    ends = [frame["alpha"].min(), frame["alpha"].max()]
    return pd.concat([frame, pd.DataFrame({"part": "alpha", "alpha": ends, "type_one_error": ends})], ignore_index=True)


def alarm_spec() -> dict:
    x = alt.X("alpha:Q", title="significance level α", axis=alt.Axis(format="~r", grid=False, ticks=True, tickCount=6))
    y = alt.Y("type_one_error:Q", title="false alarms", axis=alt.Axis(format="~%", tickCount=6))
    tooltip = [
        alt.Tooltip("definition:N"),
        alt.Tooltip("alpha:Q", title="α", format=".3~r"),
        alt.Tooltip("type_one_error:Q", title="false alarms", format=".2~%"),
    ]
    others = rows_of("other").encode(x=x, y=y, detail="definition:N", tooltip=tooltip)
    layers = [
        others.mark_line(color=MUTED, strokeWidth=0.8, interpolate="step-after"),
        rows_of("alpha").mark_line(color=TEXT, strokeDash=[5, 4], strokeWidth=1.5).encode(x=x, y=y),
        rows_of("chosen")
        .mark_line(color=HURT, strokeWidth=3, interpolate="step-after")
        .encode(x=x, y=y, tooltip=tooltip),
    ]
    return layered(layers, 300)
