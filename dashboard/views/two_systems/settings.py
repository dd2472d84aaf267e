"""The settings of *Two systems*: the source of the scores, the arguments of `core.compare`, and the groups."""

from core.ranking.corrections import PVALUE_CORRECTIONS
from dashboard.setting import Setting
from dashboard.settings import COMPARE, DATA, NAMES

# The column of the groups, or None if the data suggest it, and the correction of their p-values
GROUPS = {
    "by": Setting(None, when=("source", "upload")),
    "by_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
}
SETTINGS = DATA | NAMES | COMPARE | GROUPS
