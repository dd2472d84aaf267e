"""The colours of every chart, told apart by colour-blind readers, in the light and in the dark.

Helped and hurt are Okabe and Ito's blue and vermilion. Every filled shape has at least 3 : 1 contrast with both
backgrounds; text and lines have 4.5 : 1 with the background that they are for.
"""

from typing import NamedTuple

HELPED = "#0072B2"
HURT = "#D55E00"
BODY = "#7390A6"


class Theme(NamedTuple):
    """What differs between the light and the dark page."""

    text: str
    muted: str
    band: str
    background: str
    dot: str  # helped's blue, with 3 : 1 on a band too


THEMES = {
    "light": Theme(text="#2F2D2B", muted="#686560", band="#56B4E9", background="#FFFFFF", dot=HELPED),
    "dark": Theme(text="#EDEBE8", muted="#B4AFA8", band="#56B4E9", background="#171614", dot="#3D9BDA"),
}
