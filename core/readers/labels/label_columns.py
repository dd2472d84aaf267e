"""Find the columns of gold labels and of predicted ones, and refuse columns that contradict each other."""

import math
import os
from collections import Counter
from collections.abc import Collection, Sequence
from functools import cache
from string import digits

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.readers.columns.questions import judgments, repeats
from core.readers.columns.score_columns import only_column
from core.readers.labels.label_counts import Labels, folded
from core.readers.parsing.names import (
    is_given_class,
    is_sample,
    is_system,
    looks_like_id,
    no_system,
    text_role,
    words_of,
)
from core.readers.parsing.notation import is_judgment, says_right
from core.readers.parsing.numeric import is_number
from core.readers.parsing.problems import Problem, choice, choices, quoted, refuse
from core.readers.parsing.summaries import summary_rows
from core.readers.parsing.table import Table, in_each
from core.readers.parsing.text import Source

_NO_LABEL = frozenset(("", "nan", "na", "n/a", "null", "<na>"))


def lacks_label(cell: str, known: Collection[str]) -> bool:
    """Return whether a cell says that a label is missing: it is empty, or NaN or the like, and no known label."""
    return len(cell) < 5 and cell.casefold() in _NO_LABEL and (not cell or cell not in known)


def labels_of_column(table: Table, name: str, known: Collection[str]) -> Labels:
    """Return the cells of a column as labels, or refuse those that are missing."""
    cells = table.stripped(name)
    drop = 'every item needs a label, or is dropped (missing="drop", --missing drop)'

    gaps = {
        cell: f"{shown(cell)} in column {name!r}: {drop}, or, if this is an answer, name all labels (labels=, --labels)"
        if cell else f"nothing in column {name!r}: {drop}"
        for cell in set(cells) if lacks_label(cell, known)
    }  # fmt: skip
    problems = [Problem(table.lines[i], gaps[cell]) for i, cell in enumerate(cells) if cell in gaps] if gaps else []
    refuse(table.label, problems, table.unit)
    return Labels(f"column {name!r} of {table.label}", cells, table.lines, table.unit)


def refuse_summary_labels(table: Table, cells: Sequence[Sequence[str]], labels: Sequence[Sequence[str]]) -> None:
    """Refuse last rows such as ``accuracy 0.85 0.88``: a label may be called so, but not with a number beside it.

    A row whose labels all stand in rows above is an item: of the word "sum", say, where labels are 0 and 1.
    """
    texts = cells[0] if len(cells) == 1 else [" ".join(row).strip() for row in zip(*cells, strict=True)]
    row = next(iter(summary_rows(texts, with_numbers=True)), None)
    if row is None:
        return
    above = {label.strip() for column in labels for label in column[:row]}
    if any(label.strip() not in above for column in labels for label in column[row:]):
        what = f"{shown(texts[row])} looks like a summary row: delete it, every {table.unit} belongs to one item"
        refuse(table.label, [Problem(table.lines[row], what)], table.unit)


def label_columns(
    tables: Sequence[Table], column: str | None, others: Collection[str], right_column: str | None = None
) -> tuple[list[str], list[str]]:
    """Return the column of the labels of each table (gold first, rows as the items), and notes on the choice.

    Gold's is the one asked for, the only one beside the others, or the one that is called so. A prediction is never a
    column that all systems have from gold, nor one in which they do not differ, if there is another. ``right_column``
    is the one that holds the gold labels in every table, if there is such a one.
    """
    if column is not None and not any(column in table.columns for table in tables):
        tables[0].column(column)
    left = [[name for name in table.columns if name not in others] for table in tables]
    systems = range(1, len(tables))

    def role(name: str) -> str | None:
        return "gold" if name == right_column else text_role(name)

    @cache
    def cells(file: int, name: str) -> list[str]:
        return label_cells(tables[file], name)

    gold = _gold(tables[0], left[0], column, others)
    right = cells(0, gold)
    copies = [
        {name for name in left[file] if tables[file].columns.count(name) == 1 and cells(file, name) == right}
        for file in systems
    ]
    known = set(map(folded, set(right)))
    shared = set.intersection(*(set(left[file]) for file in systems))
    gold_twice = {name for name in set().union(*copies) if all(name in held for held in copies) or name not in shared}
    same = {name for name in shared if all(cells(file, name) == cells(1, name) for file in systems)}
    chosen, notes = [gold], []
    for file in systems:
        table, names = tables[file], left[file]
        likely = [
            name
            for name in names
            if role(name) is not None or (not is_judgment(name) and may_be_predictions(cells(file, name), known))
        ] or names
        called_so = [name for name in likely if role(name) == "prediction"]
        right_ones = [name for name in called_so if may_be_predictions(cells(file, name), known)]
        likely = [name for name in likely if name not in called_so or name in right_ones or not right_ones]
        candidates = [name for name in likely if name not in gold_twice]
        if not candidates:
            # Both systems are always right, or their predictions cannot be distinguished from other columns.
            candidates = [name for name in likely if len(names) == 1 or name == column or role(name) != "gold"]
            candidates = candidates if column is None or role(column) != "gold" or len(names) == 1 else []
        candidates = [name for name in candidates if name not in same] or candidates
        if column in set(names) - gold_twice - same - set(likely):
            raise OptionError(
                f"{table.label}: column {column!r} holds none of the gold labels: choose the column of the "
                "predictions (columns=, --columns); where it holds scores, leave out the options of labels (gold=, "
                "--gold, labels=, --labels)."
            )
        name = _prediction(table, names, candidates, column)
        copied = [other for other in names if other in gold_twice and other != name]
        if gold != name and gold in names and role(gold) == "gold" and gold not in copied:
            _refuse_other_gold(tables[0], table, gold)
        chosen.append(name)
        if column not in (None, name) and column not in names:
            notes.append(f"{table.label} has no column {column!r}: its labels are those of {name!r}.")
        elif column not in (None, name) or len(names) > 1:
            because = f"; {first_few([repr(each) for each in copied])} is gold on every row" if copied else ""
            notes.append(f"The labels of {table.label} are those of column {name!r}{because}.")
        differing = judgments(table, equal_rows(cells(file, name), right)) if len(table) == len(right) else {}
        unused = [each for each in table.numeric_columns if says_right(each) and each not in (name, gold)]
        shown_ = [
            f"{each!r} (it differs from a comparison with the gold labels in {counted(differing[each], 'row')})"
            if differing.get(each) else repr(each)
            for each in unused
        ]  # fmt: skip
        if unused:
            notes.append(f"Not used in {table.label}: {first_few(shown_, width=200)}.")
    return chosen, notes


def is_column(gold: Source | None) -> bool:
    """Return whether the gold labels are in a column of this name, and not in a file."""
    return isinstance(gold, str) and not os.path.exists(gold)


def label_systems(table: Table, gold: str, others: Collection[str]) -> tuple[str, ...]:
    """Return the columns of one table that hold gold labels, as predictions of systems do.

    Columns called as ids, as other gold labels or as properties of items do not hold systems, nor do those that name
    each row. Numbers, and yes and no, may be properties of items: such columns must agree with gold not only by chance.
    """
    right, n = label_cells(table, gold), len(table)
    known = set(map(folded, right))
    left = [
        name for name in table.columns
        if name not in (gold, table.naming_column(), *others) and not _is_called_otherwise(name)
        and not len(known) < len(set(table.stripped(name))) == n
    ]  # fmt: skip
    found = tuple(name for name in left if may_be_predictions(label_cells(table, name), known))
    if any(is_system(name) and repeats(table, name) for name in table.columns) and len(found) < 2:
        raise OptionError(
            f"{table.label} seems to have a row for each item and system: give each system a file of its rows, with "
            f"the gold labels {choice('gold', '--gold', gold)}."
        )
    if len(left) < 2:
        raise OptionError(f"{table.label} holds one system only beside {gold!r}: name the other's file after it.")
    plain = all(is_number(label) or len(label) == 1 or label in ("yes", "no", "true", "false") for label in known)
    doubtful = [name for name in found if plain and not _agrees(right, label_cells(table, name))]
    called_so = [name for name in found if _is_of_people(name)]
    doubtful += called_so if len(called_so) < len(found) else []
    if len(found) < 2 or doubtful:
        few = f"{counted(len(found), 'column')} beside {gold!r} {'holds' if len(found) == 1 else 'hold'} its labels"
        why = f"they agree with {gold!r} no better than by chance, or are called as people's labels are"
        what = f"{quoted(list(dict.fromkeys(doubtful)))} may not hold labels of systems ({why})"
        sure = [name for name in found if name not in doubtful]
        ways = [names for names in (sure, found if doubtful else left) if len(names) > 1]
        raise OptionError(
            f"{table.label}: {what if doubtful else few}. Say which columns are the systems' "
            f"{choices('columns', '--columns', ways)}."
        )
    return found


# Words for labels by people, or for earlier labels, where the columns of systems are called otherwise
_OF_PEOPLE = frozenset((
    "label", "labels", "rater", "annotator", "coder", "judge", "worker", "crowd", "human", "expert",
))  # fmt: skip


def _is_of_people(name: str) -> bool:
    return not _OF_PEOPLE.isdisjoint(word.rstrip(digits) for word in words_of(name))


def _is_called_otherwise(name: str) -> bool:
    """Return whether a column is called as an id, a judgment, gold labels, or a property or sample of items."""
    if is_judgment(name) or looks_like_id(name) or is_given_class(name) or text_role(name) in ("gold", "label"):
        return True
    return (no_system(name) or is_sample(name)) and not _is_of_people(name)


# How many standard deviations more labels agree than by chance
_CHANCE = 2.0


def _agrees(right: Sequence[str], predicted: Sequence[str]) -> bool:
    """Return whether labels agree with gold ones more often than they would in another order."""
    n, gold, given = len(right), Counter(right), Counter(predicted)
    share = sum(gold[label] * given[label] for label in given) / n**2
    found = sum(one == other for one, other in zip(right, predicted, strict=True))
    return found == n or found - n * share > _CHANCE * math.sqrt(n * share * (1 - share))


def equal_rows(answers: Sequence[str], right: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([one == other for one, other in zip(answers, right, strict=True)])


def _gold(table: Table, left: Sequence[str], column: str | None, others: Collection[str]) -> str:
    if column is not None and (column in table.columns or len(left) != 1):
        table.column(column)
        return column
    return (column_called(left, "gold", "label") if len(left) > 1 else None) or only_column(
        table, set(others), "the labels"
    )


def column_called(names: Sequence[str], *roles: str) -> str | None:
    """Return the only one of the columns that is called by the first of the roles, or else by the next."""
    called = ([name for name in names if text_role(name) == role] for role in roles)
    return next((held[0] for held in called if len(held) == 1), None)


def _prediction(table: Table, names: Sequence[str], candidates: Sequence[str], column: str | None) -> str:
    if column is not None and column in candidates:
        return column
    if len(candidates) == 1:
        return candidates[0]
    if (called := column_called(candidates, "prediction", "label")) is not None:
        return called
    if column is not None and column not in names:
        table.column(column)
    raise OptionError(
        f"{table.label} has the columns {quoted(candidates or names)}: say which holds the labels "
        "(columns=, --columns)."
    )


def may_be_predictions(cells: Sequence[str], known: Collection[str]) -> bool:
    """Return whether some of the cells are gold labels, spelt in any way."""
    return sum(times for cell, times in Counter(cells).items() if folded(cell) in known) >= 0.1 * len(cells)


def _refuse_other_gold(gold: Table, table: Table, name: str) -> None:
    for row, (right, other) in enumerate(zip(label_cells(gold, name), label_cells(table, name), strict=False)):
        if right != other:
            raise DataError(
                f"{table.label}, {table.unit} {table.lines[row]}: column {name!r} has {shown(other)}, but "
                f"{gold.label} {shown(right)} for the same item: give all files the same gold labels, or "
                "leave that column out."
            )


def refuse_other_gold(tables: Sequence[Table], right: str, others: Collection[str]) -> None:
    """Refuse gold labels that differ between the systems' files, which predictions do."""
    gold, first, *rest = tables
    second = next((table for table in rest if label_cells(table, right) != label_cells(first, right)), None)
    if second is None:
        return
    known = set(map(folded, label_cells(gold, right)))
    for name in first.columns:
        if name in (right, *others) or not in_each([first, second], name):
            continue
        may_be_gold = text_role(name) == "gold" or may_be_predictions(label_cells(first, name), known)
        if may_be_gold and label_cells(first, name) == label_cells(second, name):
            raise OptionError(
                f"{right!r} differs between {first.label} and {second.label}, so it is not a gold column: name "
                f"another {choice('gold', '--gold', name)}."
            )
    _refuse_other_gold(gold, second, right)


def label_cells(table: Table, name: str) -> list[str]:
    """Return the cells of a column, with equal numbers in the same notation."""
    known: dict[str, str] = {}
    return [known.get(cell) or known.setdefault(cell, _plain(cell.strip())) for cell in table.column(name)]


def _plain(cell: str) -> str:
    return repr(float(cell)) if is_number(cell) and len(cell) < 16 and cell[:1] != "0" else cell
