"""The page's names for the arguments that read files of many systems."""

from core.common.phrases import counted
from core.readers import FORMATS

LAYOUTS = {
    "auto": "what is recognised",
    "wide": "a column for each system",
    "long": "a row for each item and system",
    "rows": "a row for each system, and items or tasks in columns",
}
DIRECTIONS = {"auto": "as the columns' names say", "higher": "higher", "lower": "lower"}

# The arguments of all logs
LOGS = {
    option.name: option.label
    for format in FORMATS.values() if format.takes_many
    for option in format.options if not option.hint and option.name not in ("baseline", "experimental")
}  # fmt: skip

# The arguments of `core.read_systems` on the page
COLUMNS = LOGS | {
    "columns": "Systems",
    "system": "System's name",
    "score": "Score",
    "id": "Item id",
    "runs": "Run (seed, epoch, trial)",
    "cluster": "Cluster (document, passage)",
    "strata": "Task (scores averaged over tasks)",
    "reference": "References",
    "measure": "Measure",
}


def arranged_words(kind: str, files: int) -> str:
    """Return how the files are read.

    Examples
    --------
    >>> arranged_words("wide", 1), arranged_words("tables", 3)
    ('Read as a table with a column for each system', 'Read as 3 tables, one a system')
    """
    said = {
        "wide": "a table with a column for each system",
        "long": "a long table, a row for each item and system",
        "tables": f"{counted(files, 'table')}, one a system",
        "scores": f"{counted(files, 'score file')}, one a system",
        "segments": f"{counted(files, 'file')} of translations and references",
        "logs": counted(files, "log"),
    }
    return f"Read as {said[kind]}"
