"""Find the unnamed score columns in one system's table, or in a table of several systems side by side."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import combinations
from shlex import quote
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few
from core.data.item_statistics import DEFAULT_COLUMNS
from core.errors import OptionError
from core.metrics import counts_columns
from core.readers.columns.asked import Asked
from core.readers.columns.items import is_counter
from core.readers.parsing.names import (
    is_answer,
    is_called_score,
    is_effort,
    is_given_score,
    is_measure,
    is_parameter,
    is_predicted,
    is_sample,
    is_time,
    is_total,
    looks_like_id,
    lower_word,
    no_system,
    quantities,
    text_role,
    words_of,
)
from core.readers.parsing.notation import are_verdicts, is_judgment, is_written_number
from core.readers.parsing.numeric import MARKS
from core.readers.parsing.problems import choice, choices, quoted
from core.readers.parsing.table import Table, in_each

_FLAGS = {"columns": "--columns", "score": "--score-column"}
# With this many rows, consecutive numbers are a counter, not scores.
_COUNTED = 6
LABEL_FILES = (
    "each system a file of its labels, and a file of the gold labels too: helped-hurt compare old new --gold gold"
)
GOLD_TOO = "name the gold labels too (gold=, --gold FILE|COLUMN)"
# In fewer rows graded scores may all be 0 or 1.
_TYPICAL = 20


def score_columns(tables: Sequence[Table], others: Collection[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the columns that hold the scores of all the tables, whose rows belong together, and a note on the choice.

    They are called so, or the only ones beside the others, or the only one of numbers in which the tables differ, if no
    other is called a score.
    """
    found = {usual_columns(table.columns, others) for table in tables}
    numeric = [name for name in tables[0].numeric_columns if name not in others and in_each(tables, name)]
    same = [name for name in numeric if are_equal([table.numbers(name) for table in tables])]
    if len(found) == 1 and None not in found and not (found == {("score",)} and same == ["score"] != numeric):
        usual = next(iter(found)) or ()
        if len(usual) == 1:
            _refuse_only_words(tables[0], usual[0])
        return usual, []
    refuse_parts_of_counts(tables[0], numeric)
    varying = [name for name in numeric if name not in same]
    differing = [name for name in varying if not _is_property(tables[0], name)]
    if differing and all(map(is_effort, differing)):
        differing = varying  # of what an answer took and a count, either may be the score
    qualities = [name for name in differing if is_quality(name)]
    if len(qualities) == 1 and all(is_effort(name) or is_time(name) for name in differing if name not in qualities):
        differing = qualities  # what an answer took, or how sure it was, stands beside its score
    labels = [name for name in tables[0].columns if text_role(name) and name not in others]
    # Without names, "q1,0,5" may be two columns of numbers, or one with a decimal comma.
    named = any(name != f"column {i}" for i, name in enumerate(tables[0].columns, 1))
    if (
        named
        and len(differing) == 1
        and not (is_answer(differing[0]) and differing[0] not in labels)
        and (not labels or (differing[0] not in labels and is_measure(differing[0])))
        and (is_called_score(differing[0]) or not any(map(is_called_score, same)))
        and not any(_may_divide(tables, differing[0], name) for name in same)
    ):
        _refuse_effort(tables, differing[0], others)
        gold = next(filter(is_given_score, same), same[0] if same and is_predicted(differing[0]) else None)
        if gold is not None:
            raise OptionError(
                f"{tables[0].label}: {differing[0]!r} may be predictions of {gold!r}, which is the same for all. If it "
                f"holds scores, say so {choice('columns', '--columns', differing[0])}. If they are predictions, give "
                f"the error of each instead, |prediction − {gold}|, in a column called 'error'."
            )
        are = "is" if len(same) == 1 else "are"
        because = (
            f": the tables differ in no other column of numbers ({first_few(same)} {are} the same)" if same else ""
        )
        return (differing[0],), [f"The scores are those of column {differing[0]!r}{because}."]
    table = next((table for table in tables if usual_columns(table.columns, others) is None), tables[0])
    rates = _rates(tables, differing, same)
    _refuse_prediction(table, differing or numeric)
    likely = [*filter(is_called_score, same), *differing] if differing else numeric
    return (only_column(table, others, "the scores", likely, rates),), []


def _refuse_only_words(table: Table, name: str) -> None:
    if name not in table.numeric_columns and not any(map(is_written_number, table.column(name))):
        _refuse_words(table, [name], GOLD_TOO)


def is_quality(name: str) -> bool:
    """Return whether a column is called as scores are, not as what an answer took or how sure it was."""
    return (is_called_score(name) or is_measure(name)) and not (is_effort(name) or is_time(name))


def own_columns(tables: Sequence[Table], others: Collection[str]) -> list[tuple[str, ...]] | None:
    """Return the only column of numbers of each table where they have several names of one quantity: the systems."""
    found = []
    for table in tables:
        left = [name for name in table.columns if name not in others]
        if len(left) != 1 or left[0] not in table.numeric_columns or is_answer(left[0]):
            return None
        found.append(left[0])
    if len(set(found)) == 1:
        return None
    if any(quantities(name) != quantities(found[0]) for name in found):
        raise OptionError(
            f"{' and '.join(table.label for table in tables)} hold the scores {quoted(list(dict.fromkeys(found)))}: if "
            "they are of one measure, give their columns one name; if not, give files of one measure."
        )
    return [(name,) for name in found]


_MOST_VERDICTS = 5


def _refuse_effort(tables: Sequence[Table], name: str, others: Collection[str], items: Sequence[str] = ()) -> None:
    """Refuse the only column of numbers if it is of times or costs, and words beside it may say what was right.

    ``items`` name the items of a long table.
    """
    flag = "columns" if len(tables) > 1 else "score"
    if not is_effort(name):
        return
    for beside in tables[0].columns:
        if beside in others or beside in tables[0].numeric_columns or not in_each(tables, beside):
            continue
        cells = [table.stripped(beside) for table in tables]
        kinds = set().union(*cells) - {""}
        if len(tables) > 1:
            differ = any(each != cells[0] for each in cells[1:])
        else:
            differ = bool(items) and not _is_of_item(tables[0], beside, items)
        if differ and 2 <= len(kinds) <= _MOST_VERDICTS:
            raise OptionError(
                f"{tables[0].label}: {name!r} is the only column of numbers, and {beside!r} may say what was right "
                f"({first_few(sorted(kinds))}): write 1 for right and 0 for wrong there, or, if {name!r} is to be "
                f"compared, say so {choice(flag, _FLAGS[flag], name)}."
            )


def refuse_parts_of_counts(table: Table, names: Sequence[str]) -> None:
    """Refuse counts that are only parts of those of a metric: of F1, or of the word error rate."""
    held = [name.strip().casefold() for name in names]
    if {"tp", "fp", "fn"} <= set(held):
        wanted = zip(DEFAULT_COLUMNS[4], ("tp", "tp + fn", "tp", "tp + fp"), strict=True)
        metric, needs = "F1", f"four columns, in a file for each system: {', '.join(f'{n} ({of})' for n, of in wanted)}"
    elif {"sub", "del", "ins"} <= {name[:3] for name in held} or {"s", "d", "i"} <= set(held):
        metric = "The word error rate"
        needs = "two columns, in a file for each system: errors (sub + del + ins), and words of the reference"
    else:
        return
    rates = [name for name in names if quantities(name) & {"wer", "cer", "mer", "ter", "f1", "precision", "recall"}]
    also = f"; or compare the files of two systems by one {choices('columns', '--columns', rates)}" if rates else ""
    raise OptionError(f"{table.label} has the columns {quoted(names)} of one system. {metric} needs {needs}{also}.")


def _refuse_prediction(table: Table, names: Sequence[str]) -> None:
    """Refuse the only column if it is called as predictions or answers are."""
    if len(names) == 1 and is_answer(names[0]):
        gold = next((name for name in table.columns if text_role(name) == "gold" and name != names[0]), None)
        how = "(gold=, --gold FILE)" if gold is None else choice("gold", "--gold", gold)
        raise OptionError(
            f"{table.label}: column {names[0]!r} is called as predictions or answers are. Name the gold labels too "
            f"{how}, or, if it holds scores, say so {choice('columns', '--columns', names[0])}."
        )


def _rates(tables: Sequence[Table], counts: Sequence[str], totals: Sequence[str]) -> list[tuple[str, str]]:
    """Return each count with each total that may be its denominator."""
    counts = [name for name in counts if is_whole(tables[0], name) and tables[0].numbers(name).max(initial=0) > 1]
    totals = [name for name in totals if is_total(name)]
    return [(count, total) for count in counts for total in totals if _may_divide(tables, count, total)]


def usual_columns(names: Sequence[str], others: Collection[str]) -> tuple[str, ...] | None:
    """Return the columns with names of scores, or the only remaining column if it holds no answers, else None."""
    left = tuple(name for name in names if name not in others)
    for usual in (DEFAULT_COLUMNS[4], DEFAULT_COLUMNS[2], ("score",)):
        if set(usual) <= set(left):
            return usual
    return left if len(left) == 1 and not is_answer(left[0]) else None


_OF_CLASSES = frozenset(("tp", "fp", "fn", "tn"))


def are_named_counts(tables: Sequence[Table]) -> bool:
    """Return whether the tables have the columns of a metric of counts, and no other that is called as scores are."""
    named = _named_counts(tables[0])
    return named is not None and not any(
        is_quality(name) for table in tables for name in table.numeric_columns if name not in named
    )


def _named_counts(table: Table) -> tuple[str, ...] | None:
    return next((columns for columns in counts_columns() if set(columns) <= set(table.columns)), None)


def counts_in(tables: Sequence[Table], others: Collection[str], name: str = "columns") -> tuple[str, ...]:
    """Return the two or four columns of counts, each numerator before its denominator.

    They have the names of a metric's counts, or are the only columns of numbers, and their names or values say which
    divides which; else they are asked for. ``name`` is the argument of the reader that names them.
    """
    first = tables[0]
    named = _named_counts(first)
    if named is not None:
        return named
    refuse_parts_of_counts(first, first.numeric_columns)
    left = _counted_columns(first, others)
    pairs = [_as_fraction(tables, pair) for pair in zip(left[::2], left[1::2], strict=False)]
    if len(left) in (2, 4) and None not in pairs:
        return tuple(column for pair in pairs if pair for column in pair)
    if len(left) < 2:
        raise OptionError(
            f"{first.label} has {counted(len(left), 'column')} of numbers, {quoted(left)}, but a score of counts needs "
            "two or four, each numerator before its denominator: compare the mean (leave counts=True out, --metric "
            "mean), or add columns."
        )
    likely = [*filter(None, map(partial(_as_fraction, tables), combinations(left, 2)))] or [(left[0], left[1])]
    raise OptionError(
        f"{first.label} has the columns of numbers {quoted(left)}: name the two or four that are counts, each "
        f"numerator before its denominator {choices(name, _FLAGS[name], likely[:3])}."
    )


def _counted_columns(table: Table, others: Collection[str]) -> list[str]:
    """Return the columns of numbers that may be counts: not names of items, numbers of rows, seeds or years."""
    return [
        name for name in table.numeric_columns
        if not (name in others or looks_like_id(name))
        and not (no_system(name) and not is_total(name) and words_of(name)[0] != "num")
        and not (len(table) >= _COUNTED and is_counter(table.stripped(name)))
    ]  # fmt: skip


def _as_fraction(tables: Sequence[Table], pair: Sequence[str]) -> tuple[str, str] | None:
    """Return numerator and denominator: a total is the second, or what is never less. None if neither shows it."""
    values = [np.concatenate([table.numbers(name) for table in tables if name in table.columns]) for name in pair]
    if min(np.nanmin(each, initial=0) for each in values) < 0 or set(map(str.casefold, pair)) <= _OF_CLASSES:
        return None
    totals = [is_total(name) for name in pair]
    if totals[0] != totals[1]:
        return (pair[1], pair[0]) if totals[0] else (pair[0], pair[1])
    may_divide = [bool(np.nanmin(one - other, initial=0) >= 0) for one, other in (values, values[::-1])]
    return (pair[0], pair[1]) if may_divide == [False, True] and lower_word(pair[0]) is None else None


def refuse_counts_beside(table: Table, others: Collection[str], asked: Asked) -> NoReturn:
    """Refuse systems side by side, each with its counts; offer those whose names share the first or the last word."""
    left = _counted_columns(table, others)
    ways = []
    for end in (0, -1) if asked.of_two else ():
        groups: dict[str, list[str]] = {}
        for name in left:
            groups.setdefault(words_of(name)[end], []).append(name)
        systems = [_as_fraction([table], names) for names in groups.values() if len(names) == 2]
        if len(groups) == len(systems) == 2 and None not in systems:
            one, other = (quote(",".join(names)) for names in systems if names)
            ways.append(f"name those of each system (--baseline-column {one} --experimental-column {other})")
    raise OptionError(
        f"{table.label} has the columns of numbers {quoted(left)}: of counts each system needs two or four, each "
        f"numerator before its denominator: {', or '.join([*ways, 'give each system a file'])}."
    )


def _is_property(table: Table, name: str) -> bool:
    """Return whether a column holds whole numbers that describe items, such as lengths.

    Counts of errors are scores, and so is what is written in words for right and wrong.
    """
    in_words = are_verdicts(next(filter(str.strip, table.column(name)), ""))
    is_scored = lower_word(name) is not None or is_judgment(name) or in_words
    return is_whole(table, name) and no_system(name) and not is_scored


def only_column(
    table: Table, others: Collection[str], what: str, likely: Sequence[str] = (),
    rates: Sequence[Sequence[str]] = (),
) -> str:  # fmt: skip
    """Return the only column beside the others; the refusal offers the rates first, numerator and denominator."""
    left = [name for name in table.columns if name not in others]
    if len(left) == 1:
        if what == "the scores":
            _refuse_only_words(table, left[0])
        return left[0]
    able = [name for name in likely if not _is_property(table, name)]
    able = sorted(likely if all(map(is_effort, able)) else able, key=is_effort)
    if what == "the scores" and not [*rates, *able]:
        _refuse_words(table, left or table.columns, GOLD_TOO)
    raise OptionError(
        f"{table.label} has the columns {quoted(left or table.columns)}: say which holds {what} "
        f"{choices('columns', '--columns', [*rates, *able])}."
    )


def _refuse_words(table: Table, names: Sequence[str], how: str) -> None:
    table.refuse_thousands([name for name in table.columns if not no_system(name)])
    raise OptionError(
        f"{table.label} has the columns {quoted(names)}, and no numbers that may be the scores: write scores as "
        f"numbers, 1 for right and 0 for wrong, or, for predicted labels, {how}."
    )


def score_of_long(table: Table, others: Collection[str], items: Sequence[str]) -> str:
    """Return the score column of a long table: the only numeric column that differs within items, or by its name."""
    every = [name for name in table.numeric_columns if name not in others and not looks_like_id(name)]
    numeric = [name for name in every if not _is_property(table, name)]
    are_efforts = bool(numeric) and all(map(is_effort, numeric))
    if are_efforts or not numeric:  # of what an answer took and a count, either may be the score
        numeric = [name for name in every if not is_sample(name)]
    if items and len(numeric) > 1:
        varying = [name for name in numeric if not _is_of_item(table, name, items)] or numeric
    else:
        varying = numeric
    if not are_efforts:
        varying = [name for name in varying if not is_effort(name)] or varying
    called = [name for name in varying if is_called_score(name)]
    rates = _rates([table], varying, [name for name in table.numeric_columns if name not in (*others, *varying)])
    if (len(varying) == 1 or len(called) == 1) and not rates:
        score = (called or varying)[0]
        _refuse_effort([table], score, {*others, *items}, items)
        return score
    if not numeric:
        _refuse_words(table, table.columns, f"give {LABEL_FILES}")
    others_called = (name for name in (*varying, *numeric) if name not in called)
    how = choices("score", "--score-column", list(dict.fromkeys([*rates, *called, *others_called])))
    columns = dict.fromkeys([*varying, *(total for _, total in rates)])
    raise OptionError(
        f"{table.label} has the columns {quoted(list(columns) or table.columns)}: say which holds the scores {how}."
    )


# Differences are looked for among these many columns.
_FEW_SYSTEMS = 12
_DIFFERENCES = frozenset(("diff", "difference", "delta", "δ", "gain", "improvement"))
_DESCRIBING = ("status", "state", "check", "comment", "comments", "note", "notes", "remark", "remarks")


def systems_in(table: Table, others: Collection[str]) -> list[str]:
    """Return the columns of numbers that may hold systems' scores: not those called otherwise, nor counters.

    Times, costs and the like, and differences of two others, do not hold scores if two columns are left without them.
    A single status column, in words for right and wrong, beside several columns of scores describes the items, and one
    number on all rows, such as a temperature of 0.7, is a setting. A column called model holds scores if they are like
    those of another column.
    """
    found = [
        name
        for name in table.numeric_columns
        if name not in others
        and text_role(name) not in ("gold", "label")
        and not (is_whole(table, name) and (no_system(name) or not name.strip()))
        and not (len(table) >= _COUNTED and (np.diff(np.sort(table.numbers(name))) == 1).all())
    ]
    models = [name for name in table.numeric_columns if name not in (*others, *found) and _is_model(table, name, found)]
    found = [name for name in table.numeric_columns if name in (*found, *models)]
    left = [name for name in found if not (is_effort(name) or _is_difference(table, name, found))]
    found = left if len(left) > 1 else found
    in_words = [name for name in found if are_verdicts(next(filter(str.strip, table.column(name)), ""))]
    states = [name for name in in_words if words_of(name)[-1] in _DESCRIBING]
    # One word on all rows, beside numbers: "f" for female
    states += [name for name in in_words if len(in_words) == 1 and len(set(table.stripped(name))) == 1]
    beside = [name for name in found if (len(set(states)) == 1 and name in states) or _is_setting(table, name)]
    return [name for name in found if name not in beside] if len(found) - len(beside) > 1 else found


def _is_difference(table: Table, name: str, names: Sequence[str]) -> bool:
    """Return whether a column is called a difference, and is that of two others, up to its sign."""
    if _DIFFERENCES.isdisjoint(quantities(name)):
        return False
    sizes = np.abs(table.numbers(name))
    others = [other for other in names if other != name][:_FEW_SYSTEMS]
    return any(
        np.allclose(sizes, np.abs(table.numbers(one) - table.numbers(other)), rtol=0, atol=1e-3, equal_nan=True)
        for one, other in combinations(others, 2)
    )


def _is_setting(table: Table, name: str) -> bool:
    """Return whether a column has one number on all rows, and is called as a parameter of a model, or as a flag."""
    values = table.numbers(name)
    is_called = is_parameter(name) or words_of(name)[0] in ("is", "has", "was")
    return len(values) >= _COUNTED and is_called and bool((values == values[0]).all())


def _is_model(table: Table, name: str, scores: Sequence[str]) -> bool:
    """Return whether a column that is called model holds scores, not numbers of systems in blocks or in turn."""
    called = name.strip().casefold() in ("model", "system", "method", "approach", "classifier", "algorithm")
    cells = table.stripped(name) if called else []
    kinds = list(dict.fromkeys(cells))
    in_blocks = sum(map(str.__ne__, cells, cells[1:])) < len(kinds)
    in_turn = all(cell == kinds[i % len(kinds)] for i, cell in enumerate(cells))
    are_scores = called and not in_blocks and not in_turn
    return are_scores and any(alike(table, name, score) for score in scores)


def alike(table: Table, first: str, second: str) -> bool:
    """Return whether two columns of numbers may be two systems' scores of one kind.

    They are not if their names are different quantities, or if their values have different scales.
    """
    if quantities(first) != quantities(second):
        return False
    both = (table.numbers(first), table.numbers(second))
    a, b = (values[~(np.isnan(values) | np.isin(values, MARKS))] for values in both)
    if not len(a) or not len(b) or not a.any() or not b.any() or set(a.tolist()) == set(b.tolist()):
        return True
    if min(len(a), len(b)) >= _TYPICAL and any(
        np.isin(one, (0, 1)).all() and (other % 1 != 0).mean() > 0.5 for one, other in ((a, b), (b, a))
    ):
        return False  # yes and no beside graded scores
    # Correlations, and metrics that are trained, may be a little below 0.
    are_shares = [bool(((each >= -1) & (each <= 1)).all()) for each in (a, b)]
    if any(are_shares):
        return all(are_shares)
    low, high = max(a.min(), b.min()), min(a.max(), b.max())
    if low <= high:
        sizes = sorted(float(np.median(np.abs(each))) for each in (a, b))
        return sizes[1] <= 20 * max(sizes[0], 1e-12)
    # A system may be better on every item, but the differences are smaller than the scores.
    return bool(low - high <= 0.5 * max(abs(high), 1e-12))


def are_equal(values: Sequence[NDArray[np.float64]]) -> bool:
    """Return whether all hold the same numbers, in one order."""
    return all(np.array_equal(values[0], each, equal_nan=True) for each in values[1:])


def is_whole(table: Table, name: str) -> bool:
    """Return whether all numbers of a column are integers."""
    values = table.numbers(name)
    return bool((values[~np.isnan(values)] % 1 == 0).all())


def _is_of_item(table: Table, name: str, items: Sequence[str]) -> bool:
    """Return whether a column is constant within each item, such as the length of an item."""
    keys = list(zip(*map(table.column, items), strict=True))
    return len(set(zip(keys, table.column(name), strict=True))) == len(set(keys))


def _may_divide(tables: Sequence[Table], score: str, other: str) -> bool:
    """Return whether a column may hold the denominators of another, so that a single column is not the score."""
    if is_counter(tables[0].stripped(other)) and (other == "column 1" or len(tables[0]) >= _COUNTED):
        return False
    denominators = tables[0].numbers(other)
    scores = [table.numbers(score) for table in tables]
    if is_sample(other) or is_time(other):
        return False
    # Rights and wrongs have no denominator if they are called so; divided by one number, they are as they were.
    is_one = np.nanmin(denominators, initial=np.inf) == np.nanmax(denominators, initial=-np.inf)
    if all(np.nanmax(each, initial=0) <= 1 for each in scores) and (is_one or is_judgment(score)):
        return False
    if not is_whole(tables[0], score):  # counts are whole numbers
        return False
    return bool(np.nanmax(denominators, initial=0) > 1) and not any(
        ((each < 0) | (each > denominators)).any() for each in scores
    )
