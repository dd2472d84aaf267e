"""τ-bench: the list of trials of each run; a task's trials are its runs."""

from core.readers.format import Sniff
from core.readers.logs.harness import log_format, one_by_one
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
    logs=one_by_one(_log),
    sniff=_sniff,
)
