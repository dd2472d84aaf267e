"""The colours of all charts, which colour-blind readers can distinguish, for the light and the dark theme.

Helped and hurt are Okabe and Ito's blue and vermilion. Every filled shape has a contrast of at least 3 : 1 with both
backgrounds; text and lines have 4.5 : 1 with the background of their theme.
"""

from typing import Any, NamedTuple

import altair as alt

HELPED = "#0072B2"
HURT = "#D55E00"
BODY = "#7390A6"
BAND = "#56B4E9"


class Theme(NamedTuple):
    """The colours that differ between the light and the dark theme."""

    text: str
    muted: str
    background: str
    dot: str  # the blue of helped; its contrast on a band is also 3 : 1


THEMES = {
    "light": Theme(text="#2F2D2B", muted="#686560", background="#FFFFFF", dot=HELPED),
    "dark": Theme(text="#EDEBE8", muted="#B4AFA8", background="#171614", dot="#3D9BDA"),
}


def either(light: str, dark: str) -> Any:
    """Return an expression for the first colour on a light background and the second on a dark one.

    It follows the background, even if the visitor changes the theme after the chart was drawn.

    Examples
    --------
    >>> either("#000000", "#ffffff")
    ExprRef({
      expr: "luminance(background) < 0.18 ? '#ffffff' : '#000000'"
    })
    """
    # A luminance of 0.18 has the same contrast with black as with white.
    return alt.ExprRef(f"luminance(background) < 0.18 ? '{dark}' : '{light}'")


TEXT, MUTED, BACKGROUND, DOT = (
    either(getattr(THEMES["light"], name), getattr(THEMES["dark"], name))
    for name in ("text", "muted", "background", "dot")
)
