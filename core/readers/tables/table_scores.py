"""The rows of tables, whose columns are known, as scores: of any number of systems, or of two as a pair.

Marks of missing scores are refused; classes, sorted scores and the direction of the scores get a note.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.metrics import counts_columns
from core.readers.columns.asked import Asked
from core.readers.columns.items import samples_of
from core.readers.columns.joining import clusters_of, in_order_of
from core.readers.columns.questions import or_gold, refuse_places
from core.readers.columns.roles import Roles
from core.readers.parsing.measures import MEASURES
from core.readers.parsing.names import baseline_first, is_graded, lower_word, words_of
from core.readers.parsing.numeric import MARKS
from core.readers.parsing.pairing import (
    MissingValue,
    Statistics,
    check_pair,
    missing_scores,
    places,
    refuse_summary,
    refuse_wrong_counts,
)
from core.readers.parsing.problems import quoted
from core.readers.parsing.table import Table

# A score this many times as far from zero as the next one is pointed out.
_FAR = 20
# With this many items, two files are not sorted by chance.
_ENOUGH = 10
# Fewest other scores for which a number is an outlier.
_FEWEST = 5
_MOST_CLASSES = 20
# A number that is at least this share of the scores is not often a mark.
_RARELY = 0.1
# The weight of a translation that is none at all, in MQM
_HEAVIEST = 25


def settled(
    systems: Sequence[Statistics], missing_value: MissingValue, drop: str = " --missing drop"
) -> list[Statistics]:
    """Return the statistics with the number that marks a missing score as missing; "none" if all are scores.

    ``drop`` is the option that is needed to leave out the items that lack a score.
    """
    marks = marks_of(missing_value)
    known = [replace(each, values=np.where(np.isin(each.values, marks), np.nan, each.values)) for each in systems]
    if missing_value != "none":
        _refuse_marks(known, marks, drop)
    return known


def marks_of(missing_value: MissingValue) -> tuple[float, ...]:
    """Return the numbers that mark a missing score: one, or several between commas."""
    if missing_value in (None, "none"):
        return ()
    try:
        return tuple(float(mark) for mark in str(missing_value).split(","))
    except ValueError:
        raise OptionError(
            f"missing_value == {missing_value!r}, must be a number, several between commas, or 'none' where all are "
            "scores."
        ) from None


def _refuse_marks(systems: Sequence[Statistics], named: Sequence[float], drop: str) -> None:
    """Refuse scores that may be marks of missing scores; those that are ``named`` are not there any more."""
    values = _known(systems)
    if signs_note(systems):
        return
    others = values[~np.isin(values, MARKS)]
    if len(others) < _FEWEST:
        return
    marks = [mark for mark in MARKS if mark in values and _is_apart(mark, others)]
    if not marks:
        return
    places = [
        f"{each.unit}{'s' if len(rows) > 1 else ''} {first_few([each.lines[i] for i in rows], 3)} of {each.label}"
        for each in systems
        if (rows := np.flatnonzero(np.isin(each.values[:, 0], marks)).tolist())
    ]
    others = values[~np.isin(values, marks)]
    low, high = others.min(), others.max()
    rest = f"are {low:g}" if low == high else f"lie from {low:g} to {high:g}"
    listed, all_marks = " and ".join(f"{mark:g}" for mark in marks), ",".join(f"{mark:g}" for mark in (*named, *marks))
    in_python = all_marks if len(named) + len(marks) == 1 else repr(all_marks)
    raise OptionError(
        f"{listed} {'stands' if len(marks) == 1 else 'stand'} {counted(int(np.isin(values, marks).sum()), 'time')} "
        f"where all other scores {rest} ({first_few(places, 2)}), as marks of missing scores do. Say "
        f"whether this is so (missing_value={in_python}, --missing-value {all_marks}{drop}), or every number is a "
        "score (missing_value='none', --missing-value none)."
    )


def signs_note(systems: Sequence[Statistics]) -> list[str]:
    """Return a note if the scores are −1 and 1, each of them often: losses and wins, rather than marks of a gap."""
    values = _known(systems)
    if not len(values) or (np.abs(values) != 1).any() or not _RARELY <= np.mean(values < 0) <= 1 - _RARELY:
        return []
    return [
        "Scores of -1 and 1 are taken as they are; if -1 marks a missing score: missing_value=-1, --missing-value -1."
    ]


def score_notes(systems: Sequence[Statistics], missing_value: MissingValue, drop: str = " --missing drop") -> list[str]:
    """Return notes on scores of −1 and 1, and on a score that is far from all others, unless all are said to be scores.

    ``drop`` is the option that is needed to leave out the items that lack a score.
    """
    if missing_value == "none":
        return []
    values = _known(systems)
    kinds, times = np.unique(np.abs(values), return_counts=True)
    if len(kinds) < _FEWEST:
        return signs_note(systems)
    # Beside all whole numbers of a scale, such as 1 to 5, twice its end is far.
    far = _FAR / 10 if (np.diff(kinds[:-1]) == 1).all() else _FAR
    if not 0 < kinds[-2] <= kinds[-1] / far or times[-1] > _RARELY * times.sum():
        return []
    last, others = values[np.abs(values) == kinds[-1]][0], values[np.abs(values) < kinds[-1]]
    return [
        f"A score of {last:g} is far from all others, which lie from {others.min():g} to {others.max():g}; if it is a "
        f"typing error or marks a missing score: missing_value={last:.15g}, --missing-value {last:.15g}{drop}."
    ]


def _known(systems: Sequence[Statistics]) -> NDArray[Any]:
    """Return the scores that are not missing if systems have one score an item; no numbers if they have counts."""
    if any(each.values.shape[1] != 1 for each in systems):
        return np.empty(0)
    values = np.concatenate([each.values[:, 0] for each in systems])
    return values[~np.isnan(values)]


def _is_apart(mark: float, others: NDArray[Any]) -> bool:
    """Return whether a number is outside the range of the other scores: below 0, or far above all."""
    if mark < 0:
        return bool(others.min() >= 0 and others.max() > 0) or bool(mark <= -99 and others.min() > mark / 4)
    if 3 <= others.max() <= 5 and np.array_equal(np.unique(others), np.arange(1, others.max() + 1)):
        return True  # beside answers from 1 to 5, a 9 means that there was none
    # Per cents with decimals may come near 100.
    may_be_score = mark < 100 and others.max() > 1 and (others % 1 != 0).any()
    return bool(0 < others.max() <= mark / 4 and others.min() >= 0) and not may_be_score


def remarks(
    systems: Sequence[Statistics], by_position: bool, missing_value: MissingValue, gold: bool = True
) -> list[str]:
    """Return notes on scores that may be classes, or on two files that may be sorted."""
    known = _known(systems)
    notes = score_notes(systems, missing_value)
    kinds = np.unique(known)
    few = 3 <= len(kinds) <= min(_MOST_CLASSES, len(known) // 2)
    if gold and few and kinds[0] in (0, 1) and (np.diff(kinds) == 1).all():
        notes.append(
            f"Whole numbers from {kinds[0]:g} to {kinds[-1]:g} are taken as scores; if they are predicted classes, "
            "name the gold labels (read_labels, --gold FILE)."
        )
    columns = [each.values[:, 0] for each in systems]
    if by_position and len(known) and len(columns[0]) >= _ENOUGH and all(map(_is_sorted, columns)):
        names = " and ".join(each.label for each in systems[:2])
        notes.append(
            f"The scores of {names} are sorted, so that rows of one position are probably not of one item: give both "
            "files in the order of the items, or with an id."
        )
    return notes


def _is_sorted(values: NDArray[Any]) -> bool:
    steps = np.diff(values[~np.isnan(values)])
    return bool(len(steps) and steps.any() and ((steps >= 0).all() or (steps <= 0).all()))


# In the name of a file, other words may be those of a system: "cost-sensitive", "error_correction".
_ERROR_RATES = (
    "wer", "cer", "ter", "der", "loss", "losses", "perplexity", "ppl", "nll", "mae", "mse", "rmse", "latency",
)  # fmt: skip


def measured_by(systems: Sequence[str], columns: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return each system's columns, or its own name if no column says what is measured: ``wer_old.txt``.

    Examples
    --------
    >>> measured_by(["wer_old", "wer_new"], [("score",), ("score",)]), measured_by(["old", "new"], [("wer",), ("wer",)])
    ([('wer_old',), ('wer_new',)], [('wer',), ('wer',)])
    """
    says_nothing = all(len(names) == 1 and names[0] in ("", "score", "value", "result") for names in columns)
    words = [lower_word(system) or "" for system in systems]
    # Of the other words only plurals, such as typos, are seldom those of a system.
    is_told = says_nothing and all(
        word in _ERROR_RATES or (word.endswith("s") and not is_graded(word)) for word in words
    )
    return [(system,) for system in systems] if is_told else columns


def direction(
    columns: Sequence[Sequence[str]], lower_is_better: bool | None, scores: Sequence[Statistics] = ()
) -> tuple[bool, list[str]]:
    """Return whether lower scores are better, as given or by the columns' names, and a note if the names decide.

    The ``scores`` may show that a name does not say what is measured: a loss is not only 0 and 1.
    """
    if lower_is_better is not None:
        return lower_is_better, []
    firsts = [names[0] for names in columns if len(names) in (1, 2)]
    known = [each.values[~np.isnan(each.values)] for each in scores]
    if firsts and known and {name.strip().casefold() for name in firsts} <= {"note", "schulnote"} and _are_marks(known):
        raise OptionError(
            f"Column {firsts[0]!r} may hold marks of German schools, where 1 is the best. Say whether it does "
            "(lower_is_better=True, --lower-is-better), or whether higher scores are better (lower_is_better=False, "
            "--higher-is-better)."
        )
    words = [word for name in firsts if (word := lower_word(name) or _weights(name, known)) is not None]
    if not firsts or len(words) < len(columns):
        return False, []
    are_graded = any((~np.isin(values, (0, 1))).any() for values in known)
    if known and not are_graded and all(map(is_graded, words)):
        return False, []
    if set(words) == {"rank"} and any(((values > 0) & (values < 1)).any() for values in known):
        return False, []  # the first rank is 1
    called = [repr(name) for name in dict.fromkeys(firsts)]
    verb = "is" if len(called) == 1 else "are"
    said = f"Lower is better: {first_few(called, 3)} {verb} called so"
    return True, [f"{said} (if not: lower_is_better=False, --higher-is-better)."]


def _are_marks(scores: Sequence[NDArray[Any]]) -> bool:
    return all(len(values) and 1 <= values.min() <= values.max() <= 6 for values in scores)


def _weights(name: str, scores: Sequence[NDArray[Any]]) -> str | None:
    """Return "mqm" if scores called so are weights of errors: scores of quality are negative, or come near 100."""
    if not scores or "mqm" not in words_of(name):
        return None
    are_weights = all(len(values) and values.min() >= 0 and np.median(values) <= _HEAVIEST for values in scores)
    return "mqm" if are_weights else None


def two_of(roles: Roles, baseline: str | None, experimental: str | None) -> Roles:
    """Return the roles of these two systems, or of the only two: the baseline is called so, or comes first."""
    if baseline is not None and baseline == experimental:
        raise OptionError(f"baseline and experimental are both {baseline!r}: choose two different systems.")
    chosen = [name for name in (baseline, experimental) if name is not None]
    notes = roles.notes
    if len(chosen) < 2:
        left = [name for name in roles.names if name not in chosen]
        if len(left) != 2 - len(chosen):
            listed = first_few(roles.names, limit=30)
            whole = roles.tables[0].label.partition(" of ")[2] if roles.layout == "long" else roles.tables[0].label
            kind = "system" if roles.layout == "long" else "column"
            # Columns that never vary are rather of settings.
            held = dict(zip(roles.names, roles.scores, strict=True))
            first, second = (sorted(held, key=lambda name: _never_varies(roles, held[name])) * 2)[:2]
            raise OptionError(
                f"{whole} holds {counted(len(roles.names), 'system')}, {listed}: choose two (baseline={first!r}, "
                f"experimental={second!r}, --baseline-{kind} {quote(first)} --experimental-{kind} {quote(second)})"
                f"{or_gold(roles.tables[0], roles.names)}."
            )
        left, is_by_name = baseline_first(left)
        why = "by its name" if is_by_name else "which comes first"
        if not chosen:
            notes = (*notes, f"Baseline is {left[0]}, {why}.")
        chosen = [left[0] if baseline is None else baseline, experimental or left[-1]]
    return replace(_only(roles, chosen), notes=notes)


def _never_varies(roles: Roles, columns: Sequence[str]) -> bool:
    return roles.layout == "wide" and all(len(set(roles.tables[0].stripped(name))) == 1 for name in columns)


def _only(roles: Roles, names: Sequence[str]) -> Roles:
    for name in names:
        if name not in roles.names:
            raise OptionError(f"No system is called {name!r}: choose among {quoted(roles.names)}.")
    places = [roles.names.index(name) for name in names]
    return replace(
        roles, names=tuple(names), tables=tuple(roles.tables[i] for i in places),
        scores=tuple(roles.scores[i] for i in places),
    )  # fmt: skip


def scores_of(roles: Roles, asked: Asked, systems: Sequence[str] | None = None) -> Scores:
    """Return the scores of the systems, or of those that are named, with their samples where items have several."""
    if systems is not None:
        roles = _only(roles, systems)
    tables, item, is_long = roles.tables, roles.item, roles.layout == "long"
    if is_long and not item.samples:
        tables = tuple(in_order_of(tables, item.columns, partly=asked.missing == "drop"))
    items = [table.keys(item.columns) for table in tables] if item.columns else None
    measures = {cell for table in tables for name in table.columns if name.strip().casefold() in MEASURES
                for cell in table.stripped(name)}  # fmt: skip
    measures = measures if asked.measure is None else {asked.measure}
    measured = [tuple(measures)] if len(measures) == 1 else measured_by(roles.names, roles.scores)
    statistics = _statistics(tables, roles, asked)
    lower, why = direction(measured, asked.lower_is_better, statistics)
    if roles.layout == "wide" and asked.lower_is_better is None and not lower:
        refuse_places(tables[0], [name for names in roles.scores for name in names], asked)
    by_position = items is None and len(set(map(id, tables))) > 1
    runs = [samples_of(table, item) for table in tables]
    if items is not None and not item.samples and any(set(each) != set(items[0]) for each in items):
        runs = [["1"] * len(table) for table in tables]  # a score is missing where a system lacks the item
    keys = items or [[str(i + 1) for i in range(len(table))] for table in tables]
    cluster, strata = asked.cluster, asked.strata
    scores = stacked(
        [
            System(name, each, None if items is None else items[i], runs[i])
            for i, (name, each) in enumerate(zip(roles.names, statistics, strict=True))
        ],
        clusters=None if cluster is None else clusters_of(tables, keys, cluster),
        strata=None if strata is None else clusters_of(tables, keys, strata, "task"),
        missing=asked.missing,
        notes=[*roles.notes, *why, *remarks(statistics, by_position, asked.missing_value, gold=not is_long)],
        numbered=item.numbered or not item.samples,
    )
    return replace(scores, lower_is_better=lower)


def pair_of(roles: Roles, asked: Asked) -> PairedScores:
    """Return the two systems as a pair."""
    # Two uploads may have one name.
    names = roles.names if len(set(roles.names)) == 2 else ("baseline", "experimental")
    return scores_of(replace(roles, names=names), asked).pair(*names).named(*roles.names)


def _statistics(tables: Sequence[Table], roles: Roles, asked: Asked) -> list[Statistics]:
    statistics = []
    everything = [name for columns in roles.scores for name in columns]
    for table, columns in zip(tables, roles.scores, strict=True):
        first = [name for name in table.columns[:1] if name not in everything and roles.layout == "wide"]
        named = roles.item.columns or first
        table.refuse_summary(named, everything if roles.layout == "wide" else columns)
        held = table.statistics(columns)
        if roles.layout == "wide":
            held = replace(held, label=f"column {', '.join(map(repr, columns))} of {table.label}")
        if asked.counts and len(columns) not in DEFAULT_COLUMNS and len(columns) in map(len, counts_columns()):
            held = replace(held, columns=columns)  # the counts of a metric, under other names
        statistics.append(held)
    return settled(statistics, asked.missing_value)


class System(NamedTuple):
    """One system's rows; ``items`` names them, and ``runs`` says which run each is of, where there are several."""

    name: str
    statistics: Statistics
    items: Sequence[str] | None = None
    runs: Sequence[str] | None = None


def stacked(
    systems: Sequence[System],
    *,
    clusters: Mapping[str, str] | None = None,
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
        for other in systems[1:]:
            check_pair(first.statistics, other.statistics, first.items)
    if len({each.statistics.values.shape[1] for each in systems}) > 1:
        raise DataError("The systems have different numbers of score columns: all need the same.")
    for each in systems:
        refuse_wrong_counts(each.statistics)
    runs = None if numbered else _run_names(systems)
    items = _items(systems)
    array = _array(systems, items, runs)
    n_runs = array.shape[1]
    array[np.isnan(array).any(axis=-1)] = np.nan
    lacking: NDArray[np.bool_] = np.asarray(np.isnan(array).all(axis=(1, 3)))
    gone: list[bool] = np.logical_or.reduce(lacking).tolist()
    notes = [*notes, *dict.fromkeys(note for each in systems for note in each.statistics.notes)]
    if any(gone):
        if missing == "error" and first.runs is None:
            raise DataError(missing_scores([each.statistics for each in systems], first.items))
        if missing == "error":
            raise DataError(_complaint(systems, items, lacking))
        dropped = np.flatnonzero(gone).tolist()
        if len(dropped) == len(items):
            raise DataError(
                f"Every one of the {counted(len(items), 'item')} lacks a score: nothing is left to compare."
            )
        where = places(first.statistics, dropped, items if first.items or first.runs else None)
        notes.append(f"{len(dropped):,} of {counted(len(items), 'item')} dropped: a score is missing ({where}).")
        array = np.delete(array, dropped, axis=2)
    kept = [item for item, is_gone in zip(items, gone, strict=True) if not is_gone] if any(gone) else items
    if n_runs > 1:
        notes += _without_samples(systems, set(kept), missing)
    means = [
        _means(each, np.nanmean(held, axis=0), kept) for each, held in zip(systems, array, strict=True) if n_runs > 1
    ]
    for mean in means[1:]:
        refuse_summary(means[0], mean, kept)
    named = first.items is not None or any(gone)
    scores = Scores.from_systems(
        {each.name: array[s] for s, each in enumerate(systems)},
        columns=first.statistics.columns,
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


def _array(systems: Sequence[System], items: Sequence[str], runs: Sequence[str] | None) -> NDArray[np.float64]:
    """Return the scores of shape (systems, runs, items, statistics), NaN where an item has no such run."""
    if systems[0].runs is None:
        return np.array([each.statistics.values for each in systems])[:, None]
    place = {name: i for i, name in enumerate(items)}
    orders = [{name: r for r, name in enumerate(runs or dict.fromkeys(each.runs or ()))} for each in systems]
    width = systems[0].statistics.values.shape[1]
    array = np.full((len(systems), max(map(len, orders)), len(items), width), np.nan)
    for s, (each, order) in enumerate(zip(systems, orders, strict=True)):
        rows = [place[item] for item in each.items or items]
        array[s, [order[run] for run in each.runs or ()], rows] = each.statistics.values
    return array


def _without_samples(systems: Sequence[System], kept: Collection[str], missing: str) -> Iterator[str]:
    """Yield notes on samples without a score of items that have others, or refuse them."""
    for each in systems:
        held, items = each.statistics, each.items or ()
        rows = [row for row in held.missing if items[row] in kept]
        if rows and missing == "error":
            also = f", and of {counted(len(rows) - 1, 'other sample')}" if len(rows) > 1 else ""
            raise DataError(
                f"{held.label}, {held.unit} {held.lines[rows[0]]}: the score of a sample of item "
                f"{shown(items[rows[0]])} is missing{also}: write it, or leave such samples out of the means of their "
                'items and be told how many (missing="drop", --missing drop).'
            )
        if rows:
            yield f"{counted(len(rows), 'sample')} without a score left out of the means of {each.name}."


def _means(system: System, values: NDArray[np.float64], items: Sequence[str]) -> Statistics:
    """Return the mean score of each item; its line is the first of the item."""
    named = zip(reversed(system.items or items), reversed(system.statistics.lines), strict=False)
    lines = dict(named)
    return replace(system.statistics, values=values, lines=[lines.get(item, 0) for item in items])


def _samples_note(scores: Scores) -> str:
    held = (~np.isnan(scores.statistics[..., 0])).sum(axis=1)
    few, many = int(held.min()), int(held.max())
    each = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    what = "run" if scores.runs is not None else "sample"
    return f"{counted(len(scores), 'item')}, {each} {what}s each: an item's score is their mean."


def _items(systems: Sequence[System]) -> list[str]:
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
