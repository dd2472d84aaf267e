"""Files of real systems become :class:`core.paired.PairedScores`."""

from core.readers.long import read_long
from core.readers.scores import read_scores
from core.readers.tables import read_table, read_tables
from core.readers.text import Source, Upload

__all__ = ["Source", "Upload", "read_long", "read_scores", "read_table", "read_tables"]
