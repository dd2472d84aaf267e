"""Read files into `PairedScores` for two systems, or `Scores` for many.

==========================  ==========================================================================
`read`                      files of any format, recognised
`read_scores`               two score files: one, two or four numbers per line
`read_table`                one table with a column for each system
`read_tables`               two tables, joined on an id
`read_long`                 one long table with a column that names the system
`read_systems`              any number of systems: one table, one file each, logs
`read_labels`               gold labels and two predictions, one per line
`read_label_table`          gold labels and predictions as columns of one table
`read_label_tables`         two tables, each with gold labels beside one system's
`read_frame`                a data frame of any library, counted by that library
`read_large`                one large table in any number of files, not loaded into memory
`read_entities`             BIO-tagged CoNLL columns: gold and two predictions
`read_conlleval`            the same, if each system's file also holds the right tags
`read_conll_coreference`    output of the CoNLL coreference scorer for two systems
`read_segments`             translations and references: BLEU, chrF, chrF++, TER
`parse_conll_coreference`   the same for one system, document by document
`coreference_metrics`       the metrics in such a file
`FORMATS`                   every format by its name
`preview`                   the probable contents of a file, and its unreadable lines
`suggest`                   a suggested reader for files, and the roles of their columns
==========================  ==========================================================================

A source is a path or an `Upload`: a name and bytes in memory.
"""

from core.readers._preview import Column, Preview, preview
from core.readers.columns.proposal import Arrangement
from core.readers.columns.roles import Role
from core.readers.coreference import coreference_metrics, parse_conll_coreference, read_conll_coreference
from core.readers.format import Format
from core.readers.formats import FORMATS
from core.readers.frames import read_frame, read_large
from core.readers.labels.entities import read_conlleval, read_entities
from core.readers.labels.label_tables import read_label_table, read_label_tables
from core.readers.labels.labels import read_labels
from core.readers.parsing.problems import Problem
from core.readers.parsing.text import Source, Upload
from core.readers.reading import arrangement, read, read_systems
from core.readers.recognition import Suggestion, suggest
from core.readers.segments import read_segments
from core.readers.tables.scores import read_scores
from core.readers.tables.tables import read_long, read_table, read_tables

__all__ = [
    "FORMATS", "Arrangement", "Column", "Format", "Preview", "Problem", "Role", "Source", "Suggestion", "Upload",
    "arrangement", "coreference_metrics", "parse_conll_coreference", "preview", "read", "read_conll_coreference",
    "read_conlleval", "read_entities", "read_frame", "read_label_table", "read_label_tables", "read_labels",
    "read_large", "read_long", "read_scores", "read_segments", "read_systems", "read_table", "read_tables",
    "suggest",
]  # fmt: skip
