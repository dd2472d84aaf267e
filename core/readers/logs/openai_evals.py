"""OpenAI evals: the events of a run as JSON lines; ``match`` and ``metrics`` events score a sample."""

from collections.abc import Mapping
from typing import Any

from core.errors import DataError
from core.readers.logs.harness import by_record, log_format, one_by_one
from core.readers.logs.log import Log, truth
from core.readers.parsing.file import File, text_of

_MATCH = "correct"
_EVENT = frozenset({"sample_id", "event_id", "type", "data"})


def _log(file: File, name: str) -> Log:
    rows = [row for _, row in file.records()]
    spec: dict[str, Any] = next((row["spec"] for row in rows if "spec" in row), {})
    report: Any = next((row["final_report"] for row in rows if "final_report" in row), {})
    models = spec.get("completion_fns") or [name]
    log = Log(file.label, ", ".join(map(str, models)), str(spec.get("eval_name") or ""))
    for row in sorted((row for row in rows if "data" in row), key=lambda row: int(row.get("event_id", 0))):
        for measure, score in _scores(str(row.get("type")), row["data"]).items():
            log.add(measure, row["sample_id"], score, run=None)
            if "expected" in row["data"]:
                log.asked[row["sample_id"]] = text_of(row["data"]["expected"])
    if not log.measures:
        raise DataError(f"{log.label} holds no event that scores a sample (match, metrics): was the run stopped?")
    if _MATCH in log.measures:
        held = log.measures[_MATCH]
        held.lower_is_better = False
        once = all(len(runs) == 1 for runs in held.scores.values())
        if once and isinstance(report, dict) and isinstance(report.get("accuracy"), int | float):
            held.stated = float(report["accuracy"])
    return log


def _scores(kind: str, data: Mapping[str, Any]) -> dict[str, float | None]:
    if kind == "match":
        return {_MATCH: truth(data["correct"])}
    if kind != "metrics":
        return {}
    return {str(name): float(value) for name, value in data.items() if isinstance(value, bool | int | float)}


FORMAT = log_format(
    "openai-evals",
    "Events of OpenAI evals",
    "The record of each run: JSON lines, of which the events match and metrics score the samples.",
    logs=one_by_one(_log),
    sniff=by_record(
        lambda record: record.keys() >= _EVENT or record.keys() in ({"spec"}, {"final_report"}),
        "its lines are events of OpenAI evals",
    ),
)
