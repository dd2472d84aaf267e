"""Files of real systems become `PairedScores`, or `Scores` of many systems.

==========================  ==========================================================================
`read`                      files of any format, recognised
`read_scores`               two score files: one, two or four numbers a line
`read_table`                one table with a column for each system
`read_tables`               two tables, joined on an id
`read_long`                 one long table with a column that names the system
`read_systems`              any number of systems: one table, one file each, logs
`read_labels`               gold labels and two predictions, one a line
`read_label_table`          the same as columns of one table
`read_label_tables`         two tables, each with gold labels beside one system's
`read_frame`                a data frame of any library, counted by its own engine
`read_large`                one large table in any number of files, counted where they lie
`read_entities`             BIO-tagged CoNLL columns: gold and two predictions
`read_conlleval`            the same where each system's file holds the right tags too
`read_conll_coreference`    what the CoNLL coreference scorer printed for two systems
`read_segments`             translations and references: BLEU, chrF, chrF++, TER
`parse_conll_coreference`   the same for one system, document by document
`coreference_metrics`       which metrics such a file holds
`FORMATS`                   every format by its name: a `Format` says what the program knows of it
`preview`                   what a file seems to hold, and which of its lines cannot be read
`suggest`                   which reader suits some files, and which of their columns are what
==========================  ==========================================================================

A source is a path or an `Upload`: a name and bytes in memory.
"""

from core.readers._preview import Column, Preview, preview
from core.readers.conll_coreference import read_conll_coreference
from core.readers.conlleval import read_conlleval
from core.readers.entities import read_entities
from core.readers.format import Format
from core.readers.formats import FORMATS
from core.readers.frames import read_frame
from core.readers.label_tables import read_label_table, read_label_tables
from core.readers.labels import read_labels
from core.readers.large import read_large
from core.readers.problems import Problem
from core.readers.reading import read
from core.readers.roles import Role
from core.readers.scorer_output import coreference_metrics, parse_conll_coreference
from core.readers.scores import read_scores
from core.readers.segments import read_segments
from core.readers.suggestion import Suggestion, suggest
from core.readers.systems import Arrangement, arrangement, read_systems
from core.readers.tables import read_long, read_table, read_tables
from core.readers.text import Source, Upload

__all__ = [
    "FORMATS", "Arrangement", "Column", "Format", "Preview", "Problem", "Role", "Source", "Suggestion", "Upload",
    "arrangement", "coreference_metrics", "parse_conll_coreference", "preview", "read", "read_conll_coreference",
    "read_conlleval", "read_entities", "read_frame", "read_label_table", "read_label_tables", "read_labels",
    "read_large", "read_long", "read_scores", "read_segments", "read_systems", "read_table", "read_tables",
    "suggest",
]  # fmt: skip
