"""The chart that moves while its slider is dragged: the browser has all frames and shows one of them."""

from typing import Any

import altair as alt

from dashboard.charts.axis import LEFT_MARGIN, difference_axis, layered, observed_line
from dashboard.charts.palette import BODY, HURT, THEMES

# The name of the parameter that holds the frame number; the slider sets it.
FRAME = "frame"


def live_spec(axis_title: str, theme: str, height: int = 300) -> dict:
    """Return the Vega-Lite specification that draws the frame of the parameter `FRAME`, which is added when drawn.

    The rows of part ``edge`` belong to no frame: they fix both axes, and higher bars are cut.
    """
    colours = THEMES[theme]
    x = difference_axis("left", axis_title)
    chart = alt.Chart()
    part = alt.datum.part
    extent = LEFT_MARGIN - 30
    y = alt.Y(
        "share:Q",
        title="share",
        scale=alt.Scale(nice=False),
        axis=alt.Axis(format="~%", tickCount=3, grid=True, minExtent=extent, maxExtent=extent),
    )
    # Above the plot: inside it these texts would cover the bars on a phone.
    said: dict[str, Any] = {"align": "left", "baseline": "bottom", "color": colours.text}
    layers = [
        chart.transform_filter(part == "edge").mark_point(opacity=0, tooltip=None).encode(x=x, y=y),
        chart.transform_filter(part == "band").mark_rect(color=colours.band, opacity=0.22).encode(x=x, x2="right"),
        chart.transform_filter((part == "body") | (part == "tail"))
        .mark_bar(binSpacing=0.5)
        .encode(
            x=difference_axis("left", axis_title, bin="binned"),
            x2="right",
            y=y,
            color=alt.Color("part:N", scale=alt.Scale(domain=["body", "tail"], range=[BODY, HURT]), legend=None),
            tooltip=[
                alt.Tooltip("left:Q", title="from", format=".3~f"),
                alt.Tooltip("right:Q", title="to", format=".3~f"),
                alt.Tooltip("share:Q", title="share", format=".2~%"),
            ],
        ),
        chart.mark_rule(color=colours.muted, strokeDash=[4, 4], strokeWidth=1.5).encode(x=alt.XDatum(0)),
        *observed_line(x, theme),
        chart.transform_filter(part == "p")
        .mark_text(fontSize=18, fontWeight="bold", **said)
        .encode(x=alt.value(0), y=alt.value(-40), text="label:N"),
        chart.transform_filter(part == "counts")
        .mark_text(fontSize=13, **said)
        .encode(x=alt.value(0), y=alt.value(-22), text="label:N"),
    ]
    specification = layered(layers, height)
    # This filter comes before the layers, so they only process the rows of one frame.
    specification["transform"] = [{"filter": f"datum.part === 'edge' || datum.frame === {FRAME}"}]
    return specification
