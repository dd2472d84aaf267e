"""Choose the task, the measure and the systems of logs, and join the logs by item.

Where there are several to choose among, the message lists them, or the tasks are pooled; unpaired items are counted
and named.
"""

import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers.logs.log import Log, Measure
from core.readers.parsing.numeric import printed_decimals
from core.readers.parsing.pairing import MissingValue, Statistics, refuse_summary
from core.readers.parsing.table import Table
from core.readers.tables.table_scores import direction, marks_of, score_notes, settled

ROLES = ("baseline", "experimental")
# The option for the items of all tasks.
ALL = "all"


def chosen(
    logs: Sequence[Log],
    *,
    task: str | None,
    measure: str | None,
    cluster: str | None,
    strata: str | None = None,
    baseline: str | None,
    experimental: str | None,
    absent: str | None = None,
    missing_value: MissingValue = None,
) -> PairedScores | Scores:
    """Return the pair if two systems are named, else the scores of all systems."""
    called = named(logs)
    systems = list(dict.fromkeys(name for name, _ in called))
    wanted = [name for name in (baseline, experimental) if name]
    for role, name in zip(ROLES, (baseline, experimental), strict=True):
        if name and name not in systems:
            listed = first_few(systems, limit=30)
            raise OptionError(f"No system is called {name!r}: choose among {listed} ({role}=, --{role}-system).")
    if len(wanted) == 2 and wanted[0] == wanted[1]:
        raise OptionError(f"baseline and experimental are both {baseline!r}: choose two different systems.")
    if len(wanted) == 1 and len(systems) == 2:
        other = next(name for name in systems if name != wanted[0])
        wanted = [*wanted, other] if baseline else [other, *wanted]
    several = wanted if len(wanted) == 2 else systems
    called = [(name, log) for name, log in called if name in several]
    if strata == TASK and task is None and len({log.task for _, log in called}) > 1:
        task = ALL
    tasks, notes = _tasks(called, task, measure)
    of_task = {name: pooled([log for each, log in called if each == name and log.task in tasks]) for name in several
               if any(each == name and log.task in tasks for each, log in called)}  # fmt: skip
    task = next(iter(of_task.values())).task
    measure = _measure(of_task, measure, task)
    notes += _settle(of_task, measure, missing_value)
    scores = joined(of_task, measure, _field(of_task, cluster), _field(of_task, strata, "strata"), absent)
    what = f"{measure} of {task}" if task else measure
    told = [note for note in scores.notes if note != POOLED or strata != TASK]
    scores = replace(scores, notes=(f"Scores of {what}.", *notes, *told))
    return scores.pair(*wanted) if len(wanted) == 2 else scores


def named(logs: Sequence[Log]) -> list[tuple[str, Log]]:
    """Return the logs with distinct system names if one system has several logs of a task."""
    parts = [log.label.replace(os.sep, "/").rpartition("/") for log in logs]
    for what in (
        [""] * len(logs),
        [folder for folder, _, _ in parts],
        [name for _, _, name in parts],
        [log.label for log in logs],
    ):
        names = [f"{log.system} ({each})" if each else log.system for log, each in zip(logs, what, strict=True)]
        if len({(name, log.task) for name, log in zip(names, logs, strict=True)}) == len(logs):
            return list(zip(names, logs, strict=True))
    twice = next(label for label, times in Counter(log.label for log in logs).items() if times > 1)
    raise DataError(f"{twice} is named twice, or holds two logs of one system and task: name each log once.")


def _tasks(called: Sequence[tuple[str, Log]], task: str | None, measure: str | None) -> tuple[list[str], list[str]]:
    """Return the compared task, or all tasks that the systems share, and a note on omitted tasks."""
    systems = dict.fromkeys(name for name, _ in called)
    notes = []
    tasks: dict[str, list[str]] = {}
    for name, log in called:
        tasks.setdefault(log.task, []).append(name)
    if task == ALL and ALL not in tasks:
        shared = [each for each, having in tasks.items() if len(having) == len(systems)]
        if not shared:
            raise DataError(
                f"No task has a log of every system ({', '.join(systems)}): choose two systems, or one task."
            )
        others = [each for each in tasks if each not in shared]
        return shared, [f"Left out, without a log of every system: {first_few(others)}."] if others else []
    if task is not None:
        if task not in tasks:
            raise OptionError(f"No task is called {task!r}: choose among {first_few(list(tasks))} (task=, --task).")
        found = [task]
    else:
        most = min(2, len(systems))
        found = [each for each, having in tasks.items() if len(having) >= most]
        if not found:
            ran = ", ".join(f"{name} of {log.task or 'no named task'}" for name, log in called)
            raise DataError(f"The logs have no task in common ({ran}): give logs of the same task.")
        alone = [each for each in tasks if each not in found]
        notes += [f"Left out, of one system only: {first_few(alone)}."] if alone else []
        if measure is not None:
            having = {log.task for _, log in called if _called((*log.measures, *log.unread), measure)}
            found = [each for each in found if each in having] or found
    if len(found) > 1:
        raise OptionError(
            f"The logs hold {counted(len(found), 'task')}: {first_few(found, limit=30)}: choose one, or {ALL} (task=, "
            f"--task), or their average (strata={TASK}, --strata {TASK})."
        )
    lacking = [name for name in systems if name not in tasks[found[0]]]
    if lacking and len(systems) - len(lacking) < 2:
        raise DataError(f"Only {tasks[found[0]][0]} has a log of {found[0]}, and {first_few(lacking)} has not.")
    notes += [f"Left out, without a log of {found[0]}: {first_few(lacking)}."] if lacking else []
    return found, notes


def _called(measures: Sequence[str], name: str) -> list[str]:
    """Return the measure of that name, or the measures with that name before a comma."""
    return [name] if name in measures else [each for each in measures if each.partition(",")[0] == name]


def _measure(logs: Mapping[str, Log], measure: str | None, task: str) -> str:
    first, *others = logs.values()
    shared = [name for name in first.measures if all(name in log.measures for log in others)]
    of = f" of {task}" if task else ""
    unread = {name: why for log in logs.values() for name, why in log.unread.items()}
    if measure is not None:
        found = _called(shared, measure)
        if len(found) == 1:
            return found[0]
        if measure in unread:
            raise DataError(f"{first.label}: {measure} cannot be compared: {unread[measure]}.")
        called = f"Several measures{of} are" if found else f"No measure{of} is"
        listed = first_few(found or shared, limit=30)
        raise OptionError(f"{called} called {measure!r}: choose among {listed} (measure=, --measure).")
    if not shared:
        held = "; ".join(f"{name} {first_few(list(log.measures)) or 'none'}" for name, log in logs.items())
        why = "".join(f" {name} cannot be compared: {reason}." for name, reason in list(unread.items())[:3])
        raise DataError(f"The logs have no measure{of} in common ({held}): give logs that were scored alike.{why}")
    if len(shared) > 1:
        raise OptionError(
            f"The logs hold {counted(len(shared), 'measure')}{of}: {first_few(shared, limit=30)}: choose one "
            "(measure=, --measure)."
        )
    return shared[0]


def _field(logs: Mapping[str, Log], field: str | None, option: str = "cluster") -> str | None:
    if field is not None and not any(field in log.fields for log in logs.values()):
        known = first_few(repeated(list(logs.values())), limit=30) or "none"
        raise OptionError(f"The items have no field {field!r}: choose among {known} ({option}=, --{option}).")
    return field


def repeated(logs: Sequence[Log]) -> list[str]:
    """Return the fields with a value that several, but not all, items share."""
    return list(dict.fromkeys(
        name for log in logs for name, values in log.fields.items() if 1 < len(set(values.values())) < len(values)
    ))  # fmt: skip


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
        scored = dict.fromkeys((item for held in each.measures.values() for item in held.scores), each.task)
        log.asked |= _pooled_items(each.task, each.asked)
        log.prompts |= _pooled_items(each.task, each.prompts)
        for field, values in [*each.fields.items(), (TASK, scored)]:
            log.fields.setdefault(field, {}).update(_pooled_items(each.task, values))
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
        {item: runs for task, each in measures for item, runs in _pooled_items(task, each.scores).items()},
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


def _pooled_items(task: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{task}/{item}": value for item, value in values.items()}


def _settle(logs: Mapping[str, Log], measure: str, missing_value: MissingValue) -> list[str]:
    """Take the number that marks missing scores out, and return notes; refuse a number that may be such a mark."""
    held = [log.measures[measure] for log in logs.values()]
    systems = [
        Statistics(log.label, np.array(scores), 0, range(1, len(scores) + 1), "score")
        for log, each in zip(logs.values(), held, strict=True)
        if (scores := [score for runs in each.scores.values() for score in runs.values()])
    ]
    settled(systems, missing_value, drop="")
    if missing_value in (None, "none"):
        return score_notes(systems, missing_value, drop="")
    marks = {(mark,) for mark in marks_of(missing_value)}
    for each in held:
        marked = [(item, run) for item, runs in each.scores.items() for run, score in runs.items() if score in marks]
        for item, run in marked:
            each.missing[item, run] = f"marked by {each.scores[item].pop(run)[0]:g}"
        each.scores = {item: runs for item, runs in each.scores.items() if runs}
        each.stated = None if marked else each.stated
    return []


def joined(
    logs: Mapping[str, Log], measure: str, cluster: str | None, strata: str | None, absent: str | None
) -> Scores:
    """Return the scores of the items that every system has.

    Parameters
    ----------
    logs : dict
        A log of the same task for each system, by the system's name.
    measure : str
        A measure that all logs hold.
    cluster, strata : str or None
        A field of the items.
    absent : str or None
        "zero" if an item that a system lacks counts as 0.
    """
    held = {name: log.measures[measure] for name, log in logs.items()}
    notes = [note for log in logs.values() for note in log.notes]
    for log in logs.values():
        _refuse_summary(log, measure)
        notes += [*_checked(log, measure), *filter(None, [log.measures[measure].note])]
    _refuse_other_making(held, measure)
    notes += _same_items(list(logs.values()))
    notes += _with_zeros(logs, measure) if absent == "zero" else []
    everything, items, left_out = _shared(logs, held)
    stated = {each.lower_is_better for each in held.values()}
    lower = True in stated
    if {True, False} <= stated:
        raise DataError(f"The logs disagree whether lower is better in {measure}: they are not of one task.")
    if stated == {None}:
        lower, why = direction([(measure,)], None)
        notes += why or [
            f"The logs do not say whether higher is better in {measure}: it is taken to be (if not: "
            "lower_is_better=True, --lower-is-better)."
        ]
    runs = sorted({run for each in held.values() for item in items for run in each.scores[item]}, key=_by_number)
    if len(runs) > 1:
        notes.append(
            f"Each item has up to {len(runs)} runs; a pair of systems is compared by their mean, item by item, unless "
            "the metric takes them as samples (pass@k, pass^k)."
        )
    values = {name: _statistics(each, items, runs) for name, each in held.items()}
    first, *others = (
        Statistics(log.label, np.nanmean(values[name], axis=0), 0, range(1, len(items) + 1), "record")
        for name, log in logs.items()
    )
    for other in others:
        refuse_summary(first, other, items)
    scores = Scores.from_systems(
        values,
        columns=next(iter(held.values())).columns,
        ids=items,
        clusters=None if cluster is None else _clusters(logs, items, cluster),
        strata=None if strata is None else _clusters(logs, items, strata),
        runs=runs if len(runs) > 1 else None,
        decimals=_decimals(held.values()) if all(each.printed for each in held.values()) else None,
        notes=[*left_out, *dict.fromkeys(notes)],
        lower_is_better=lower,
    )
    by_position = any(log.by_position for log in logs.values())
    return replace(scores, provenance=Provenance(everything - len(items), by_position))


def _refuse_summary(log: Log, measure: str) -> None:
    """Refuse a summary of the items, such as "overall", where an item should be."""
    scores = log.measures[measure].scores
    means = [repr(math.fsum(score[0] for score in runs.values()) / len(runs)) for runs in scores.values()]
    items = Table(log.label, ("id", measure), (list(scores), means), range(1, len(scores) + 1), "record")
    items.refuse_summary(["id"], [measure])


def _checked(log: Log, measure: str) -> list[str]:
    """Compare the mean of the items with the mean stated in the log."""
    held = log.measures[measure]
    if held.stated is None or not held.scores:
        return []
    n, stated = len(held.scores), held.stated
    if held.stated_of not in (None, n):
        return [
            f"{log.label} states {stated:.6g} in {measure} of {counted(held.stated_of or 0, 'item')}; it holds {n:,}."
        ]
    if abs(held.mean - stated) <= held.tolerance * max(1.0, abs(stated)):
        return []
    raise DataError(
        f"{log.label} states {stated:.6g} in {measure}, and the mean of its {counted(n, 'item')} is {held.mean:.6g}: "
        "its figure is not the mean of these scores. Choose another measure (measure=, --measure), or write each "
        "item's score as you mean it into a table."
    )


def _refuse_other_making(held: Mapping[str, Measure], measure: str) -> None:
    made = {each.made_with: name for name, each in held.items() if each.made_with}
    if len(made) > 1:
        listed = "; ".join(f"{name}: {how}" for how, name in list(made.items())[:2])
        raise DataError(
            f"{measure} was not computed in the same way for all systems ({listed}): score all of them in one way."
        )


def _same_items(logs: Sequence[Log]) -> list[str]:
    """Refuse items with the same name and different questions; return a note if only their prompts differ."""
    first, notes = logs[0], []
    for log in logs[1:]:
        for what, mine, theirs in (("asked", first.asked, log.asked), ("prompts", first.prompts, log.prompts)):
            shared = [item for item in mine if item in theirs]
            other = [item for item in shared if mine[item] != theirs[item]]
            if not other:
                continue
            of = f"{len(other):,} of {counted(len(shared), 'item')} ({first_few(other)})"
            if what == "asked":
                raise DataError(
                    f"{first.label} and {log.label} asked different things in {of} of the same name: they are of "
                    "different versions of the data. Run both systems on the same."
                )
            notes.append(f"The prompts of {first.label} and {log.label} differ in {of}.")
    return notes


def _with_zeros(logs: Mapping[str, Log], measure: str) -> list[str]:
    """Add a 0 for each item that a log lacks and another has; return notes."""
    everything = dict.fromkeys(item for log in logs.values() for item in log.measures[measure].scores)
    notes = []
    for name, log in logs.items():
        held = log.measures[measure]
        known = set(held.items)
        absent = [item for item in everything if item not in known]
        for item in absent:
            log.add(measure, item, 0.0)
        if absent:
            notes.append(
                f"{counted(len(absent), 'item')} that {name} does not have, counted as 0: {first_few(absent)}."
            )
    return notes


def _shared(logs: Mapping[str, Log], held: Mapping[str, Measure]) -> tuple[int, list[str], list[str]]:
    """Return the number of items, the items that all systems have a score of, and notes on the others."""
    everything = dict.fromkeys(item for each in held.values() for item in each.items)
    unscored = {
        name: {item: reason for (item, _), reason in each.missing.items() if item not in each.scores}
        for name, each in held.items()
    }
    if any(log.by_position for log in logs.values()):
        sizes = {name: len(each.items) for name, each in held.items()}
        if len(set(sizes.values())) > 1:
            listed = ", ".join(f"{size:,} of {name}" for name, size in sizes.items())
            raise DataError(f"The items are known by their position only, and there are {listed}: all need the same.")
    notes = []
    for name, each in held.items():
        if not each.scores:
            raise DataError(
                f"{logs[name].label}: not one of its {counted(len(unscored[name]), 'item')} has a score "
                f"({_reasons(unscored[name])}): nothing can be compared."
            )
        absent = [item for item in everything if item not in each.scores and item not in unscored[name]]
        if absent:
            notes.append(f"{counted(len(absent), 'item')} left out that {name} does not have: {first_few(absent)}.")
        if unscored[name]:
            notes.append(
                f"{counted(len(unscored[name]), 'item')} left out that {name} has no score of "
                f"({_reasons(unscored[name])}): {first_few(list(unscored[name]))}."
            )
        partly = [key for key in each.missing if key[0] in each.scores]
        if partly:
            notes.append(f"{counted(len(partly), 'run')} of items without a score left out of {name}'s means.")
    items = [item for item in everything if all(item in each.scores for each in held.values())]
    if not items:
        examples = " and ".join(f"{first_few(list(each.scores), 2)} in {name}" for name, each in held.items())
        raise DataError(f"No item has a score of every system ({examples}): give logs of the same items.")
    return len(everything), items, notes


def _reasons(missing: Mapping[str, str]) -> str:
    counts = Counter(missing.values())
    return ", ".join(f"{reason} {count:,}" if len(counts) > 1 else reason for reason, count in counts.items())


def _statistics(measure: Measure, items: Sequence[str], runs: Sequence[str]) -> np.ndarray:
    width = len(next(iter(measure.scores[items[0]].values())))
    nothing = (np.nan,) * width
    return np.array([[measure.scores[item].get(run, nothing) for item in items] for run in runs])


def _by_number(run: str) -> tuple[bool, int, str]:
    return (False, int(run), "") if run.isdecimal() else (True, 0, run)


def _decimals(measures: Iterable[Measure]) -> int:
    numbers = {
        number for each in measures for runs in each.scores.values() for score in runs.values() for number in score
    }
    return printed_decimals([repr(number) for number in numbers])


def _clusters(logs: Mapping[str, Log], items: Sequence[str], cluster: str) -> list[str]:
    known: dict[str, str] = {}
    for log in logs.values():
        for item, value in log.fields.get(cluster, {}).items():
            if known.setdefault(item, value) != value:
                raise DataError(f"{log.label}: item {item} is of another {cluster} than in the other log.")
    lacking = [item for item in items if item not in known]
    if lacking:
        raise DataError(f"{counted(len(lacking), 'item')} have no field {cluster!r} ({first_few(lacking)}).")
    return [known[item] for item in items]
