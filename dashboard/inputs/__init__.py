"""Widgets that end in a `PairedScores`.

==========  ==========================================================
module      what it draws
==========  ==========================================================
sources     dropped files, paste, synthetic or sample: the choice and each
uploads     the drop area, and the files that were dropped
uploaded    what the files are, and which belongs to which system
columns     which of their columns are what
names       what the systems are called
formats     what messages advise, and the code that reads the same files again
settings    what is asked of the scores
few         the few items that are resampled by hand
counts      items, helped and hurt: presets and sliders
question    the test, the question and α of helped/hurt data
grid        the values of a p-value grid, exact or sampled
ranges      lists of numbers as a person types them
==========  ==========================================================
"""

from dashboard.inputs.settings import choose_settings
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["Source", "choose_settings", "choose_source", "choose_swap"]
