"""The settings of *Why tools disagree*: the data, the definition shown, and the number of swaps of a sampled count."""

from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import LESSONS
from dashboard.setting import Setting
from dashboard.settings import COMPARE, DATA

SETTINGS = {
    "data": Setting("few-changes", choices=(*LESSONS, "own")),
    "definition": Setting("bootstrap-strict", choices=tuple(DEFINITIONS)),
    "swaps": Setting("1000", choices=("20", "100", "1000", "10000")),
    "alpha": COMPARE["alpha"],
    **DATA,
    "metric": COMPARE["metric"],
}
