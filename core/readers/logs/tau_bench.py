"""τ-bench: the list of trials of each run; a task's trials are its runs."""

from typing import Any

from core.readers.logs.harness import by_record, first_record, log_format, one_by_one
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_MEASURE = "reward"
_TRIAL = frozenset({"task_id", "reward"})


def _log(file: File, system: str) -> Log:
    log = Log(file.label, system, lower_is_better=False)
    # τ²-bench has its simulations in one object with their settings.
    is_second = "simulations" in file.record
    for trial in file.json["simulations"] if is_second else [row for _, row in file.records()]:
        reward = trial["reward"] if "reward" in trial else (trial.get("reward_info") or {}).get("reward")
        log.add(_MEASURE, trial["task_id"], reward, trial.get("trial"), "no reward")
    return log


def _has_trials(record: dict[str, Any]) -> bool:
    is_first = record.keys() >= _TRIAL and not record.keys().isdisjoint({"traj", "info", "trial"})
    return is_first or "reward_info" in first_record(record.get("simulations"))


FORMAT = log_format(
    "tau-bench",
    "Trials of τ-bench",
    "The JSON list of trials of each run, or the simulations of τ²-bench.",
    logs=one_by_one(_log),
    sniff=by_record(_has_trials, "it lists trials of tasks, each with its reward"),
)
