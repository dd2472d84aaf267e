"""Which systems judges prefer: win, tie or loss of two systems on an item.

==========  ==========================================================================
module      what is in it
==========  ==========================================================================
judgments   judgments of pairs: item, two systems, verdict, judge, order
reading     files of judgments: tables, FastChat, AlpacaEval, arena-hard, Vicuna
results     what is found of two systems, or of many
strengths   Bradley and Terry's strengths, and which systems have one
==========  ==========================================================================
"""

from core.preferences._prefer import prefer
from core.preferences.judgments import Preferences
from core.preferences.reading import read_preferences
from core.preferences.results import PreferenceRanking, PreferenceResult

__all__ = ["PreferenceRanking", "PreferenceResult", "Preferences", "prefer", "read_preferences"]
