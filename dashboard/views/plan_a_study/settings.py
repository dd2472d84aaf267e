"""The settings of *Plan a study*: the known quantities, the present number of items, clusters and runs."""

from dashboard.setting import Setting
from dashboard.settings import COMPARE, DATA, QUESTION

SETTINGS = {
    "known": Setting("rates", choices=("rates", "accuracies", "pilot")),
    "planned_n": Setting(500, int, low=1, high=10_000_000, parameter="items"),
    "planned_helped": Setting(6.0, float, low=0, high=100, when=("known", "rates"), parameter="helped_rate"),
    "planned_hurt": Setting(4.0, float, low=0, high=100, when=("known", "rates"), parameter="hurt_rate"),
    "planned_baseline": Setting("80", when=("known", "accuracies"), parameter="baseline"),
    "planned_experimental": Setting("82", when=("known", "accuracies"), parameter="experimental"),
    "planned_agreement": Setting("90", when=("known", "accuracies"), parameter="agreement"),
    **QUESTION,
    "target": Setting(0.8, float, low=0.05, high=0.9999, parameter="power"),
    "cluster_size": Setting(1.0, float, low=1, high=1_000_000),
    "cluster_correlation": Setting(0.2, float, low=0, high=1),
    "runs": Setting(1, int, low=1, high=1_000_000),
    "run_correlation": Setting(0.5, float, low=0, high=1),
    **DATA,
    "metric": COMPARE["metric"],
}
