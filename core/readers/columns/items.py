"""Find the columns that name the items of a table, and the columns that distinguish an item's samples."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, NoReturn

from core.common.phrases import counted, first_few
from core.errors import OptionError
from core.readers.parsing.names import (
    ITEM,
    is_sample,
    is_system,
    is_time,
    is_unit,
    looks_like_id,
    names_items,
    no_system,
    quantities,
    text_role,
)
from core.readers.parsing.numeric import are_numbers, is_missing
from core.readers.parsing.problems import choice, choices, quoted
from core.readers.parsing.table import ID_NAMES, Columns, Table, in_each

# Value of ``id`` for pairing rows by position.
POSITION = "position"
# Smallest share of a long table's rows whose item is scored for several systems.
_SHARED = 0.5
# Fewest items per group on average, and longest name of a group.
_MANY, _LONGEST = 10, 40
# If no larger share of the rows repeats a name, they may be there by mistake.
_BY_MISTAKE = 0.05
_ROW = ("", "idx", "index", "row", "line", "no", "nr", "unnamed: 0")
_GROUPS = ("document", "doc", "task", "dataset", "benchmark", "topic", "source")


class Item(NamedTuple):
    """The columns that name the item of each row; none if rows are identified by position.

    If an item has several rows, ``runs`` are the columns that distinguish them; without such columns they are
    ``numbered`` in order. If each row is an item, ``groups`` are columns with repeated names.
    """

    columns: tuple[str, ...] = ()
    runs: tuple[str, ...] = ()
    numbered: bool = False
    groups: tuple[str, ...] = ()

    @property
    def samples(self) -> bool:
        """Whether an item has several rows."""
        return bool(self.runs) or self.numbered


def item_of_rows(
    tables: Sequence[Table], id: Columns | None, runs: Columns | None, taken: Collection[str],
    grouped: Collection[str] = (), system: str | None = None, may_be_long: bool = True,
) -> Item:  # fmt: skip
    """Return the names of the items in the rows of tables with one system each, or with all systems in columns.

    With a column ``system``, the one table has a row for each item and system. Columns in ``taken`` hold scores or
    runs; columns in ``grouped`` assign several items to one document or task. A question offers a column of systems
    if the one table ``may_be_long``.
    """
    rows = _Rows(tables, () if system is None else (system,))
    several = tables[0].names(runs)
    if id == POSITION and not any(POSITION in table.columns for table in tables):
        return Item()
    if id is not None:
        return _asked_for(rows, tables[0].names(id), several, taken)
    free = [name for name in tables[0].columns if name not in taken and in_each(tables, name)]
    named = sorted((name for name in free if name not in several), key=lambda name: _rank(rows, name))
    able = [name for name in named if _rank(rows, name) < _NEVER and rows.may_be_items(name)]
    if several:
        return Item((_with_runs(rows, able, several),), several)
    unique = next((name for name in able if rows.differ((name,))), None)
    repeated = [
        name for name in able
        if name != unique and name not in grouped and not rows.differ((name,)) and _rank(rows, name) != _SAMPLE
    ]  # fmt: skip
    # A row number may have been written beside names that repeat.
    is_doubtful = unique is not None and (
        (_rank(rows, unique) >= _NUMBERS and rows.is_row_number(unique))
        # Other numbers may be scores in which the systems agree.
        or (_rank(rows, unique) > _SAMPLE and not is_unit(unique))
    )
    # Rows of one name are its samples if a seed, a turn or the like distinguishes them.
    for name in repeated:
        found = _with_samples(rows, (name,), {*taken, *((unique,) if unique else ())})
        if found is None:
            continue
        # Where each row has a name too, it may be that of an answer or a judgement, unless several systems have it; but
        # turns are items then.
        is_alone = len(tables) == 1 and system is None
        is_answer = is_alone and rows.repeat_as_items(name) and not any("turn" in run.casefold() for run in found.runs)
        if unique is None or is_doubtful or is_answer:
            return found
    if unique is not None and not (is_doubtful and repeated and _rank(rows, repeated[0]) <= _NUMBERS):
        return Item((unique,), groups=tuple(filter(rows.repeat_as_items, repeated)))
    if grouped:
        # A document and the number of a sentence or turn in it name the item, whichever of them is the group.
        numbered = [name for name in named if name not in able and no_system(name) and not quantities(name)]
        parts = [name for name in (*able, *filter(rows.may_be_items, numbered)) if not rows.differ((name,))]
        is_wide = len(tables) == 1 and system is None
        both = _together(rows, parts, grouped) if unique is None and not is_wide else ()
        if system is None or both:
            return Item((unique,) if unique else both)
    if unique is None:
        if both := _together(rows, repeated):
            if any(map(is_unit, both)):
                return Item(both)
            _refuse_two(rows, both)
        if system is None and len(tables) == 1 and all(map(rows.is_group, repeated)):
            return Item(groups=tuple(repeated))
    if repeated:
        _refuse_repeated(rows, repeated, unique, free, may_be_long)
    if system is not None:
        rows.refuse_unnamed()
    return Item()


def samples_of(table: Table, item: Item) -> list[str] | None:
    """Return the run or sample number of each row; None if each item has one row."""
    if item.runs:
        return table.keys(item.runs)
    if not item.numbered:
        return None
    seen: Counter[Any] = Counter()
    held = []
    for key in zip(*(table.stripped(name) for name in item.columns), strict=True):
        seen[key] += 1
        held.append(str(seen[key]))
    return held


class _Rows:
    """The rows of one or several tables, which a key must distinguish."""

    def __init__(self, tables: Sequence[Table], beside: tuple[str, ...]) -> None:
        self.tables, self.beside = tables, beside

    def cells(self, table: Table, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield the cells of a table's rows in these columns, with the system's name."""
        return zip(*(table.stripped(name) for name in (*self.beside, *names)), strict=True)

    def differ(self, names: Sequence[str]) -> bool:
        """Return whether these columns have distinct, nonempty names for the rows of every table."""
        for table in self.tables:
            if any("" in table.stripped(name) for name in (*self.beside, *names)):
                return False
            # A tuple for each row takes several times as long.
            alone = len(names) == 1 and not self.beside
            if len(set(table.stripped(names[0]) if alone else self.cells(table, names))) < len(table):
                return False
        return True

    def may_be_items(self, name: str) -> bool:
        """Return whether several systems share the items named by a column; with one system, always true."""
        names = [set(table.stripped(name)) for table in self.tables]
        if any(len(held) < 2 and len(table) > 1 for held, table in zip(names, self.tables, strict=True)):
            return False
        if not self.beside:
            return len(set.intersection(*names)) >= _SHARED * max(map(len, names))
        keys = list(self.cells(self.tables[0], (name,)))
        n_systems = Counter(key for _, key in set(keys))
        return sum(n_systems[key] > 1 for _, key in keys) >= _SHARED * len(keys)

    def mostly_repeat(self, names: Sequence[str]) -> bool:
        """Return whether at least half of the rows belong to an item with several rows."""
        times: Counter[Any] = Counter()
        for place, table in enumerate(self.tables):
            times.update((place, *key) for key in self.cells(table, names))
        return 2 * sum(count for count in times.values() if count > 1) >= times.total()

    def is_row_number(self, name: str) -> bool:
        """Return whether a column is a row counter."""
        return all(is_counter(table.stripped(name)) for table in self.tables)

    def is_group(self, name: str) -> bool:
        """Return whether a column, by its name and values, is a group of many items, such as a language."""
        called, times = name.strip().casefold(), Counter(self.tables[0].stripped(name))
        # Items have equal numbers of samples; documents have different lengths.
        is_item = called not in _GROUPS or max(times.values()) < 2 * min(times.values())
        if (looks_like_id(name) or called in ITEM) and is_item:
            return False
        return _MANY * len(times) <= times.total() and max(map(len, times)) <= _LONGEST

    def repeat_as_items(self, name: str) -> bool:
        """Return whether a column with repeated names seems to name items, by its own name or by equal numbers."""
        times = set(Counter(self.tables[0].stripped(name)).values())
        return (names_items(name) or len(times) == 1) and not (self.is_group(name) or is_sample(name))

    def refuse_unnamed(self) -> NoReturn:
        """Refuse rows of several runs or systems if no column names the items."""
        first = self.tables[0]
        ranks = {name: _rank(self, name) for name in first.columns if name not in self.beside}
        able = [
            name for name in ranks if in_each(self.tables, name)
            and (ranks[name] < _NEVER or (no_system(name) and not quantities(name) and self.differ((name,))))
        ]  # fmt: skip
        able.sort(key=ranks.__getitem__)
        ways = [f"say which names the items {choices('id', '--id', able)}"]
        if self.beside and len(set(Counter(first.stripped(*self.beside)).values())) == 1:
            ways.append(
                f"if the items have one order for each system, pair them by it (id={POSITION!r}, --id {POSITION})"
            )
        how = ", or, ".join(ways if able else ways[1:] or ["add a column that names the items"])
        raise OptionError(f"{first.label} has the columns {quoted(first.columns)}: {how}.")


def is_counter(cells: Sequence[str]) -> bool:
    """Return whether these are the numbers of the rows, from 0 or 1."""
    return any(list(cells) == [str(i) for i in range(first, first + len(cells))] for first in (0, 1))


_WORDS, _NUMBERS, _SAMPLE, _NEVER = 2, 3, 5, 9


def _rank(rows: _Rows, name: str) -> int:
    """Return the rank of a column as the name of the items: 0 is most likely, `_NEVER` impossible."""
    lower = name.strip().casefold()
    if lower in ID_NAMES:
        return 0
    if text_role(name) is not None:
        return _NEVER
    if is_time(name) and rows.tables[0].id_column() is not None:
        return _NEVER  # a row of an item that was tried again
    if is_sample(name) and not lower.endswith("id"):
        return _SAMPLE
    is_number_of_row = lower in _ROW or (lower == "column 1" and rows.is_row_number(name))
    if (looks_like_id(name) and not is_number_of_row) or lower in ITEM:
        return 1
    cells = {cell for table in rows.tables for cell in table.stripped(name)}
    if not are_numbers([cell for cell in cells if not is_missing(cell)]):
        return _WORDS
    if any("." in cell for cell in cells) or quantities(name):
        return _NEVER
    if looks_like_id(name):
        return _NUMBERS
    if rows.is_row_number(name) and len(rows.tables[0]) > 9:
        return 4
    # Next to one column of scores, other whole numbers are names or properties of items.
    alone = bool(rows.beside) or len(rows.tables) > 1
    return 6 if is_unit(name) or (alone and not (no_system(name) and not is_system(name))) else _NEVER


def _asked_for(rows: _Rows, names: tuple[str, ...], runs: tuple[str, ...], taken: Collection[str]) -> Item:
    """Return the item that the user's columns name, and the columns that distinguish its rows."""
    if not runs:
        return Item(names) if rows.differ(names) else _with_samples(rows, names, taken) or Item(names, (), True)
    if set(runs) & set(names):
        raise OptionError(
            f"Column {runs[0]!r} cannot name both the items and their runs: choose two (id=, --id; runs=)."
        )
    for table in rows.tables:
        table.refuse_repeated(table.keys([*rows.beside, *names, *runs]), "id and run")
    return Item(names, runs)


def _together(rows: _Rows, names: Sequence[str], among: Collection[str] = ()) -> tuple[str, ...]:
    """Return two or three of these columns that name each row only together, one of them ``among`` those given."""
    for several in (each for k in (2, 3) for each in combinations(names, k)):
        if not (among and set(several).isdisjoint(among)) and rows.differ(several):
            return several
    return ()


def _with_samples(rows: _Rows, names: tuple[str, ...], taken: Collection[str]) -> Item | None:
    """Return the item with the columns, named seed, turn or similar, that distinguish its rows."""
    if not rows.mostly_repeat(names):
        return None
    called = [
        name for name in rows.tables[0].columns
        if is_sample(name) and name not in (*taken, *names, *rows.beside) and in_each(rows.tables, name)
        # "sample_id" may name items too, which seldom repeat.
        and (_rank(rows, name) >= _WORDS or rows.mostly_repeat((name,)))
    ]  # fmt: skip
    for k in (1, 2, 3):
        for several in combinations(called, k):
            if rows.differ((*names, *several)):
                return Item(names, several)
    return None


def _with_runs(rows: _Rows, able: Sequence[str], runs: tuple[str, ...]) -> str:
    if rows.differ(runs):
        raise OptionError(
            f"Column {runs[0]!r} names each row, and cannot name both the items and their runs: leave it out (runs=)."
        )
    found = next((name for name in able if rows.differ((name, *runs))), None)
    called = able[0] if able else rows.tables[0].id_column()
    if found is not None:
        return found
    if called is None:
        rows.refuse_unnamed()
    for table in rows.tables:
        table.refuse_repeated(table.keys([*rows.beside, called, *runs]), "id and run")
    return called


def _refuse_two(rows: _Rows, names: tuple[str, ...]) -> NoReturn:
    first, *others = names
    listed = first_few([repr(name) for name in others])
    alone = [f"{name!r} does, and its rows are samples {choice('id', '--id', name)}" for name in names]
    raise OptionError(
        f"{rows.tables[0].label}: only {first!r} and {listed} together name each row. Say whether all of them name the "
        f"item {choice('id', '--id', names)}, or whether {', or whether '.join(alone)}."
    )


def _refuse_repeated(
    rows: _Rows, names: Sequence[str], counter: str | None, free: Sequence[str], may_be_long: bool
) -> NoReturn:
    name, *others = names
    held = [table.stripped(name) for table in rows.tables]
    at = max(range(len(held)), key=lambda i: len(held[i]) - len(set(held[i])))
    table, cells = rows.tables[at], held[at]
    if 0 < cells.count("") == len(cells) - len(set(cells) - {""}) < len(cells) / 2:
        # The names differ where there are any: a row without one is a summary, or is incomplete.
        table.refuse_summary([name])
        table.keys([name])
    what = f"{table.label}: column {name!r} has {counted(len(set(cells)), 'name')} on {counted(len(cells), table.unit)}"
    ways = [f"the rows of one name are samples of one item, which are averaged {choice('id', '--id', name)}"]
    ways += [f"the rows of one {other!r} are {choice('id', '--id', other)}" for other in others[:1]]
    more = [other for other in free if other != name and rows.differ((name, other))]
    ways += [f"{other!r} tells the samples apart {choice('runs', '--runs', other)}" for other in more[:1]]
    if may_be_long and len(rows.tables) == 1 and not rows.beside:
        systems = [other for other in free if other != name and _is_crossed(table, name, other)]
        if not systems and (is_system(name) or len(set(Counter(cells).values())) == 1):
            systems = [name]
        ways += [f"{other!r} names the system {choice('system', '--system-column', other)}" for other in systems[:1]]
    ways += [
        f"{name!r} and {other!r} together name the item {choice('id', '--id', (name, other))}" for other in more[:1]
    ]
    if counter is not None and not rows.beside:
        ways.append(f"each row is an item, named by {counter!r} {choice('id', '--id', counter)}")
    elif not rows.beside:
        ways.append(f"each row is an item, and {name!r} its document or group {choice('cluster', '--cluster', name)}")
        ways += ["each row is an item by itself (id='position', --id position)"] if len(rows.tables) == 1 else []
    ask = "Say"
    if 0 < len(cells) - len(set(cells)) <= _BY_MISTAKE * len(cells):
        twice = next(cell for cell, times in Counter(cells).items() if times > 1)
        first, second = (table.lines[i] for i in [i for i, cell in enumerate(cells) if cell == twice][:2])
        ask = f"Delete one of {table.unit}s {first:,} and {second:,}, which are both of {twice!r}, or say"
    raise OptionError(f"{what}. {ask} whether {', or whether '.join(ways)}.")


def _is_crossed(table: Table, item: str, other: str) -> bool:
    """Return whether each item has each value of the other column once, or once in every run."""
    if table.columns.count(other) > 1 or is_sample(other) or (no_system(other) and not is_system(other)):
        return False
    items, others = table.stripped(item), table.stripped(other)
    runs = [table.stripped(name) for name in table.columns if is_sample(name) and name != item]
    pairs = set(zip(items, others, strict=True))
    are_all = len(set(others)) > 1 and len(pairs) == len(set(items)) * len(set(others))
    return are_all and len(set(zip(items, others, *runs, strict=True))) == len(table)
