"""Find the column with the names of the items, by its name or else by its values, and join tables on it."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.readers.columns.items import POSITION, Item, is_counter, item_of_rows
from core.readers.columns.score_columns import are_equal, is_whole
from core.readers.format import Choice
from core.readers.parsing.names import (
    is_called_score,
    is_of_answer,
    is_sample,
    is_time,
    looks_like_id,
    no_system,
    tells_items,
    text_role,
)
from core.readers.parsing.numeric import are_numbers, is_number
from core.readers.parsing.problems import choice, choices, listed_columns
from core.readers.parsing.table import Columns, Table, in_each

_BY_POSITION = f'join by position (id="{POSITION}", --id {POSITION})'
# Fewer scores than this may be equal by chance, in another order.
_FEW = 6
# The number of rows that are compared to see whether two tables name them in one order.
_ENOUGH = 50
# Names of rows are looked for in at most this many columns together.
_MOST_NAMES = 3


def _how(names: Collection[str], tables: Sequence[Table]) -> str:
    return f"name the column to join on {choices('id', '--id', list(names))}{_or_by_position(tables)}"


def _or_by_position(tables: Sequence[Table]) -> str:
    """Return the offer to join by position, or nothing for tables of different lengths, which cannot be joined so."""
    return f", or, if the rows have one order, {_BY_POSITION}" if len(set(map(len, tables))) == 1 else ""


class Joined(NamedTuple):
    """Joined tables, in one order unless an item has several rows; the columns of names; a note; and items left out."""

    tables: Sequence[Table]
    item: Item
    note: str
    left_out: Sequence[str] = ()


def id_by_value(tables: Sequence[Table], scores: Sequence[Collection[str]], by_labels: bool = False) -> Joined | None:
    """Return the tables with one name for the columns that hold the same distinct values in each, or None.

    ``scores`` are the columns of scores or labels of each table, which are not names. In a table of scores, a row may
    be named ``by_labels``: one for each class.
    """
    columns = [dict(_candidates(table, taken)) for table, taken in zip(tables, scores, strict=True)]
    shared = [name for name in columns[0] if all(name in others for others in columns)]
    names = _one_of(tables, columns, shared, by_labels) or _of_other_names(tables, columns)
    if names is None:
        for name in shared:
            _refuse_doubt(tables, [each[name] for each in columns], name, by_labels)
        return None
    first, *cells = (each[name] for each, name in zip(columns, names, strict=True))
    others = [f"{name!r} of {table.label}" for table, name in zip(tables, names, strict=True) if name != names[0]]
    also = f" and {first_few(others)}" if others else ""
    same = all(each == first for each in cells)
    order = "by position would be the same" if same else "the files have them in different orders"
    note = f"Joined on column {names[0]!r}{also}: it names each row, and {order}."
    named = [table.renamed(name, names[0]) for table, name in zip(tables, names, strict=True)]
    return Joined(named, Item((names[0],)), note)


def _candidates(table: Table, taken: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    left = [name for name in table.columns if name not in taken and not is_called_score(name)]
    # The only column cannot both name the items and hold their scores.
    if len(table.columns) > 1:
        for name in left:
            if table.columns.count(name) == 1:
                yield name, table.stripped(name)


def _one_of(
    tables: Sequence[Table], columns: Sequence[dict[str, list[str]]], shared: Sequence[str], by_labels: bool
) -> list[str] | None:
    nameless = all(name == f"column {i}" for i, name in enumerate(tables[0].columns, 1))

    def may_name(name: str) -> bool:
        # Without a header, a first column of numbers with decimals is not names.
        return looks_like_id(name) and not (nameless and _has_decimals(columns[0][name]))

    whole = [
        name for name in shared
        if (text_role(name) is None or (by_labels and not are_numbers(columns[0][name])))
        and _same_distinct([each[name] for each in columns])
    ]  # fmt: skip
    measures = {name for name in whole if _is_measure(columns[0][name])}
    moved = [name for name in whole if any(each[name] != columns[0][name] for each in columns[1:])]
    # Row numbers are not names if rows were sorted before they were numbered.
    resting = [name for name in whole if name not in moved and not is_counter(columns[0][name])]
    weak = [name for name in moved if not may_name(name) and name in measures]
    strong = [name for name in moved if name not in weak]
    if any(map(may_name, resting)) and not strong:
        whole, moved = [name for name in whole if name not in moved], []
    # Each column names each row, so that they order the rows alike if the same names stand together in every table.
    together = {frozenset(zip(*(each[name] for name in strong), strict=True)) for each in columns}
    if len(together) > 1:
        raise OptionError(
            f"{_labels(tables)}: {listed_columns(strong)} order the items differently: {_how(strong, tables)}."
        )
    if moved and (resting or not strong):
        same = f", {listed_columns(resting)} in the same" if resting else ""
        holds = "holds" if len(moved) == 1 else "hold"
        raise OptionError(
            f"{_labels(tables)}: {listed_columns(moved)} {holds} the same values in another order{same}, and nothing "
            f"tells which names the items: {_how((*moved, *resting), tables)}."
        )
    if not whole:
        return None
    best = min(strong or whole, key=lambda name: (not may_name(name), name in measures))
    if not strong and best in measures and not may_name(best):
        return None
    if is_counter(columns[0][best]) and any(map(is_sample, shared)):
        return None  # a row may be one of several samples of an item
    return [best] * len(columns)


def _of_other_names(tables: Sequence[Table], columns: Sequence[dict[str, list[str]]]) -> list[str] | None:
    """Return columns with different headings that hold the same row names; numbers alone are not names."""
    for first, cells in columns[0].items():
        if len(set(cells)) < len(cells) or text_role(first):
            continue
        names = [first]
        for others in columns[1:]:
            alike = [name for name in others if _same_distinct([cells, others[name]])]
            names += [min(alike, key=lambda name: (name != first, not looks_like_id(name)))] if alike else []
        if len(names) < len(columns):
            continue
        if not are_numbers(_with_points(cells)):
            return names
        moved = any(others[name] != cells for name, others in zip(names[1:], columns[1:], strict=True))
        if moved and any(map(looks_like_id, names)):
            places = [f"column {name!r} of {table.label}" for table, name in zip(tables, names, strict=True)]
            raise OptionError(
                f"{' and '.join(places)} hold the same numbers in another order: if they name the items, give the "
                f"columns one name; {_how(set(names) if len(set(names)) == 1 else (), tables)}."
            )
    return None


def _refuse_doubt(tables: Sequence[Table], cells: Sequence[list[str]], name: str, by_labels: bool) -> None:
    """Refuse to join by position if a column contradicts it."""
    if all(each == cells[0] for each in cells):
        return
    n = len(cells[0])
    as_many = all(len(each) == n for each in cells)
    distinct = all(len(set(each)) == len(each) for each in cells)
    where = f"column {name!r} of {_labels(tables)}"
    if text_role(name) == "gold" and as_many:
        for other, held in zip(tables[1:], cells[1:], strict=True):
            row = next((row for row in range(n) if held[row] != cells[0][row]), None)
            if row is not None:
                raise OptionError(
                    f"{where} differs on {other.unit} {other.lines[row]} ({shown(cells[0][row])} and "
                    f"{shown(held[row])}), so that rows of one position are not one item: {_how((), tables)}."
                )
    is_class = by_labels and text_role(name) == "label"
    if (text_role(name) is not None and not is_class) or (are_numbers(cells[0]) and not looks_like_id(name)):
        return
    folded = [set(map(_folded, set(each))) for each in cells]
    common = set.intersection(*folded)
    are_answers = not tells_items(name) and _stand_alike(cells, common)
    if distinct and common and any(len(each) > len(common) for each in folded) and not are_answers:
        raise OptionError(
            f"{where} names every row, but only {len(common):,} of {max(map(len, folded)):,} names are in all of them: "
            f"give all the same items, or {_how((name,), tables)}."
        )
    for forms in (map(_without_affixes, cells), _letters(cells)) if distinct and as_many else ():
        first, *others = forms
        if _same_distinct([first, *others]):
            moved = next(((i, each) for i, each in enumerate(others, 1) if each != first), None)
            if moved is not None:
                twin = shown(cells[moved[0]][moved[1].index(first[0])])
                raise OptionError(
                    f"{where} seems to name the same rows in another order ({shown(cells[0][0])} and {twin}): write "
                    f"each name alike, and join on it {choice('id', '--id', name)}."
                )
            return


def _answers(tables: Sequence[Table]) -> Iterator[str]:
    """Yield the columns of texts that differ between tables, where the common ones stand in the same rows."""
    for name in tables[0].columns if len(tables) > 1 else ():
        if tells_items(name) or not in_each(tables, name) or name in tables[0].numeric_columns:
            continue
        cells = [table.stripped(name) for table in tables]
        common = set.intersection(*(set(map(_folded, set(each))) for each in cells))
        if any(each != cells[0] for each in cells) and common and _stand_alike(cells, common):
            yield name


def _stand_alike(cells: Sequence[list[str]], common: set[str]) -> bool:
    """Return whether the common names stand in the same rows, as answers do that several systems gave."""
    if len(set(map(len, cells))) > 1:
        return False
    rows = (list(map(_folded, row)) for row in zip(*cells, strict=True))
    return all(len(set(row)) == 1 for row in rows if not common.isdisjoint(row))


def _refuse_other_names(tables: Sequence[Table], taken: Collection[str]) -> None:
    """Refuse to join by position where a column names each row, and no name is in all of the tables."""
    for name in tables[0].columns:
        if name in taken or not in_each(tables, name) or tables[0].columns.count(name) > 1 or text_role(name):
            continue
        cells = [table.stripped(name) for table in tables]
        is_name = tells_items(name) or (not (is_time(name) or is_of_answer(name)) and all(map(_is_code, cells[0])))
        if name in tables[0].numeric_columns:  # numbers of rows, under any name
            is_name = is_whole(tables[0], name) and (looks_like_id(name) or all(map(_counts_up, cells)))
        if not is_name or any(len(set(each)) < len(each) for each in cells):
            continue
        if set.intersection(*map(set, cells)):
            continue
        begins = [each[:_ENOUGH] for each in cells]
        forms = [list(map(_without_affixes, begins)), _letters(begins)]
        if not any(each == form[0] for form in forms for each in form[1:]):  # as if only the system's folder differs
            raise OptionError(
                f"column {name!r} of {_labels(tables)} names every row, and no name is in all of them "
                f"({shown(cells[0][0])}, {shown(cells[1][0])}): write the names of an item "
                f"alike{_or_by_position(tables)}."
            )


def _is_code(cell: str) -> bool:
    """Return whether a cell is a name such as utt7, spk0-utt1 or wavs/7.wav, and no text and no number."""
    return " " not in cell and any(map(str.isdigit, cell)) and any(map(str.isalpha, cell)) and not is_number(cell)


def _without_affixes(cells: Sequence[str]) -> list[str]:
    """Return the cells without what they all begin and end with, such as a system's folder."""
    before = len(shared_beginning(cells))
    after = len(shared_beginning([cell[:before:-1] for cell in cells]))
    return [cell[before : len(cell) - after] for cell in cells]


def shared_beginning(texts: Sequence[str]) -> str:
    """Return what all of the texts begin with, which is what the first and the last of them in order do."""
    first, last = min(texts), max(texts)
    differing = (i for i, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(differing, len(first))]


_NO_LETTERS = re.compile(r"[\W_]+")
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def _letters(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the letters and numbers of each cell, cut to the longest text of the column whose texts are shortest."""

    def plain(cell: str) -> str:
        if not cell.isascii():
            cell = unicodedata.normalize("NFKD", cell)  # accents stand beside their letters
        return _NO_LETTERS.sub("", _LEADING_ZEROS.sub("", cell.casefold()))

    letters = [[plain(cell) for cell in each] for each in cells]
    shortest = min(max(map(len, each)) for each in letters)
    return [[cell[:shortest] for cell in each] for each in letters]


def _same_distinct(cells: Sequence[Sequence[object]]) -> bool:
    """Return whether all hold the same values, each once and none empty."""
    first = set(cells[0])
    if len(first) < len(cells[0]) or "" in first or not all(len(each) == len(first) for each in cells):
        return False
    return all(each == cells[0] or set(each) == first for each in cells[1:])


def _is_measure(cells: Sequence[str]) -> bool:
    """Return whether a column holds numbers with decimals, or too few numbers to be the same by design."""
    return are_numbers(_with_points(cells)) and (len(cells) < _FEW or _has_decimals(cells))


def _with_points(cells: Sequence[str]) -> list[str]:
    """Return the cells with a point in place of a decimal comma, which quotes keep."""
    return [cell.replace(",", ".", 1) for cell in cells]


def _has_decimals(cells: Sequence[str]) -> bool:
    return not set(".,eE").isdisjoint("".join(cells))


def _folded(cell: str) -> str:
    if len(cell) < 16 and is_number(cell):
        return repr(float(cell))
    plain = cell if cell.isascii() else unicodedata.normalize("NFKC", cell)
    return " ".join(plain.casefold().replace("-", " ").replace("_", " ").replace("\\", "/").split())


def _labels(tables: Sequence[Table]) -> str:
    return " and ".join(table.label for table in tables)


def aligned(
    tables: Sequence[Table], id: Columns | None, scores: Sequence[Sequence[str]], *, runs: Columns | None = None,
    grouped: Collection[str] = (), samples: bool = True, partly: bool = False,
) -> Joined:  # fmt: skip
    """Return the tables with the rows of the first one's ids in its order, the columns of the ids, and a note.

    What names the items is decided in this order, and has one name in all of the tables that are returned:

    1. the position for "position", or else the columns ``id`` that the user gave;
    2. the columns that are called ids, if each row has another name in them: under the first table's name if they
       hold the same names, and after names that differ only in spelling are written as in the first table. If no name
       is in two tables, as where tools name each answer, a column of the same texts in all tables comes first;
    3. a column of the same distinct values in every table (`id_by_value`), whatever it is called;
    4. the columns that `item_of_rows` finds, where an item may have several rows;
    5. two or three columns that name each row together;
    6. the position. A column that contradicts it is an error.

    Parameters
    ----------
    tables : Tables
    id, runs : str or strings, optional
        The columns that the user gave.
    scores : sequences of strings
        Each table's columns of scores, if known.
    grouped : strings
        Columns of clusters or tasks.
    samples : bool
        Whether an item may have several rows; otherwise they are refused.
    partly : bool
        Whether tables may lack items of others. These are left out if an item has one row; otherwise such tables are
        returned as they are.
    """
    scored = {name for columns in scores for name in columns}
    if samples:
        for table, columns in zip(tables, scores, strict=True):
            _refuse_summary(table, id, columns or _likely_scores(table))
    if id == POSITION and not any(POSITION in table.columns for table in tables):
        return Joined(tables, Item(), "Joined by position: row i with row i.")
    tables, respelled = _in_one_spelling(tables)
    note = ""
    is_asked = id is not None
    if id is None and runs is None:
        tables, named = _under_one_name(tables)
        if named is None or any(len(set(table.column(named))) < len(table) for table in tables):
            found = id_by_value(tables, scores, by_labels=samples)
            if found is not None and not (named is not None and is_time(found.item.columns[0])):
                tables, id, note = found.tables, found.item.columns, found.note
            elif not samples:
                id = named
        else:
            # Tools that write logs name each answer: then no name is in two files, but the questions are.
            are_answers = len(tables) > 1 and set(tables[0].stripped(named)).isdisjoint(tables[1].stripped(named))
            same = _same_names(tables) if are_answers else []
            id = next((name for name in same if not are_numbers(tables[0].stripped(name))), named)
    if not samples:
        item = Item() if id is None else Item(tables[0].names(id))
    else:
        others = {*(scored or _scores_of_all(tables)), *(_answers(tables) if id is None else ())}
        item = item_of_rows(tables, id, runs, others, grouped)
        if not (item.columns or is_asked or runs is not None) and (together := _named_together(tables, others)):
            item, note = Item(together), f"Joined on {listed_columns(together)}: together they name each row."
    # Row numbers are positions: rows may have been sorted before they were numbered.
    is_by_position = all(is_counter(table.stripped(name)) for table in tables for name in item.columns)
    if is_by_position and not (is_asked or item.samples):
        _refuse_moved(tables, {*item.columns, *grouped, *scored})
    if not item.columns:
        _refuse_lost_names(tables)
        if not is_asked:
            _refuse_other_names(tables, scored)
        return Joined(tables, item, _by_position(tables))
    note = note or f"Joined on {listed_columns(item.columns)}."
    note += "".join(respelled.get(name, "") for name in item.columns)
    if not item.samples:
        tables = in_order_of(tables, item.columns, partly)
    tables, left_out = _of_common_items(tables, item.columns) if partly and not samples else (tables, [])
    if not is_asked:
        refuse_other_order(tables, item.columns)
    return Joined(tables, item, note, left_out)


def named_rows(tables: list[Table], taken: Sequence[str]) -> tuple[list[Table], Columns]:
    """Return the tables with one name for the columns whose values name their rows, and that name, or "position".

    ``taken`` are columns that do not name rows.
    """
    found = id_by_value(tables, [taken] * len(tables))
    if found is not None:
        return list(found.tables), found.item.columns[0]
    if together := _named_together(tables, taken):
        return tables, together
    _refuse_moved(tables, set(taken))
    _refuse_other_names(tables, taken)
    return tables, POSITION


def _in_one_spelling(tables: Sequence[Table]) -> tuple[list[Table], dict[str, str]]:
    """Return the tables with the first one's spelling of names that differ in case or blanks, or as 7 and 7.0 do.

    Also returned is a note for each column in which they do.
    """
    first, found, notes = tables[0], list(tables), {}
    for name in first.columns:
        may_name = looks_like_id(name) or not (name in first.numeric_columns or text_role(name))
        if not may_name or first.columns.count(name) > 1 or not in_each(tables, name):
            continue
        mine = dict.fromkeys(first.stripped(name))
        for i, table in enumerate(found):
            theirs = dict.fromkeys(table.stripped(name))
            if len(mine) != len(theirs) or mine.keys() == theirs.keys():
                continue
            known = {_folded(cell): cell for cell in mine}
            twins = {_folded(cell): cell for cell in theirs}
            if len(known) < len(mine) or known.keys() != twins.keys():
                continue
            same = next(f"{shown(cell)} and {shown(twins[key])}" for key, cell in known.items() if twins[key] != cell)
            notes[name] = f" {same} are taken for one name there, and others likewise."
            found[i] = table.with_cells(name, [known[_folded(cell)] for cell in table.stripped(name)])
    return found, notes


def _named_together(tables: Sequence[Table], scores: Collection[str]) -> tuple[str, ...]:
    """Return two or three columns whose combinations name each row, and are the same in every table, or nothing."""
    first = tables[0]
    names: tuple[str, ...] = ()
    n_named = 1
    for name in first.columns:
        cells = first.stripped(name) if in_each(tables, name) and first.columns.count(name) == 1 else []
        is_label = text_role(name) in ("gold", "label")
        if name in scores or is_called_score(name) or is_label or is_counter(cells) or _has_decimals(cells):
            continue
        if any(sorted(cells) != sorted(table.stripped(name)) for table in tables[1:]):
            continue
        keys = [list(zip(*map(table.stripped, (*names, name)), strict=True)) for table in tables]
        if len(set(keys[0])) > n_named:
            names, n_named = (*names, name), len(set(keys[0]))
            if len(names) > 1 and _same_distinct(keys):
                return names
        if len(names) == _MOST_NAMES:
            break
    return ()


def _refuse_moved(tables: Sequence[Table], taken: Collection[str]) -> None:
    """Refuse to join by position where a column that is not ``taken`` has the same values in another order."""
    first = tables[0]
    for name in first.columns:
        if name in taken or is_called_score(name) or first.columns.count(name) > 1 or not in_each(tables, name):
            continue
        cells = first.stripped(name)
        # Two systems may give as many of each of two values by chance.
        if not 2 < len(set(cells)) < len(cells) or text_role(name) == "prediction":
            continue
        for other in (table.stripped(name) for table in tables[1:]):
            if other != cells and sorted(other) == sorted(cells):
                raise OptionError(
                    f"Column {name!r} of {_labels(tables)} holds the same values in another order, so that rows of one "
                    f"position do not seem to be one item: add a column that names the items, or {_BY_POSITION}."
                )


def refuse_other_order(tables: Sequence[Table], item: tuple[str, ...]) -> None:
    """Refuse rows of one name where a text, which differs from item to item, says that they are of others.

    Items may be lacking in a table, and have several rows.
    """
    first, *others = tables
    for name in first.columns:
        if name in item or name in first.numeric_columns or not in_each(tables, name):
            continue
        texts = _texts_of(first, item, name)
        for other in others if texts else ():
            theirs = _texts_of(other, item, name)
            differing = [key for key in texts.keys() & theirs.keys() if texts[key] != theirs[key]]
            known, held = set(texts.values()), set(theirs.values())
            if 2 * sum(texts[key] in held and theirs[key] in known for key in differing) > len(differing):
                raise OptionError(
                    f"{_labels([first, other])}: rows of one {item[0]!r} differ in {name!r}, which names the same "
                    f"items in another order. Say which names them {choices('id', '--id', [name, item])}."
                )


def _texts_of(table: Table, item: tuple[str, ...], name: str) -> dict[str, str]:
    """Return the text of each item in a column, or nothing if an item has several, or several items have one."""
    pairs = set(zip(table.keys(item), table.stripped(name), strict=True))
    texts = dict(pairs)
    return texts if len(set(texts.values())) == len(texts) == len(pairs) else {}


def one_or_more(names: tuple[str, ...]) -> Choice:
    """Return the only name, or all of them."""
    return names[0] if len(names) == 1 else names


def _refuse_summary(table: Table, id: Columns | None, scores: Sequence[str]) -> None:
    """Refuse a summary row before the names of the items are compared."""
    if id == POSITION:
        return
    id = table.id_column() if id is None else id
    unnamed = [name for name in table.columns if name not in scores and _may_name(table, name)]
    table.refuse_summary(unnamed if id is None else table.names(id), scores)


def _scores_of_all(tables: Sequence[Table]) -> list[str]:
    """Return the columns that may hold scores: numbers that differ between tables, even after sorting."""
    likely = _likely_scores(tables[0])
    held = [name for name in likely if in_each(tables, name)]
    same = [name for name in held if are_equal([np.sort(table.numbers(name)) for table in tables])]
    return [name for name in likely if name not in same] or likely


def _likely_scores(table: Table) -> list[str]:
    """Return the columns of numbers, without those of other whole numbers on every row: these may be names."""
    numeric = [name for name in table.numeric_columns if not (is_whole(table, name) and no_system(name))]
    decimal = [name for name in numeric if "." in "".join(table.column(name)) or "," in "".join(table.column(name))]
    unnamed = [name for name in decimal if not looks_like_id(name) or name.startswith("column ")]
    return unnamed or decimal or numeric


def _may_name(table: Table, name: str) -> bool:
    """Return whether a column may name the items: the first, one that is called so, or one of distinct words."""
    if name == table.columns[0] or looks_like_id(name):
        return True
    return table.columns.count(name) == 1 and len(set(table.column(name))) == len(table)


def _by_position(tables: Sequence[Table]) -> str:
    named = [table.label for table in tables if table.naming_column()]
    none = "neither table" if len(tables) == 2 else "no table"
    return f"Joined by position: {f'only {first_few(named)}' if named else none} names its items."


def _refuse_lost_names(tables: Sequence[Table]) -> None:
    """Refuse to join by position where a column names the items of one table, and has lost their names in another."""
    whole = [table for table in tables if table.naming_column()]
    lost = [(table, name) for table in tables if (name := table.id_column()) and not table.naming_column()]
    if whole and lost:
        first, name = lost[0]
        kinds = counted(len(set(first.stripped(name))), "name")
        raise OptionError(
            f"Column {whole[0].naming_column()!r} names the items of {whole[0].label}, but column {name!r} of "
            f"{first.label} holds {kinds} on {counted(len(first), first.unit)}: write the names in full there (a "
            f"spreadsheet shortens long numbers: format the column as text){_or_by_position(tables)}."
        )


def in_order_of(tables: Sequence[Table], columns: Columns, partly: bool = False) -> list[Table]:
    """Return the tables with the rows of the first one's items, in its order.

    With ``partly``, tables that lack some items are returned unchanged.
    """
    keys = [table.keys(columns) for table in tables]
    for table, held in zip(tables, keys, strict=True):
        table.refuse_repeated(held, "id")
    for table, held in zip(tables, keys, strict=True):
        if columns and set(held).isdisjoint(keys[0]):
            _refuse_other_ids(tables[0], table, keys[0], held)
    if partly and any(set(held) != set(keys[0]) for held in keys):
        return list(tables)
    return [
        table if held == keys[0] else table.take(_rows_of(keys[0], held, (tables[0].label, table.label)))
        for table, held in zip(tables, keys, strict=True)
    ]


def _of_common_items(tables: Sequence[Table], columns: Columns) -> tuple[list[Table], list[str]]:
    """Return the rows of the items that all tables have, in the first one's order, and the names of the other items."""
    places = [{key: row for row, key in enumerate(table.keys(columns))} for table in tables]
    everywhere = [key for key in places[0] if all(key in rows for rows in places)]
    taken = [table.take([rows[key] for key in everywhere]) for table, rows in zip(tables, places, strict=True)]
    known = set(everywhere)
    if not known:
        raise DataError(f"No id is in all of {_labels(tables)}: nothing is left to compare.")
    return taken, [key for key in dict.fromkeys(key for rows in places for key in rows) if key not in known]


def _same_names(tables: Sequence[Table]) -> list[str]:
    """Return the columns that hold the same distinct cells in every table, in any order, and no times."""
    shared = (name for name in tables[0].columns if in_each(tables, name) and not is_time(name))
    return [name for name in shared if _same_distinct([table.stripped(name) for table in tables])]


def _refuse_other_ids(first: Table, table: Table, wanted: Sequence[str], held: Sequence[str]) -> None:
    """Refuse tables without a common id; offer a column that has the same cells in both, or else the position."""
    ways = _same_names([first, table])
    how = f", or join on {ways[0]!r} {choice('id', '--id', ways[0])}" if ways else _or_by_position([first, table])
    raise DataError(
        f"No id of {first.label} ({first_few([shown(key) for key in wanted])}) is in {table.label} "
        f"({first_few([shown(key) for key in held])}): write them alike{how}."
    )


def _under_one_name(tables: Sequence[Table]) -> tuple[list[Table], str | None]:
    """Return the tables with the first one's name for the columns that are called ids, and that name.

    The name is None if a table has no such column.
    """
    named = [(table, name) for table in tables if (name := table.id_column())]
    names = [name for _, name in named]
    if len(named) < len(tables):
        return list(tables), None
    if len(set(names)) > 1 and not _same_distinct([table.stripped(name) for table, name in named]):
        places = " and ".join(f"{table.label} in {name!r}" for table, name in named)
        raise OptionError(
            f"The items seem to be named in columns of different names, {places}: give them the same name, or choose "
            "one that all have (id=, --id)."
        )
    return [table if name == names[0] else table.renamed(name, names[0]) for table, name in named], names[0]


def clusters_of(
    tables: Sequence[Table], items: Sequence[Sequence[str]], cluster: Columns, what: str = "cluster"
) -> dict[str, str]:
    """Return the cluster (or task) of each item; every table that says has to agree, and at least one must say."""
    found: dict[str, str] = {}
    each = list(zip(tables, items, strict=True))
    held = [pair for pair in each if set(pair[0].names(cluster)) <= set(pair[0].columns)] or each[:1]
    for table, names in held:
        for line, item, mine in zip(table.lines, names, table.groups(cluster, what), strict=True):
            if found.setdefault(item, mine) != mine:
                raise DataError(
                    f"{table.label}, {table.unit} {line}: {what} {shown(mine)} of item {shown(item)}, which is in "
                    f"{shown(found[item])} elsewhere: an item belongs to one {what}."
                )
    return found


def _counts_up(cells: Sequence[str]) -> bool:
    """Return whether these are the numbers of the rows, from any first one."""
    first = int(cells[0]) if cells[0].isdecimal() else None
    return first is not None and list(cells) == [str(i) for i in range(first, first + len(cells))]


def _rows_of(wanted: Sequence[str], held: Sequence[str], labels: tuple[str, str]) -> list[int]:
    rows = {key: row for row, key in enumerate(held)}
    lost = [shown(key) for key in wanted if key not in rows]
    known = set(wanted)
    extra = [shown(key) for key in held if key not in known]
    drop = ', or leave these out and be told how many (missing="drop", --missing drop)'
    if lost and len(wanted) == len(held) and _counts_up(wanted) and _counts_up(held):
        raise DataError(
            f"The rows of {labels[0]} are numbered from {wanted[0]}, those of {labels[1]} from {held[0]}: join by "
            f'position if row i is one item in both (id="{POSITION}", --id {POSITION}); otherwise {lost[0]} and '
            f"{extra[0]} have no partner: give all items{drop}."
        )
    if lost or extra:
        complaints = [
            f"{counted(len(ids), 'id')} of {here} {'is' if len(ids) == 1 else 'are'} not in {there} ({first_few(ids)})"
            for ids, here, there in ((lost, *labels), (extra, *labels[::-1]))
            if ids
        ]
        raise DataError(f"{', and '.join(complaints)}: all need the same items{drop}.")
    return [rows[key] for key in wanted]
