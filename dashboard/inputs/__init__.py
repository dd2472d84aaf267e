"""Widgets that end in a `PairedScores`.

==========  ==========================================================
module      what it draws
==========  ==========================================================
sources     sample, upload, paste or synthetic: the choice and each
uploads     a file's place: drop it, see its name, remove it
kinds       one registry row for each kind of upload
settings    what is asked of the scores
few         the few items that are resampled by hand
counts      items, helped and hurt: presets and sliders
question    the test, the question and α of helped/hurt data
grid        the values of a p-value grid, exact or sampled
ranges      lists of numbers as a person types them
==========  ==========================================================
"""

from dashboard.inputs.settings import choose_settings
from dashboard.inputs.sources import Source, choose_source, first_source

__all__ = ["Source", "choose_settings", "choose_source", "first_source"]
