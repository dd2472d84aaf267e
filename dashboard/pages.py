"""The pages, one row for each: address, title, icon, script and settings.

The first page's address is empty. To add a page, add its folder to `views`, its settings to `settings.py`, and its row
here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard import settings
from dashboard.setting import Settings


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the app."""

    menu: str  # the menu that lists it
    title: str
    icon: str  # the name of a Material symbol
    folder: str  # the folder in `views` whose `view.py` draws it
    settings: Settings  # the settings in its URL
    wide: bool = False  # whether it has elements side by side

    @property
    def script(self) -> str:
        """The path of its script within the folder of the app."""
        return f"views/{self.folder}/view.py"


PAGES: Mapping[str, Page] = {
    "": Page("Compare", "Two systems", "compare_arrows", "two_systems", settings.TWO_SYSTEMS),
    "many-systems": Page("Compare", "Many systems", "leaderboard", "many_systems", settings.MANY_SYSTEMS),
    "preferences": Page("Compare", "Preferences", "thumbs_up_down", "preferences", settings.PREFERENCES),
    "check-a-claim": Page("Review", "Check a claim", "fact_check", "check_a_claim", settings.CHECK_A_CLAIM),
    "plan-a-study": Page("Review", "Plan a study", "straighten", "plan_a_study", settings.PLAN_A_STUDY),
    "resample-by-hand": Page(
        "Learn", "Resample by hand", "casino", "resample_by_hand", settings.RESAMPLE_BY_HAND, wide=True
    ),
    "helped-and-hurt": Page(
        "Learn", "Helped and hurt", "balance", "helped_and_hurt", settings.HELPED_AND_HURT, wide=True
    ),
    "pvalue-grid": Page("Learn", "p-value grid", "grid_on", "pvalue_grid", settings.PVALUE_GRID, wide=True),
    "exact-or-sampled": Page("Learn", "Exact or sampled", "query_stats", "exact_or_sampled", settings.EXACT_OR_SAMPLED),
    "why-tools-disagree": Page(
        "Learn", "Why tools disagree", "call_split", "why_tools_disagree", settings.WHY_TOOLS_DISAGREE
    ),
    "in-class": Page("Learn", "In class", "groups", "in_class", settings.IN_CLASS, wide=True),
    "methods": Page("Methods", "Methods", "menu_book", "methods", settings.METHODS),
}
