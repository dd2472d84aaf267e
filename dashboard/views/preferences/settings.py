"""The settings of *Preferences*: the source of the judgments, and the arguments of `core.prefer`."""

from core.ranking.corrections import PVALUE_CORRECTIONS
from dashboard.setting import Setting
from dashboard.settings import COMPARE

SETTINGS = {
    "judged": Setting(
        "sample", choices=("sample", "upload", "paste"), also={"example": "sample", "files": "upload"}, asked=True
    ),
    # The columns of a table; None means that the files suggest them
    "judged_item": Setting(None, parameter="item"),
    "judged_judge": Setting(None, parameter="judge"),
    "judged_order": Setting(None, parameter="order"),
    # Names separated by commas, quoted if needed; None means all systems
    "judged_systems": Setting(None, parameter="systems"),
    "alpha": COMPARE["alpha"],
    "judged_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
    "confidence_level": COMPARE["confidence_level"],
}
