"""The lessons, by the address of their page."""

from collections.abc import Mapping

from dashboard.lessons import (
    exact_or_sampled,
    helped_and_hurt,
    in_class,
    pvalue_grid,
    resample_by_hand,
    why_tools_disagree,
)
from dashboard.lessons.lesson import Lesson

LESSONS: Mapping[str, Lesson] = {
    "resample-by-hand": resample_by_hand.LESSON,
    "helped-and-hurt": helped_and_hurt.LESSON,
    "pvalue-grid": pvalue_grid.LESSON,
    "exact-or-sampled": exact_or_sampled.LESSON,
    "why-tools-disagree": why_tools_disagree.LESSON,
    "in-class": in_class.LESSON,
}
