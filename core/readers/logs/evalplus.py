"""EvalPlus: the samples of each task of HumanEval+ or MBPP+, with the status of the base tests and of the extra tests.

As in EvalPlus, a sample is right by ``plus`` if it passes both. Version 0.1 wrote the statuses in two lists of a task.
BigCodeBench writes the same file with one ``status``.
"""

from collections.abc import Iterable
from typing import Any

from core.errors import DataError
from core.readers.logs.harness import by_record, first_record, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_PASS = ("pass", "success")


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    tasks = _tasks(file.record)
    tested = [task for task, held in tasks.items() if any(plus is not None for _, plus in _statuses(held))]
    if tested and len(tested) < len(tasks):
        raise DataError(f"{log.label}: some tasks have a status of the extra tests, and others none: is the file cut?")
    for task, held in tasks.items():
        for run, (base, plus) in enumerate(_statuses(held), 1):
            log.add("base", task, float(base in _PASS), run)
            if tested:
                log.add("plus", task, float(base in _PASS and plus in _PASS), run)
    for name, stated in (file.record.get("pass_at_k") or {}).items():
        if name in log.measures and "pass@1" in stated:
            log.measures[name].stated, log.measures[name].stated_of = float(stated["pass@1"]), len(tasks)
    return log


def _tasks(record: dict[str, Any]) -> dict[str, Any]:
    held: dict[str, Any] = record["eval"] if isinstance(record.get("eval"), dict) else record
    return held


def _statuses(held: Any) -> Iterable[tuple[str, str | None]]:
    if isinstance(held, dict):
        base = [status for status, *_ in held["base"]]
        return zip(base, [status for status, *_ in held["plus"]] or [None] * len(base), strict=True)
    status = "base_status" if "base_status" in held[0] else "status"
    return [(sample[status], sample.get("plus_status")) for sample in held]


def _is_evalplus(record: dict[str, Any]) -> bool:
    held = next(iter(_tasks(record).values()), None)
    if isinstance(held, dict):
        return held.keys() >= {"nfiles", "base", "plus"}
    sample = first_record(held)
    return "base_status" in sample or sample.keys() >= {"solution", "status"}


FORMAT = log_format(
    "evalplus",
    "Results of EvalPlus",
    "The eval_results.json of each model, or that of BigCodeBench: the samples that passed the base tests, or the "
    "extra tests too.",
    logs=one_by_one(_log),
    sniff=by_record(_is_evalplus, "its tasks have samples with the status of base tests, as EvalPlus writes them"),
)
