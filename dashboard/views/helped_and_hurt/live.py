"""The chart that moves while its slider is dragged: the browser has all frames and shows one of them."""

from typing import Any

import altair as alt

from dashboard.charts.axis import difference_axis, edges, layered, observed_line, rows_of
from dashboard.charts.distribution import EXTENT, SHARE, bars
from dashboard.charts.palette import BAND, MUTED, TEXT

# The name of the parameter that holds the frame number; the slider sets it.
FRAME = "frame"


def live_spec(axis_title: str) -> dict:
    """Return the Vega-Lite specification that draws the frame of the parameter `FRAME`, which is added when drawn.

    The rows of part ``edge`` belong to no frame: they fix both axes, and higher bars are cut.
    """
    x = difference_axis("left", axis_title)
    y = alt.Y(
        "share:Q",
        title="share",
        scale=alt.Scale(nice=False),
        axis=alt.Axis(format="~%", tickCount=3, grid=True, minExtent=EXTENT, maxExtent=EXTENT),
    )
    # Above the plot: inside it these texts would cover the bars on a phone.
    said: dict[str, Any] = {"align": "left", "baseline": "bottom", "color": TEXT}
    layers = [
        edges(x=x, y=y),
        rows_of("band").mark_rect(color=BAND, opacity=0.22).encode(x=x, x2="right"),
        bars(rows_of("body", "tail"), axis_title, y, SHARE),
        alt.Chart().mark_rule(color=MUTED, strokeDash=[4, 4], strokeWidth=1.5).encode(x=alt.XDatum(0)),
        *observed_line(x),
        rows_of("p")
        .mark_text(fontSize=18, fontWeight="bold", **said)
        .encode(x=alt.value(0), y=alt.value(-40), text="label:N"),
        rows_of("counts").mark_text(fontSize=13, **said).encode(x=alt.value(0), y=alt.value(-22), text="label:N"),
    ]
    specification = layered(layers, 300)
    # This filter comes before the layers, so they only process the rows of one frame.
    specification["transform"] = [{"filter": f"datum.part === 'edge' || datum.frame === {FRAME}"}]
    return specification
