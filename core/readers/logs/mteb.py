"""MTEB: the folders ``model/revision/Task.json``; an item is a task, or one subset of it."""

import re
from collections.abc import Sequence
from typing import Any

from core.readers.logs.harness import by_record, first_record, log_format, with_systems
from core.readers.logs.log import Log
from core.readers.parsing.file import File

_REVISION = re.compile(r"[0-9a-f]{7,40}|v?[0-9][0-9.]{0,20}|main|no_revision_available|external|unknown")


def _logs(files: Sequence[File]) -> list[Log]:
    logs: dict[str, Log] = {}
    for file, name in with_systems(files):
        held = file.json
        system = _system(file, held["task_name"], name)
        log = logs.setdefault(system, Log(file.label, system, lower_is_better=False))
        for split, subsets in held["scores"].items():
            for subset in subsets:
                called = subset.get("hf_subset", "default")
                item = held["task_name"] if called == "default" else f"{held['task_name']}, {called}"
                log.add(f"main_score of {split}", item, subset.get("main_score"))
                log.describe(item, {"task_name": held["task_name"]})
    return list(logs.values())


def _system(file: File, task: str, otherwise: str) -> str:
    """Return the folder of the model, or ``otherwise`` if the file is not called as its task."""
    *folders, name = file.path
    if name != f"{task}.json" or not folders:
        return otherwise
    return folders[-2] if len(folders) > 1 and _REVISION.fullmatch(folders[-1]) else folders[-1]


def _is_task(record: dict[str, Any]) -> bool:
    held = record.get("scores")
    splits = list(held.values()) if isinstance(held, dict) else []
    return "task_name" in record and bool(splits) and all("main_score" in first_record(each) for each in splits)


FORMAT = log_format(
    "mteb",
    "Tasks of MTEB",
    "The folders of the models (model/revision/Task.json), or such a file of each: an item is a task or its subset.",
    file="a task of MTEB",
    logs=_logs,
    sniff=by_record(_is_task, "it has the scores that MTEB writes of a task"),
)
