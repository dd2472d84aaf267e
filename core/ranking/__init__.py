"""Many systems on the same items: joint resamples, corrections for many tests, groups and ranks."""

from core.ranking.ranked import RankedPair, RankedSystem, Ranking
from core.ranking.ranking import rank

__all__ = ["RankedPair", "RankedSystem", "Ranking", "rank"]
