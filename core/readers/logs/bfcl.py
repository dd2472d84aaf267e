"""BFCL: the score files, whose first line counts all items, and whose other lines are the failures only."""

import re
from collections.abc import Sequence
from typing import Any

from core.errors import DataError
from core.readers.logs.harness import by_record, filled, log_format, with_systems
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_MEASURE = "valid"
_COUNTS = frozenset({"accuracy", "correct_count", "total_count"})
_NAME = re.compile(r"BFCL_.*?_(?P<task>.+?)_score(?: \([0-9]+\))?\.json$")


def _logs(files: Sequence[File]) -> list[Log]:
    rows = [[row for _, row in file.records()] for file in files]
    logs = [_log(file, name) for file, name in with_systems(files)]
    for task in {log.task for log in logs}:
        of_task = [(log, held) for log, held in zip(logs, rows, strict=True) if log.task == task]
        failed = dict.fromkeys(str(row["id"]) for _, held in of_task for row in held[1:])
        for log, held in of_task:
            _add(log, held, list(failed))
    return logs


def _log(file: File, system: str) -> Log:
    *folders, name = file.path
    named = _NAME.match(name)
    if named is None:
        return Log(file.label, system, lower_is_better=False)
    return Log(file.label, folders[-1] if folders else system, named["task"], lower_is_better=False)


def _add(log: Log, rows: Sequence[dict[str, Any]], failed: Sequence[str]) -> None:
    counts, total = rows[0], int(rows[0]["total_count"])
    wrong = {str(row["id"]) for row in rows[1:]}
    if len(wrong) != total - int(counts["correct_count"]) or len(wrong) < len(rows) - 1:
        raise DataError(
            f"{log.label}, line 1: {counts['correct_count']} of {total} are correct, and {len(rows) - 1} failures are "
            "listed below: is the file cut, or was it changed?"
        )
    for item in filled(log.label, failed, total):
        log.add(_MEASURE, item, float(item not in wrong))
    held = log.measures[_MEASURE]
    held.stated, held.stated_of = int(counts["correct_count"]) / total, total
    log.by_position = True
    log.notes.append("The files list failures only: every other item is correct.")


FORMAT = log_format(
    "bfcl",
    "Scores of BFCL",
    "The …_score.json of each model: a line of counts, then a line for each item that failed.",
    logs=_logs,
    sniff=by_record(
        lambda record: record.keys() >= _COUNTS and "id" not in record,
        "its first line counts all items, as BFCL's score files do",
    ),
)
