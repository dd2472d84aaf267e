"""The settings of *Helped and hurt*: the counts are those of the synthetic source."""

from dashboard.setting import Setting
from dashboard.settings import COUNTS, PRIMER

# What dragging the slider of the picture changes, and what stays.
MOVES = {"gain": "hurt, same gain", "hurt": "hurt alone", "n": "items, same shares"}

SETTINGS = {
    **COUNTS,
    "counted_in": Setting("items", choices=("items", "percent")),
    "helped_percent": Setting(40.0, float, low=0, high=100, when=("counted_in", "percent")),
    "hurt_percent": Setting(30.0, float, low=0, high=100, when=("counted_in", "percent")),
    **PRIMER,
    "repeat_seed": Setting(0, int, low=0, high=2**32 - 1),
    "moves": Setting("gain", choices=tuple(MOVES)),
    "lesson": Setting(1, int, low=1, high=3),
    "lesson_seed": Setting(2, int, low=0, high=2**32 - 1),
}
