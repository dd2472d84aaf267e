"""MT-bench: the judgments of single answers; a question's turns are its runs."""

from typing import Any

from core.common.phrases import counted
from core.readers.logs.harness import by_record, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_KEYS = frozenset({"question_id", "model", "judge", "score"})
# FastChat writes this if the judge's answer holds no score.
_UNPARSED = -1


def _of_file(file: File, _: str) -> list[Log]:
    rows = [row for _, row in file.records()]
    judges = {_judge(row) for row in rows}
    latest: dict[tuple[str, str, str, str], dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: float(row.get("tstamp") or 0)):
        latest[str(row["model"]), str(row["question_id"]), _judge(row), str(row.get("turn", 1))] = row
    logs: dict[str, Log] = {}
    for (model, question, judge, turn), row in latest.items():
        log = logs.setdefault(model, Log(file.label, model, lower_is_better=False))
        measure = "score" if len(judges) == 1 else f"score by {judge}"
        score = row["score"]
        log.add(measure, question, None if score == _UNPARSED else score, turn, "not parsed")
        log.measures[measure].made_with = judge
    for log in logs.values():
        if len(latest) < len(rows):
            log.notes.append(
                f"{file.label}: {counted(len(rows) - len(latest), 'judgment')} made again: the latest of "
                "each question and turn is read."
            )
    return list(logs.values())


def _judge(row: dict[str, Any]) -> str:
    judge = row["judge"]
    return str(judge[0] if isinstance(judge, list) and judge else judge)


FORMAT = log_format(
    "mt-bench",
    "Judgments of MT-bench",
    "The judgments of single answers, of all models or one file each: JSON lines of question_id, model, judge, score.",
    logs=one_by_one(_of_file),
    sniff=by_record(lambda record: record.keys() >= _KEYS, "each line is a judgment of MT-bench"),
)
