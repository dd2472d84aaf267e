"""The colours of all charts, which colour-blind readers can distinguish, for the light and the dark theme.

Helped and hurt are Okabe and Ito's blue and vermilion. Every filled shape has a contrast of at least 3 : 1 with both
backgrounds; text and lines have 4.5 : 1 with the background of their theme.
"""

from typing import NamedTuple

HELPED = "#0072B2"
HURT = "#D55E00"
BODY = "#7390A6"


class Theme(NamedTuple):
    """The colours that differ between the light and the dark theme."""

    text: str
    muted: str
    band: str
    background: str
    dot: str  # the blue of helped; its contrast on a band is also 3 : 1


THEMES = {
    "light": Theme(text="#2F2D2B", muted="#686560", band="#56B4E9", background="#FFFFFF", dot=HELPED),
    "dark": Theme(text="#EDEBE8", muted="#B4AFA8", band="#56B4E9", background="#171614", dot="#3D9BDA"),
}
