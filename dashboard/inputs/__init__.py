"""Widgets that end in a `PairedScores`.

=========== ==========================================================
module      what it draws
=========== ==========================================================
sources     dropped files, paste, synthetic or sample: the choice and each
uploads     the drop area, and the files that were dropped
uploaded    what the files are, and which belongs to which system
columns     which of their columns are what
formats     what messages advise, and the code that reads the same files again
settings    what is asked of the scores
systems     any number of systems: the choice of their source, and of their columns
at_hand     the systems that the settings name, read without asking
two_of_many two of them, as one pair
own         scores of one's own on a page that opens with others
question    the test, the question and α of helped/hurt data
=========== ==========================================================
"""

from dashboard.inputs.settings import choose_settings
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["Source", "choose_settings", "choose_source", "choose_swap"]
