"""Terminal-bench: the ``results.json`` of each trial, in the folders of a run, or that of the whole run."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.readers.logs.harness import ABSENT, bare_name, by_record, log_format
from core.readers.logs.log import Log, truth
from core.readers.parsing.file import File

_MEASURE = "is_resolved"
_TRIAL = frozenset({"task_id", "is_resolved"})


def _logs(files: Sequence[File]) -> list[Log]:
    logs: dict[str, Log] = {}
    known: set[tuple[str, str, str]] = set()
    for file in files:
        held = file.json
        for trial in held.get("results", [held]):
            system = _system(file, trial)
            item, name = str(trial["task_id"]), str(trial.get("trial_name") or trial.get("id") or file.label)
            if (system, item, name) in known:
                continue  # in the file of the run and in its own
            known.add((system, item, name))
            log = logs.setdefault(system, Log(file.label, system, lower_is_better=False))
            # A trial that failed before it was scored counts as not resolved, as in the run's accuracy.
            log.add(_MEASURE, item, truth(trial["is_resolved"]) or 0.0, run=None)
    return list(logs.values())


def _system(file: File, trial: Mapping[str, Any]) -> str:
    """Return the folder of the run: the first above those that are called as the task or the trial."""
    *folders, _ = file.path
    task, name = str(trial["task_id"]), str(trial.get("trial_name") or trial["task_id"])
    above = (folder for folder in reversed(folders) if folder not in (task, name) and not folder.startswith(f"{task}."))
    return next(above, bare_name(file))


def _is_trial(record: dict[str, Any]) -> bool:
    held = record.get("results")
    first = held[0] if isinstance(held, list) and held and isinstance(held[0], dict) else record
    return first.keys() >= _TRIAL


FORMAT = log_format(
    "terminal-bench",
    "Trials of Terminal-bench",
    "The folder of each run, with the results.json of its trials.",
    file="a trial of Terminal-bench",
    logs=_logs,
    sniff=by_record(_is_trial, "it has the keys of a trial of Terminal-bench"),
    own=(ABSENT,),
)
