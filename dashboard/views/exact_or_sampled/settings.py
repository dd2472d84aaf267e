"""The settings of *Exact or sampled*: the comparison whose p-value is sampled, and the most sentences timed."""

from dashboard.setting import Setting
from dashboard.settings import COMPARE, DATA

SETTINGS = {
    "study": Setting("taggers", choices=("taggers", "own")),
    "sentences": Setting("1000", choices=("250", "500", "1000", "2000", "4000", "8000"), when=("study", "taggers")),
    "usual_p": Setting(True, bool, when=("study", "taggers")),
    "study_seed": Setting(0, int, low=0, high=2**32 - 1),
    "timed_to": Setting("2000", choices=("2000", "4000", "8000", "10000")),
    **DATA,
    "metric": COMPARE["metric"],
}
