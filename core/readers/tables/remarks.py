"""Warnings about scores: missing-value marks, classes, sorted numbers; and whether lower is better."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few
from core.errors import OptionError
from core.readers.parsing.names import lower_word
from core.readers.parsing.pairing import Statistics

MissingValue: TypeAlias = float | str | None

# Numbers that programs write for missing scores.
_MARKS = (-1.0, -100.0, -99.0, -999.0, -9999.0, 99.0, 999.0, 9999.0)
# With this many items, two files are not sorted by chance.
_ENOUGH = 10
# Fewest other scores for which a number is an outlier.
_FEWEST = 5
_MOST_CLASSES = 20


def settled(systems: Sequence[Statistics], missing_value: MissingValue) -> list[Statistics]:
    """Return the statistics with the number that marks a missing score as missing; "none" if all are scores."""
    if missing_value is None:
        _refuse_marks(systems)
    if missing_value in (None, "none"):
        return list(systems)
    try:
        mark = float(missing_value)
    except (TypeError, ValueError):
        raise OptionError(
            f"missing_value == {missing_value!r}, must be a number, or 'none' where all are scores."
        ) from None
    return [replace(each, values=np.where(each.values == mark, np.nan, each.values)) for each in systems]


def _refuse_marks(systems: Sequence[Statistics]) -> None:
    if any(each.values.shape[1] != 1 for each in systems):
        return
    values = np.concatenate([each.values[:, 0] for each in systems])
    values = values[~np.isnan(values)]
    for mark in _MARKS:
        others = values[values != mark]
        if not _FEWEST <= len(others) < len(values) or not _is_apart(mark, others):
            continue
        places = [
            f"{first_few([each.lines[i] for i in rows], 3)} of {each.label}"
            for each in systems
            if (rows := np.flatnonzero(each.values[:, 0] == mark).tolist())
        ]
        raise OptionError(
            f"{mark:g} stands {counted(len(values) - len(others), 'time')} where all other scores lie from "
            f"{others.min():g} to {others.max():g} ({systems[0].unit} {first_few(places, 2)}), as a mark of a missing "
            f"score does. Say whether it is one (missing_value={mark:g}, --missing-value {mark:g} --missing drop), or "
            "every number is a score (missing_value='none', --missing-value none)."
        )


def _is_apart(mark: float, others: NDArray[Any]) -> bool:
    """Return whether a number is outside the range of the other scores: below 0, or far above all."""
    if mark < 0:
        return bool(others.min() >= 0 and others.max() > 0) or bool(mark <= -99 and others.min() > mark / 4)
    return bool(0 < others.max() <= mark / 4 and others.min() >= 0) and not (mark == 99.0 and (others % 1 != 0).any())


def remarks(systems: Sequence[Statistics], by_position: bool, gold: bool = True) -> list[str]:
    """Return notes on scores that may be classes, or on two files that may be sorted."""
    if any(each.values.shape[1] != 1 for each in systems):
        return []
    columns = [each.values[:, 0] for each in systems]
    known = np.concatenate(columns)
    known = known[~np.isnan(known)]
    notes = []
    kinds = np.unique(known)
    few = 3 <= len(kinds) <= min(_MOST_CLASSES, len(known) // 2)
    if gold and few and kinds[0] in (0, 1) and (np.diff(kinds) == 1).all():
        notes.append(
            f"Whole numbers from {kinds[0]:g} to {kinds[-1]:g} are taken as scores; if they are predicted classes, "
            "name the gold labels (read_labels, --gold FILE)."
        )
    if by_position and len(columns[0]) >= _ENOUGH and all(map(_is_sorted, columns)):
        names = " and ".join(each.label for each in systems[:2])
        notes.append(
            f"The scores of {names} are sorted, so that rows of one position are probably not of one item: give both "
            "files in the order of the items, or with an id."
        )
    return notes


def _is_sorted(values: NDArray[Any]) -> bool:
    steps = np.diff(values[~np.isnan(values)])
    return bool(len(steps) and steps.any() and ((steps >= 0).all() or (steps <= 0).all()))


def direction(columns: Sequence[Sequence[str]], lower_is_better: bool | None) -> tuple[bool, list[str]]:
    """Return whether lower scores are better, as given or by the columns' names, and a note if the names decide."""
    if lower_is_better is not None:
        return lower_is_better, []
    firsts = [names[0] for names in columns if len(names) in (1, 2)]
    if not firsts or len(firsts) < len(columns) or not all(map(lower_word, firsts)):
        return False, []
    called = first_few([repr(name) for name in dict.fromkeys(firsts)], 3)
    return True, [f"Lower is better: {called} is called so (if not: lower_is_better=False, --higher-is-better)."]
