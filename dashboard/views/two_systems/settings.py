"""The settings of *Two systems*: where the scores come from, all that `core.compare` takes, and the groups."""

from core.ranking.corrections import PVALUE_CORRECTIONS
from dashboard.setting import Setting
from dashboard.settings import COMPARE, DATA, NAMES

# The column of the groups, None where the data suggest it, and the correction of their p-values
GROUPS = {
    "by": Setting(None, when=("source", "upload")),
    "by_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
}
SETTINGS = DATA | NAMES | COMPARE | GROUPS
