"""Which systems judges prefer: win, tie or loss of two systems on an item."""

from core.preferences._prefer import prefer
from core.preferences.judgments import Preferences
from core.preferences.reading import read_preferences
from core.preferences.results import PreferenceRanking, PreferenceResult

__all__ = ["PreferenceRanking", "PreferenceResult", "Preferences", "prefer", "read_preferences"]
