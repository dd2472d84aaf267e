"""The settings of *Check a claim*: the printed accuracies are text, because their number of decimals matters."""

from dashboard.setting import Setting
from dashboard.settings import COMPARE

SETTINGS = {
    "items": Setting(1000, int, low=1, high=10_000_000),
    "baseline": Setting("71.2"),
    "experimental": Setting("71.7"),
    "side": Setting("usual", choices=("usual", "greater", "two-sided", "less")),
    "alpha": COMPARE["alpha"],
}
