"""τ-bench: the list of trials of each run; a task's trials are its runs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from core.readers.format import Sniff
from core.readers.logs.guarding import label_of, systems_of
from core.readers.logs.json_text import parse, records
from core.readers.logs.log import Log
from core.readers.logs.offered import log_format
from core.readers.parsing.file import File

__all__ = ["FORMAT"]

_MEASURE = "reward"
_TRIAL = frozenset({"task_id", "reward"})


def _logs(files: Sequence[File]) -> list[Log]:
    return [_log(file, system) for file, system in zip(files, systems_of(files), strict=True)]


def _log(file: File, system: str) -> Log:
    log = Log(label_of(file.source), system, "")
    trials = _second(file) or [row for _, row in records(file.any_text)]
    times: Counter[str] = Counter()
    for trial in trials:
        times[str(trial["task_id"])] += 1
        reward = trial["reward"] if "reward" in trial else (trial.get("reward_info") or {}).get("reward")
        log.add(
            _MEASURE, str(trial["task_id"]), str(trial.get("trial", times[str(trial["task_id"])])), reward, "no reward"
        )
    log.measures[_MEASURE].lower_is_better = False
    return log


def _second(file: File) -> list[Mapping[str, Any]]:
    """Return the simulations of τ²-bench, which are in one object with their settings."""
    if "simulations" not in file.record:
        return []
    held: list[Mapping[str, Any]] = parse(label_of(file.source), file.any_text.content)["simulations"]
    return held


def _sniff(file: File) -> Sniff:
    held = file.record.get("simulations")
    second = isinstance(held, list) and held and isinstance(held[0], dict) and "reward_info" in held[0]
    is_trials = file.record.keys() >= _TRIAL and not file.record.keys().isdisjoint({"traj", "info", "trial"})
    return Sniff(0.97 if second or is_trials else 0, "it lists trials of tasks, each with its reward")


FORMAT = log_format(
    "tau-bench",
    "Trials of τ-bench",
    "The JSON list of trials of each run, or the simulations of τ²-bench.",
    "trials of τ-bench",
    "trials of τ-bench",
    logs=_logs,
    sniff=_sniff,
)
