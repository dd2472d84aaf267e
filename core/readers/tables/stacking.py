"""Combine any number of systems' statistics into `Scores`: check items, runs, clusters and missing scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers.parsing.pairing import Statistics, pair_up, refuse_wrong_counts
from core.readers.parsing.table import Columns, Table

__all__ = ["System", "clusters_of", "stacked"]


class System(NamedTuple):
    """One system's rows; ``items`` names them, and ``runs`` says which run each is of, where there are several."""

    name: str
    statistics: Statistics
    items: Sequence[str] | None = None
    runs: Sequence[str] | None = None


def stacked(
    systems: Sequence[System],
    *,
    clusters: Mapping[str, str] | None,
    strata: Mapping[str, str] | None = None,
    missing: str,
    notes: Sequence[str],
    numbered: bool = False,
) -> Scores:
    """Return the scores of all systems.

    Without runs row i of every system is of the same item. With runs, an item may lack some of them; where the systems'
    runs are called differently, or are ``numbered`` within each item, they are taken in order and have no names.
    """
    if missing not in ("error", "drop"):
        raise OptionError(f"missing == {missing!r}, must be 'error' or 'drop'.")
    first = systems[0]
    if first.runs is None:
        for other in systems[1:]:  # refused as two systems are
            pair_up(
                first.statistics, other.statistics, names=(first.name, other.name), missing=missing, ids=first.items
            )
    widths = {each.statistics.values.shape[1] for each in systems}
    if len(widths) > 1:
        raise DataError("The systems have different numbers of score columns: all need the same.")
    for each in systems:
        refuse_wrong_counts(each.statistics)
    runs = None if numbered else _run_names(systems)
    n_runs = 1 if first.runs is None else max(len(set(each.runs or ())) for each in systems)
    items = _items(systems)
    place = {name: i for i, name in enumerate(items)}
    array = np.full((len(systems), n_runs, len(items), widths.pop()), np.nan)
    for s, each in enumerate(systems):
        rows = range(len(items)) if each.items is None else [place[item] for item in each.items]
        order = {name: r for r, name in enumerate(runs or dict.fromkeys(each.runs or ()))}
        array[s, [0] * len(rows) if each.runs is None else [order[run] for run in each.runs], rows] = (
            each.statistics.values
        )
    array[np.isnan(array).any(axis=-1)] = np.nan
    lacking: NDArray[np.bool_] = np.asarray(np.isnan(array).all(axis=(1, 3)))
    gone: list[bool] = np.logical_or.reduce(lacking).tolist()
    notes = [*notes, *dict.fromkeys(note for each in systems for note in each.statistics.notes)]
    if any(gone):
        if missing == "error":
            raise DataError(_complaint(systems, items, lacking))
        dropped = np.flatnonzero(gone).tolist()
        notes.append(
            f"{len(dropped):,} of {counted(len(items), 'item')} dropped: a score is missing "
            f"({first_few([items[i] for i in dropped])})."
        )
        if len(dropped) == len(items):
            raise DataError("Every item lacks a score of some system: nothing is left to compare.")
        array = np.delete(array, dropped, axis=2)
    kept = [item for item, is_gone in zip(items, gone, strict=True) if not is_gone]
    named = first.items is not None or any(gone)
    scores = Scores.from_systems(
        {each.name: array[s] for s, each in enumerate(systems)},
        ids=kept if named else None,
        clusters=None if clusters is None else [clusters[item] for item in kept],
        strata=None if strata is None else [strata[item] for item in kept],
        runs=runs,
        decimals=max(each.statistics.decimals for each in systems),
        notes=notes,
    )
    if n_runs > 1:
        scores = replace(scores, notes=(_samples_note(scores), *scores.notes))
    return replace(scores, provenance=Provenance(sum(gone), by_position=first.items is None))


def _samples_note(scores: Scores) -> str:
    held = (~np.isnan(scores.statistics[..., 0])).sum(axis=1)
    few, many = int(held.min()), int(held.max())
    each = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    what = "run" if scores.runs is not None else "sample"
    return f"{counted(len(scores), 'item')}, {each} {what}s each: an item's score is their mean."


def clusters_of(
    tables: Sequence[Table], items: Sequence[Sequence[str]], cluster: Columns, what: str = "cluster"
) -> dict[str, str]:
    """Return the cluster (or task) of each item; every table that says has to agree, and at least one must say."""
    found: dict[str, str] = {}
    held = [table for table in tables if set(table.names(cluster)) <= set(table.columns)] or tables[:1]
    for table, names in zip(tables, items, strict=True):
        if not any(table is each for each in held):
            continue
        for line, item, mine in zip(table.lines, names, table.keys(cluster), strict=True):
            if found.setdefault(item, mine) != mine:
                raise DataError(
                    f"{table.label}, {table.unit} {line}: {what} {shown(mine)} of item {shown(item)}, which is in "
                    f"{shown(found[item])} elsewhere: an item belongs to one {what}."
                )
    return found


def _items(systems: Sequence[System]) -> list[str]:
    """Return the names of all items, in order of appearance, or their positions."""
    if systems[0].items is None:
        return [str(i + 1) for i in range(len(systems[0].statistics.values))]
    return list(dict.fromkeys(item for each in systems for item in each.items or ()))


def _run_names(systems: Sequence[System]) -> list[str] | None:
    """Return the runs' names where all systems share them."""
    called = [list(dict.fromkeys(each.runs or ())) for each in systems]
    return called[0] if called[0] and all(set(each) == set(called[0]) for each in called) else None


def _complaint(systems: Sequence[System], items: Sequence[str], lacking: NDArray[np.bool_]) -> str:
    which = [
        f"{counted(len(rows), 'item')} of {each.name} ({first_few([items[i] for i in rows], 3)})"
        for each, row in zip(systems, lacking, strict=True)
        if (rows := np.flatnonzero(row).tolist())
    ]
    return (
        f"A score is missing for {first_few(which, limit=3, width=300)}: give every system the same items, or leave "
        'these out of all and be told how many (missing="drop", --missing drop).'
    )
