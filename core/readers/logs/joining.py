"""Join the logs of several systems by item; unpaired items are counted and named."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.common.phrases import counted, first_few
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import DataError
from core.readers.logs.log import Log, Measure
from core.readers.parsing.numeric import printed_decimals
from core.readers.tables.remarks import direction


def joined(logs: Mapping[str, Log], measure: str, cluster: str | None = None, strata: str | None = None) -> Scores:
    """Return the scores of the items that every system has.

    Parameters
    ----------
    logs : dict
        A log of the same task for each system, by the system's name.
    measure : str
        A measure that all logs hold.
    cluster, strata : str, optional
        A field of the items.
    """
    held = {name: log.measures[measure] for name, log in logs.items()}
    notes = [note for log in logs.values() for note in log.notes]
    for log in logs.values():
        notes += [*_checked(log, measure), *filter(None, [log.measures[measure].note])]
    _refuse_other_making(held, measure)
    notes += [*_same_items(list(logs.values())), *_with_zeros(logs, measure)]
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
            f"Each item has up to {len(runs)} runs; a pair of systems is compared by their mean, item by item."
        )
    scores = Scores.from_systems(
        {name: _statistics(each, items, runs) for name, each in held.items()},
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
        raise DataError(f"{measure} was not made alike for all systems ({listed}): score all of them in the same way.")


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
    """Add a 0 for each missing item to the logs that count it so; return notes."""
    everything = dict.fromkeys(item for log in logs.values() for item in log.measures[measure].scores)
    notes = []
    for name, log in logs.items():
        held = log.measures[measure]
        known = set(held.items)
        absent = [item for item in everything if item not in known] if log.counts_absent else []
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
        _refuse_other_lengths(logs, held)
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


def _refuse_other_lengths(logs: Mapping[str, Log], held: Mapping[str, Measure]) -> None:
    sizes = {name: len(each.items) for name, each in held.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{size:,} of {name}" for name, size in sizes.items())
        raise DataError(f"The items are known by their position only, and there are {listed}: all need the same.")


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
