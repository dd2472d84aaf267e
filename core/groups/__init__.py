"""Comparisons within groups of items, and three tests across the groups."""

from core.groups.comparison import Group, GroupedComparison, by_group, by_measure

__all__ = ["Group", "GroupedComparison", "by_group", "by_measure"]
