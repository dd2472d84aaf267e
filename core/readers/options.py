"""Slots and options that several formats share."""

from collections.abc import Sequence

from core.errors import ComparisonError
from core.readers.format import Option, Slot
from core.readers.parsing.file import File
from core.readers.parsing.text import Source

BASELINE = Slot("baseline", "Baseline")
EXPERIMENTAL = Slot("experimental", "Experimental")
TABLE = Slot("source", "Table")
GOLD = Slot(
    "gold",
    "Gold labels",
    "--gold",
    "FILE|COLUMN",
    "Gold labels: a third file, or a column of the one table.",
    lacking="hold no numbers: for predicted labels name the gold labels too",
)

ID = Option(
    "id",
    "Item id (to align items)",
    "--id",
    "Column that names the items, or position, to join row by row [default: id, item, …].",
    required=False,
)
CLUSTER = Option(
    "cluster",
    "Cluster (document, passage)",
    "--cluster",
    "Items of one document or passage, which are resampled as a whole [default: none].",
    required=False,
)
STRATA = Option(
    "strata",
    "Task (scores averaged over tasks)",
    "--strata",
    "Each item's task: scores are averaged over tasks, and items resampled within each [default: none].",
    required=False,
)
RUNS = Option(
    "runs",
    "Run or sample (seed, epoch, trial)",
    "--runs",
    "Which run (seed, epoch, trial) or sample of its item a row is of; an item's score is their mean [default: a "
    "column of such a name, where items have several rows].",
    "COLUMN[,…]",
    required=False,
)
# Names of columns that hold the measure of each row.
MEASURES = ("metric", "measure", "criterion", "metric_name", "measure_name", "evaluation_name")


def _measures(files: Sequence[Source]) -> tuple[str, ...]:
    try:
        table = File(files[0]).table
    except ComparisonError:
        return ()
    name = next((name for name in table.columns if name.strip().casefold() in MEASURES), None)
    kinds = () if name is None else tuple(dict.fromkeys(cell.strip() for cell in table.column(name)))
    return kinds if len(kinds) < len(table) else ()


MEASURE = Option(
    "measure",
    "Measure",
    "--measure",
    "Logs, and tables with rows of several measures: which one.",
    "NAME",
    required=False,
    choices=_measures,
)
COLUMNS = Option(
    "columns",
    "Score",
    "--columns",
    "Tables, one a system: the score column, or two or four, or the label's [default: the only one beside the id].",
    "COLUMN[,…]",
    required=False,
)
BASELINE_COLUMN = Option(
    "baseline", "Baseline's score", "--baseline-column", "One table: the baseline's score (or label).", "COLUMN[,…]"
)
EXPERIMENTAL_COLUMN = Option(
    "experimental",
    "Experimental's score",
    "--experimental-column",
    "One table: the experimental system's.",
    "COLUMN[,…]",
)
LABEL_SET = Option(
    "labels",
    "Label set",
    "--labels",
    "The label set, where it is larger than what occurs: leaving out a label that occurs is an error "
    "[default: every label that occurs].",
    "LABEL[,…]",
    required=False,
    hint="every label that occurs",
)
