"""The settings of *Helped and hurt*: its counts are those of the synthetic source."""

from dashboard.setting import Setting
from dashboard.settings import COUNTS, PRIMER

SETTINGS = {
    **COUNTS,
    "counted_in": Setting("items", choices=("items", "percent")),
    "helped_percent": Setting(40.0, float, low=0, high=100, when=("counted_in", "percent")),
    "hurt_percent": Setting(30.0, float, low=0, high=100, when=("counted_in", "percent")),
    **PRIMER,
    "repeat_seed": Setting(0, int, low=0, high=2**32 - 1),
    "lesson": Setting(1, int, low=1, high=3),
    "lesson_seed": Setting(2, int, low=0, high=2**32 - 1),
}
