"""Files of real systems become :class:`core.paired.PairedScores`."""

from core.readers.scores import read_scores
from core.readers.text import Source, Upload

__all__ = ["Source", "Upload", "read_scores"]
