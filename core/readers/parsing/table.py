"""A table as read: named columns of text cells."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.metrics import counts_columns
from core.readers.parsing.notation import bare_numbers, says_right
from core.readers.parsing.numeric import (
    fault_message,
    has_thousands,
    is_unknown,
    parse_numbers,
    printed_decimals,
    refuse_groups,
)
from core.readers.parsing.pairing import Statistics
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, quoted, refuse
from core.readers.parsing.summaries import bears_out, is_common_word, is_summary, summary_rows

Columns: TypeAlias = str | Sequence[str]

# Columns of these names (in any case) name the items, so that two tables can be joined on them.
ID_NAMES = (
    "id", "item", "item_id", "seg_id", "segid", "segment_id", "sentence_id", "question_id", "example_id",
    "instance_id", "qid", "uid", "doc_id", "document_id", "document",
)  # fmt: skip
# Cells examined first: they identify most columns of words.
_ENOUGH = 100


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of ``n`` cells; ``lines`` holds the line (or record, see ``unit``) at which each row begins."""

    label: str
    columns: tuple[str, ...]
    cells: tuple[Sequence[str], ...]
    lines: Sequence[int]
    unit: str = "line"
    _stripped: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False)
    _numbers: dict[str, tuple[NDArray[np.float64], list[int]]] = field(default_factory=dict, init=False, repr=False)

    def __len__(self) -> int:
        return len(self.lines)

    def column(self, name: str) -> Sequence[str]:
        """Return the cells of a column."""
        found = [cells for column, cells in zip(self.columns, self.cells, strict=True) if column == name]
        if len(found) == 1:
            return found[0]
        if found:
            raise OptionError(f"{self.label} has {len(found)} columns {name!r}: give each its own name.")
        raise OptionError(f"{self.label} has no column {name!r}: choose among {quoted(self.columns)}.")

    def stripped(self, name: str) -> list[str]:
        """Return the cells of a column without white space around them."""
        if name not in self._stripped:
            self._stripped[name] = list(map(str.strip, self.column(name)))
        return self._stripped[name]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column as numbers, NaN for other cells."""
        return self._parsed(name)[0]

    def _parsed(self, name: str) -> tuple[NDArray[np.float64], list[int]]:
        if name not in self._numbers:
            bare = bare_numbers("", [self.column(name)], are_scores=says_right(name))
            self._numbers[name] = parse_numbers(bare[0][0])
        return self._numbers[name]

    def faults(self, name: str) -> list[int]:
        """Return the rows of a column that are neither numbers nor missing."""
        return self._parsed(name)[1]

    def refuse_thousands(self, names: Sequence[str]) -> None:
        """Refuse the first of these columns that holds numbers with commas between their thousands."""
        for name in (name for name in names if self.columns.count(name) == 1):
            cells, faults = self.column(name), self.faults(name)
            if faults and all(has_thousands(cells[i]) for i in faults):
                what = f"column {name!r}: {fault_message(cells[faults[0]])}"
                refuse(self.label, [Problem(self.lines[i], what) for i in faults[:MOST_PROBLEMS]], self.unit)

    @cached_property
    def numeric_columns(self) -> tuple[str, ...]:
        """The columns of numbers, without columns that share a name."""
        held = zip(self.columns, self.cells, strict=True)
        return tuple(name for name, cells in held if self.columns.count(name) == 1 and self._is_numeric(name, cells))

    def _is_numeric(self, name: str, cells: Sequence[str]) -> bool:
        return not _has_words(cells[:_ENOUGH], says_right(name)) and _are_numbers(*self._parsed(name))

    def names(self, columns: Columns | None) -> tuple[str, ...]:
        """Return column names that are given as a sequence or separated by commas; none if they are not given."""
        return names_of(columns, self.columns)

    def keys(self, columns: Columns) -> list[str]:
        """Return the name of each row: the cell of one column, or those of several joined by a slash."""
        chosen = [self.stripped(name) for name in self.names(columns)]
        keys = list(chosen[0]) if len(chosen) == 1 else list(map("/".join, zip(*chosen, strict=True)))
        what = f"nothing in column {', '.join(self.names(columns))!r}: fill it in for each item, or leave the item out"
        nameless = (Problem(self.lines[i], what) for i, key in enumerate(keys) if not key.strip("/"))
        refuse(self.label, list(islice(nameless, MOST_PROBLEMS)), self.unit)
        return keys

    def groups(self, columns: Columns, what: str = "cluster") -> list[str]:
        """Return the cluster or task of each row; rows whose cluster is not known, such as NA, do not form one."""
        keys = self.keys(columns)
        unknown = {key for key in set(keys) if is_unknown(key)} if what == "cluster" else set()
        rows = [i for i, key in enumerate(keys) if key in unknown]
        if len(rows) > 1:
            raise DataError(
                f"{self.label}, {self.unit} {self.lines[rows[0]]}: {shown(keys[rows[0]])} in column "
                f"{', '.join(self.names(columns))!r}, as on {counted(len(rows) - 1, f'other {self.unit}')}, seems to "
                "mean that no cluster is known: write the cluster of each item, and give an item without one a cluster "
                "of its own."
            )
        return keys

    def statistics(self, columns: Columns) -> Statistics:
        """Read one, two or four columns as numbers."""
        names = self.names(columns)
        parsed, problems, decimals = [], [], 0
        printed = [self.column(name) for name in names]
        bare, notes = bare_numbers(self.label, printed, are_scores=all(map(says_right, names)))
        for name, cells in zip(names, bare, strict=True):
            values, faults = parse_numbers(cells)
            where = f"column {name!r}: "
            problems += [Problem(self.lines[i], where + fault_message(cells[i])) for i in faults[:MOST_PROBLEMS]]
            refuse_groups(f"{self.label}, column {name!r}", cells, values)
            parsed.append(values)
            decimals = decimals if problems else max(decimals, printed_decimals(cells))
        refuse(self.label, sorted(problems, key=lambda problem: problem.line), self.unit)
        counts = names if names in counts_columns() else None
        return Statistics(self.label, np.column_stack(parsed), decimals, self.lines, self.unit, notes, counts)

    def only(self, column: str, value: str) -> "Table":
        """Return the rows whose cell in that column has that value."""
        cells = self.column(column)
        rows = [i for i, cell in enumerate(cells) if cell.strip() == value]
        if not rows:
            known = first_few(list(dict.fromkeys(repr(cell.strip()) for cell in cells)), limit=20)
            raise OptionError(f"{self.label} has no {value!r} in column {column!r}: choose among {known}.")
        return replace(self.take(rows), label=f"{column} {value!r} of {self.label}")

    def take(self, rows: Sequence[int]) -> "Table":
        """Return these rows, in this order."""
        cells = tuple([cells[i] for i in rows] for cells in self.cells)
        return replace(self, cells=cells, lines=[self.lines[i] for i in rows])

    def without_names(self) -> "Table":
        """Return the table with its header as the first row, and numbered columns."""
        names = tuple(f"column {i}" for i in range(1, len(self.columns) + 1))
        first = ("" if name == numbered else name for name, numbered in zip(self.columns, names, strict=True))
        cells = tuple([cell, *cells] for cell, cells in zip(first, self.cells, strict=True))
        begin = self.lines[0] - 1
        # A list of a million numbers takes 40 MB.
        lines = range(begin, self.lines.stop) if isinstance(self.lines, range) else [begin, *self.lines]
        return replace(self, columns=names, cells=cells, lines=lines)

    def without_empty_columns(self) -> "Table":
        """Return the table without columns that have neither a name nor a filled cell, as Excel writes them."""
        held = [
            (name, cells) for i, (name, cells) in enumerate(zip(self.columns, self.cells, strict=True), 1)
            if name != f"column {i}" or any(map(str.strip, cells))
        ]  # fmt: skip
        if len(held) in (0, len(self.columns)):
            return self
        columns, filled = zip(*held, strict=True)
        return replace(self, columns=columns, cells=filled)

    def renamed(self, old: str, new: str) -> "Table":
        """Return the table with a column renamed, and another of the new name called "(other)"."""
        names = {new: f"{new} (other)", old: new}
        return replace(self, columns=tuple(names.get(name, name) for name in self.columns))

    def with_cells(self, name: str, cells: Sequence[str]) -> "Table":
        """Return the table with these cells in a column."""
        at = self.columns.index(name)
        return replace(self, cells=(*self.cells[:at], cells, *self.cells[at + 1 :]))

    def id_column(self) -> str | None:
        """Return the column whose name says that it names the items, or None."""
        by_name = {column.casefold(): column for column in reversed(self.columns)}
        return next((by_name[name] for name in ID_NAMES if name in by_name), None)

    def naming_column(self) -> str | None:
        """Return the id column if each row has another name in it, else None."""
        name = self.id_column()
        return None if name is None or len(set(self.column(name))) < len(self) else name

    def refuse_summary(self, columns: Sequence[str], scores: Sequence[str] = ()) -> None:
        """Refuse a first or last row that is a summary according to its cell in one of these columns.

        If the items are words, "all" may be an item: then its scores must be the summary.
        """
        for name in columns:
            cells = self.column(name)
            rows = summary_rows(cells) or _unnamed_rows(cells)
            if not rows:
                continue
            are_words = all(cell.strip().isalpha() for row, cell in enumerate(cells) if row not in rows)
            for row in rows:
                is_doubtful = are_words and is_common_word(cells[row])
                if is_doubtful and not self._bears_out(row, rows, name, scores):
                    continue
                unless = "" if is_summary(cells[row]) else "; where it is an item all the same, name it like the others"
                raise DataError(
                    f"{self.label}, {self.unit} {self.lines[row]}: {shown(cells[row])} in column {name!r} looks like a "
                    f"summary row: delete it, every {self.unit} belongs to one item{unless}."
                )

    def _bears_out(self, row: int, summaries: Sequence[int], name: str, scores: Sequence[str]) -> bool:
        """Return whether the row's scores are the summary that its name states, of all or of the non-summary rows."""
        name = self.column(name)[row]
        for score in scores:
            cells = self.column(score)
            bare = bare_numbers(self.label, [cells])[0][0]
            values, decimals = parse_numbers(bare)[0], printed_decimals([bare[row]])
            if not any(bears_out(name, values[row], decimals, np.delete(values, left)) for left in (summaries, [row])):
                return False
        return True

    def refuse_repeated(self, keys: Sequence[str], what: str) -> None:
        """Refuse keys that name more than one row."""
        if len(set(keys)) == len(keys):
            return
        lines: dict[str, list[int]] = {}
        for key, line in zip(keys, self.lines, strict=True):
            lines.setdefault(key, []).append(line)
        twice = [f"{shown(key)} ({self.unit} {first_few(at)})" for key, at in lines.items() if len(at) > 1]
        raise DataError(
            f"{self.label}: {counted(len(twice), what)} occur{'s' if len(twice) == 1 else ''} more than once: "
            f"{first_few(twice, limit=3)}. Each must name one item; several columns together may do so."
        )


def names_of(columns: Columns | None, known: Collection[str]) -> tuple[str, ...]:
    """Return column names that are given as a sequence, as the name of one, or separated by commas."""
    if not isinstance(columns, str):
        return tuple(columns or ())
    parts, names = columns.split(","), []
    # Names may hold commas.
    most = 1 + max((name.count(",") for name in known), default=0)
    while parts:
        ways = (",".join(parts[:size]).strip() for size in range(min(most, len(parts)), 1, -1))
        names.append(next((way for way in ways if way in known), parts[0].strip()))
        del parts[: names[-1].count(",") + 1]
    return tuple(names)


def in_each(tables: Sequence[Table], name: str) -> bool:
    """Return whether each of the tables has one column of that name."""
    return all(table.columns.count(name) == 1 for table in tables)


def is_numeric(cells: Sequence[str]) -> bool:
    """Return whether each cell is a number or missing, and at least one is a number."""
    return not _has_words(cells[:_ENOUGH]) and _are_numbers(*parse_numbers(bare_numbers("", [cells])[0][0]))


def _are_numbers(values: NDArray[np.float64], faults: Sequence[int]) -> bool:
    return not faults and not np.isnan(values).all()


def _has_words(cells: Sequence[str], are_scores: bool = False) -> bool:
    """Return whether a cell is not a number, whatever stands in others: these tell what a comma means."""
    bare = bare_numbers("", [cells], are_scores)[0][0]
    return any("," not in bare[i] for i in parse_numbers(bare)[1])


def _unnamed_rows(cells: Sequence[str]) -> list[int]:
    """Return the first or last row if only this row has no name and the other names are distinct."""
    if len(cells) < 3:
        return []
    unnamed = [row for row in (0, len(cells) - 1) if not cells[row].strip()]
    if len(unnamed) != 1:
        return []
    named = set(map(str.strip, cells)) - {""}
    return unnamed if len(named) == len(cells) - 1 else []
