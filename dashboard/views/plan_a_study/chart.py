"""The chart of power against the number of items, with the desired powers and the present number of items."""

import altair as alt
import pandas as pd

from core.planning.planning import Plan
from core.planning.sizes import PowerCurve
from core.report.numbers import percent
from dashboard.charts.axis import CURVE_HEIGHT, ON_TOP, edges, layered, nearest, rows_of
from dashboard.charts.palette import HELPED, MUTED, TEXT, either

_LINE = either(HELPED, "#6CB4EE")


def plan_chart_rows(plan: Plan, curve: PowerCurve) -> pd.DataFrame:
    """Return the rows of the curve, of the desired powers, and of the present and required numbers of items."""
    points = pd.DataFrame({"part": "point", "n": curve.n, "power": curve.power, "low": curve.low, "high": curve.high})
    points["shown"] = [percent(each) for each in curve.power]
    targets = pd.DataFrame({"part": "target", "power": plan.targets})
    targets["name"] = [percent(each) for each in plan.targets]
    parts = [points, targets.assign(n=plan.largest_shown())]
    needed = [
        {"part": "needed", "n": n, "power": target, "name": f"{n:,}"} for target, n in plan.smallest_n.items() if n
    ]
    if plan.n is not None and plan.power is not None:
        needed.append({"part": "hand", "n": plan.n, "power": plan.power, "name": f"your {plan.n:,}"})
    if plan.simulated is not None:
        simulated = plan.simulated
        sizes = [simulated.effective.items(int(each)) for each in simulated.sizes]
        parts.append(pd.DataFrame({"part": "simulated", "n": sizes, "power": simulated.powers}))
    parts.append(pd.DataFrame(needed))
    # The ends of both axes.
    parts.append(pd.DataFrame({"part": "edge", "n": [0, plan.largest_shown()], "power": [0.0, 1.0]}))
    return pd.concat([part for part in parts if len(part)], ignore_index=True)


def plan_spec(counted: str) -> dict:
    """``counted`` names the units of the number n: items or clusters."""
    axis = alt.Axis(grid=False, format=",d", tickCount=6)
    x = alt.X("n:Q", title=counted, scale=alt.Scale(nice=False, zero=True), axis=axis)
    axis = alt.Axis(format=".0%", tickCount=6, minExtent=30, **ON_TOP)
    y = alt.Y("power:Q", title="power", scale=alt.Scale(domain=[0, 1], nice=False), axis=axis)
    points = rows_of("point").encode(x=x)
    targets = rows_of("target").encode(y=y)
    needed = rows_of("needed").encode(x=x, y=y)
    hand = rows_of("hand").encode(x=x, y=y)
    tooltip = [alt.Tooltip("n:Q", title=counted, format=","), alt.Tooltip("shown:N", title="power")]
    layers = [
        edges(x=x, y=y),
        targets.mark_rule(color=TEXT, strokeDash=[5, 4], strokeWidth=1.2, tooltip=None),
        targets.mark_text(align="left", dx=6, fontWeight="bold", color=TEXT, tooltip=None).encode(
            x=x, text="name:N"
        ),
        points.mark_area(color=_LINE, opacity=0.3, tooltip=None).encode(y=alt.Y("low:Q", title="power"), y2="high:Q"),
        points.mark_line(color=_LINE, strokeWidth=2, tooltip=None).encode(y=y),
        rows_of("simulated")
        .mark_point(color=_LINE, size=45, strokeWidth=1.5, opacity=1, tooltip=None)
        .encode(x=x, y=y),
        hand.mark_rule(color=MUTED, strokeDash=[2, 3], strokeWidth=1.5, tooltip=None)
        .encode(y2=alt.datum(0)),
        hand.mark_point(color=TEXT, filled=True, shape="diamond", size=110, opacity=1, tooltip=None),
        hand.mark_text(color=TEXT, align="left", baseline="bottom", dx=6, dy=-4, fontWeight="bold")
        .encode(y=alt.datum(0), text="name:N"),
        needed.mark_point(color=_LINE, filled=True, size=80, opacity=1, tooltip=None),
        needed.mark_text(color=_LINE, align="right", baseline="bottom", dx=-6, dy=-4, fontWeight="bold", tooltip=None)
        .encode(text="name:N"),
        nearest(points.encode(y=y, color=alt.value(_LINE)), ["n"], tooltip),
    ]  # fmt: skip
    return layered(layers, CURVE_HEIGHT + 30, right=44)
