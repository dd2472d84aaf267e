"""The settings of *Many systems*: the source of the scores, and the arguments of `core.rank`."""

from core.ranking.corrections import CORRECTIONS
from core.significance import ALTERNATIVES
from dashboard.setting import Setting
from dashboard.settings import COMPARE, MANY

SETTINGS = MANY | {
    "metric": COMPARE["metric"],
    "test": COMPARE["test"],
    # The system that all others are compared with; None compares every pair
    "against": Setting(None),
    # A one-sided alternative needs a baseline
    "many_alternative": Setting("two-sided", choices=ALTERNATIVES, parameter="alternative"),
    "alpha": COMPARE["alpha"],
    "correction": Setting("holm", choices=tuple(CORRECTIONS)),
    "over": COMPARE["over"],
    "confidence_level": COMPARE["confidence_level"],
    "resamples": COMPARE["resamples"],
    "seed": COMPARE["seed"],
}
