"""Comparisons within groups of items, and three tests across the groups."""

from core.groups.comparison import Group, GroupedComparison, by_group, by_measure
from core.groups.heterogeneity import cochran_q, gail_simon, heterogeneity_pvalue, partial_conjunction

__all__ = [
    "Group",
    "GroupedComparison",
    "by_group",
    "by_measure",
    "cochran_q",
    "gail_simon",
    "heterogeneity_pvalue",
    "partial_conjunction",
]
