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

=================  ==========================================================================================
module             what is in it
=================  ==========================================================================================
binary             files that are no text, told by the bytes that they begin with
by_dask            files counted by a Dask cluster
columns            what all formats share whose files are tables: how they are recognised and shown
comments           comments above scores, which are left out
conll_coreference  output of the CoNLL coreference scorer for two systems, matched document by document
conlleval          tagged tokens with the right tags beside the predicted ones
counts             whether two or four numbers a line are numerators and denominators
decimal_comma      decimal commas: read where a file is consistent, else asked about
delimited          CSV, TSV and tables separated by semicolons or white space
entities           three files of tagged tokens → entities found, predicted and right in each sentence
file               a file to be recognised: its bytes, text, shape and table
format             what a format is: one record for each
formats            every format that can be read, by its name, in the order of menus: a new one is one row
frames             data frames, grouped and counted by their own engine
harnesses          what tools write that is not read, and what to do with it
headers            whether the first line of a table names its columns or is an item like the others
ids                which column names the items of several tables, told from its values where no name says so
items              which columns name the items of rows, and which tell the samples of one item apart
joining            rows of several tables that belong to one item, and what is the same of all of them
kinds              what a text looks like, told from its first lines
label_columns      which columns of three tables hold the gold labels and the two predictions
label_counts       labels → true positives, predictions and gold items of each label
label_table        one table with a column of gold labels and one of each system's predictions
label_tables       two tables, one a system, with a column of gold labels in both
labels             gold labels and two systems' predictions, one a line
large              files too large to list, counted by DuckDB
limits             how large a line, a cell and a table may be
loading            a file of columns as a table
logs               logs of evaluation harnesses: one harness a file, and what they share
maps               one JSON object that holds all items
names              what columns are called
notation           true and false, per cent, quotes and decimal commas
numeric            numbers as people print them, and how many decimals they printed
options            slots and options that several formats share
packed             workbooks, Parquet files and NumPy arrays, which become text
pairing            the statistics of two systems become one pair
problems           what is wrong with a file, line by line
prose              files of sentences, which have to be scored before they can be compared
reading            reading files of any format: recognised where it is not named
records            JSON: an object on each line, or one value that holds them all
remarks            marks of missing scores, classes, sorted files, and whether lower is better
roles              what the columns of tables are: one model for all verbs
score_columns      which column holds the scores, where nobody says
score_lines        the lines of a score file: their header, their delimiter, and their fields
scorer_output      what the CoNLL coreference scorer prints → recall and precision counts of every document
scores             score files: one line an item; one, two or four numbers a line
segments           translations and references → sacreBLEU's statistics of each segment
shapes             what a name looks like, whatever its letters and digits are
spelling           labels that are written in two ways
stacking           any number of systems' statistics become `Scores`
suggestion         which format suits some files, and which of their columns are what
summaries          rows that sum the others up
systems            any number of systems on the same items, and how files hold them
table              a table as read: named columns of cells that are still text
table_scores       the rows of tables, whose columns are known, as scores
tables             two systems in tables: a column for each, a row for each item and system, or a table for each
tags               tags of tokens → the entities that they mean
totals             totals of one system, which are no scores of items
text               files and uploads as text with one kind of line ending, or a sentence that says why not
=================  ==========================================================================================
"""

from core.readers._preview import Column, Preview, preview
from core.readers.conll_coreference import read_conll_coreference
from core.readers.conlleval import read_conlleval
from core.readers.entities import read_entities
from core.readers.format import Format
from core.readers.formats import FORMATS
from core.readers.frames import read_frame
from core.readers.label_table import read_label_table
from core.readers.label_tables import read_label_tables
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
    "FORMATS",
    "Arrangement",
    "Column",
    "Format",
    "Preview",
    "Problem",
    "Role",
    "Source",
    "Suggestion",
    "Upload",
    "arrangement",
    "coreference_metrics",
    "parse_conll_coreference",
    "preview",
    "read",
    "read_conll_coreference",
    "read_conlleval",
    "read_entities",
    "read_frame",
    "read_label_table",
    "read_label_tables",
    "read_labels",
    "read_large",
    "read_long",
    "read_scores",
    "read_segments",
    "read_systems",
    "read_table",
    "read_tables",
    "suggest",
]
