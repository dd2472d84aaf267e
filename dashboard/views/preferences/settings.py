"""The settings of *Preferences*: where the judgments come from, and what `core.prefer` takes."""

from core.ranking.corrections import PVALUE_CORRECTIONS
from dashboard.setting import Setting
from dashboard.settings import COMPARE

SETTINGS = {
    "judged": Setting(
        "sample", choices=("sample", "upload", "paste"), also={"example": "sample", "files": "upload"}, asked=True
    ),
    # The columns of a table; None is what the files suggest
    "judged_item": Setting(None, parameter="item"),
    "judged_judge": Setting(None, parameter="judge"),
    "judged_order": Setting(None, parameter="order"),
    # Names separated by commas, quoted where needed; None is all
    "judged_systems": Setting(None, parameter="systems"),
    "alpha": COMPARE["alpha"],
    "judged_correction": Setting("holm", choices=PVALUE_CORRECTIONS, parameter="correction"),
    "confidence_level": COMPARE["confidence_level"],
}
