"""Combine a system's logs of several tasks into one log in which each item counts once."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.readers.logs.log import Log, Measure

__all__ = ["POOLED", "TASK", "pooled"]

# The field with the task of an item.
TASK = "task"
POOLED = (
    "The items of all tasks are pooled: each counts once, so large tasks count more (strata=task averages the tasks, "
    "cluster=task resamples them)."
)


def pooled(logs: Sequence[Log]) -> Log:
    """Return the only log, or one of the measures that all of them hold, whose items are named ``task/item``."""
    first = logs[0]
    if len(logs) == 1:
        return first
    log = Log(first.label, first.system, f"{len(logs)} tasks", by_position=any(each.by_position for each in logs))
    for each in logs:
        names = {item: f"{each.task}/{item}" for item in _items(each)}
        log.asked |= _renamed(each.asked, names)
        log.prompts |= _renamed(each.prompts, names)
        for field, values in each.fields.items():
            log.fields.setdefault(field, {}).update(_renamed(values, names))
        log.fields.setdefault(TASK, {}).update(dict.fromkeys(names.values(), each.task))
        log.unread |= each.unread
        log.notes += each.notes
    log.notes.append(POOLED)
    for name in first.measures:
        if all(name in each.measures for each in logs):
            log.measures[name] = _pooled([(each.task, each.measures[name]) for each in logs])
    return log


def _pooled(measures: Sequence[tuple[str, Measure]]) -> Measure:
    held = [measure for _, measure in measures]
    directions = {each.lower_is_better for each in held}
    return Measure(
        {f"{task}/{item}": runs for task, each in measures for item, runs in each.scores.items()},
        {(f"{task}/{item}", run): why for task, each in measures for (item, run), why in each.missing.items()},
        lower_is_better=directions.pop() if len(directions) == 1 else None,
        **_stated(held),
        tolerance=max(each.tolerance for each in held),
        columns=held[0].columns,
        printed=all(each.printed for each in held),
        made_with="; ".join(dict.fromkeys(each.made_with for each in held if each.made_with)),
        note=" ".join(dict.fromkeys(each.note for each in held if each.note)),
    )


def _stated(held: Sequence[Measure]) -> dict[str, Any]:
    """Return the size-weighted mean stated by the tasks, if each states the mean of all its items."""
    sizes = [len(each.scores) for each in held]
    if any(each.stated is None or each.stated_of not in (None, n) for each, n in zip(held, sizes, strict=True)):
        return {}
    if any(len(score) > 1 for each in held for runs in each.scores.values() for score in runs.values()):
        return {}
    total = math.fsum((each.stated or 0.0) * n for each, n in zip(held, sizes, strict=True))
    return {"stated": total / sum(sizes), "stated_of": sum(sizes)}


def _items(log: Log) -> dict[str, None]:
    known = dict.fromkeys([*log.asked, *log.prompts])
    for measure in log.measures.values():
        known |= dict.fromkeys([*measure.scores, *(item for item, _ in measure.missing)])
    for values in log.fields.values():
        known |= dict.fromkeys(values)
    return known


def _renamed(values: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    return {names[item]: value for item, value in values.items()}
