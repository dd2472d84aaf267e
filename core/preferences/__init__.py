"""Which systems judges prefer: win, tie or loss of two systems on an item.

==========  ==========================================================================
module      contents
==========  ==========================================================================
judgments   judgments of pairs: item, two systems, verdict, judge, order
reading     files of judgments: tables, FastChat, AlpacaEval, arena-hard, Vicuna
results     results for two systems, or for many
strengths   Bradley and Terry's strengths, and the systems that have one
==========  ==========================================================================
"""

from core.preferences._prefer import prefer
from core.preferences.judgments import Preferences
from core.preferences.reading import read_preferences
from core.preferences.results import PreferenceRanking, PreferenceResult

__all__ = ["PreferenceRanking", "PreferenceResult", "Preferences", "prefer", "read_preferences"]
