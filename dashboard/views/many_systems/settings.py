"""The settings of *Many systems*: where the scores come from, and what `core.rank` takes."""

from core.ranking.corrections import CORRECTIONS
from core.significance import ALTERNATIVES
from dashboard.setting import Setting
from dashboard.settings import COMPARE, MANY

SETTINGS = MANY | {
    "metric": COMPARE["metric"],
    "test": COMPARE["test"],
    # The system that all others are compared with; None compares every pair
    "against": Setting(None),
    # Of pairs without a baseline there is no side to ask for
    "many_alternative": Setting("two-sided", choices=ALTERNATIVES, parameter="alternative"),
    "alpha": COMPARE["alpha"],
    "correction": Setting("holm", choices=tuple(CORRECTIONS)),
    "over": COMPARE["over"],
    "confidence_level": COMPARE["confidence_level"],
    "resamples": COMPARE["resamples"],
    "seed": COMPARE["seed"],
}
