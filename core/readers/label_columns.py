"""Which columns of three tables hold the gold labels and the two predictions."""

from collections.abc import Collection, Sequence

from core.common.phrases import first_few, shown
from core.errors import DataError, OptionError
from core.readers.names import text_role
from core.readers.numeric import is_number
from core.readers.score_columns import only_column
from core.readers.spelling import folded
from core.readers.table import Table

__all__ = ["label_columns"]


def label_columns(tables: Sequence[Table], column: str | None, others: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the column of the labels of each table (gold first, rows as the items), and notes on the choice.

    Gold's is the one asked for, the only one beside the others, or the one that is called so. A prediction is never a
    column that both systems have from gold, nor one in which they do not differ, if there is another.
    """
    if column is not None and not any(column in table.columns for table in tables):
        tables[0].column(column)
    left = [[name for name in table.columns if name not in others] for table in tables]
    gold = _gold(tables[0], left[0], column, others)
    right = _cells(tables[0], gold)
    copies = [
        {name for name in names if table.columns.count(name) == 1 and _cells(table, name) == right}
        for table, names in zip(tables[1:], left[1:], strict=True)
    ]
    known = {folded(label) for label in right}
    both = set(left[1]) & set(left[2])
    gold_twice = {name for name in set().union(*copies) if all(name in held for held in copies) or name not in both}
    same = {name for name in both if _cells(tables[1], name) == _cells(tables[2], name)}
    chosen, notes = [gold], []
    for table, names in zip(tables[1:], left[1:], strict=True):
        likely = [name for name in names if _is_likely(table, name, known)] or names
        candidates = [name for name in likely if name not in gold_twice]
        if not candidates:
            # Both systems are always right, or what they predict is not to be told from other columns.
            candidates = [name for name in likely if len(names) == 1 or name == column or text_role(name) != "gold"]
            candidates = candidates if column is None or text_role(column) != "gold" or len(names) == 1 else []
        candidates = [name for name in candidates if name not in same] or candidates
        name = _prediction(table, names, candidates, column)
        copied = [other for other in names if other in gold_twice and other != name]
        if gold != name and gold in names and text_role(gold) == "gold" and gold not in copied:
            _refuse_other_gold(tables[0], table, gold)
        chosen.append(name)
        if column not in (None, name) and column not in names:
            notes.append(f"{table.label} has no column {column!r}: its labels are those of {name!r}.")
        elif column not in (None, name) or len(names) > 1:
            because = f"; {first_few([repr(each) for each in copied])} is gold on every row" if copied else ""
            notes.append(f"The labels of {table.label} are those of column {name!r}{because}.")
    return chosen, notes


def _gold(table: Table, left: Sequence[str], column: str | None, others: Collection[str]) -> str:
    if column is not None and (column in table.columns or len(left) != 1):
        table.column(column)
        return column
    for role in ("gold", "label"):
        called = [name for name in left if text_role(name) == role]
        if len(left) > 1 and len(called) == 1:
            return called[0]
    return only_column(table, set(others), "the labels")


def _prediction(table: Table, names: Sequence[str], candidates: Sequence[str], column: str | None) -> str:
    if column is not None and column in candidates:
        return column
    if len(candidates) == 1:
        return candidates[0]
    for role in ("prediction", "label"):
        called = [name for name in candidates if text_role(name) == role]
        if len(called) == 1:
            return called[0]
    if column is not None and column not in names:
        table.column(column)
    listed = first_few([repr(name) for name in candidates or names], limit=30)
    raise OptionError(f"{table.label} has the columns {listed}: say which holds the labels (columns=, --columns).")


def _is_likely(table: Table, name: str, known: Collection[str]) -> bool:
    """Return whether a column may hold predictions: it is called so, or some of its cells are gold labels."""
    cells = [folded(cell) for cell in _cells(table, name)]
    return text_role(name) is not None or sum(cell in known for cell in cells) >= 0.1 * len(cells)


def _refuse_other_gold(gold: Table, table: Table, name: str) -> None:
    for row, (right, other) in enumerate(zip(_cells(gold, name), _cells(table, name), strict=False)):
        if right != other:
            raise DataError(
                f"{table.label}, {table.unit} {table.lines[row]}: column {name!r} has {shown(other)}, but {gold.label} "
                f"{shown(right)} for the same item: give all files the same gold labels, or leave that column out."
            )


def _cells(table: Table, name: str) -> list[str]:
    """Return the cells of a column; numbers that are the same are written alike."""
    known: dict[str, str] = {}
    return [known.get(cell) or known.setdefault(cell, _plain(cell.strip())) for cell in table.column(name)]


def _plain(cell: str) -> str:
    return repr(float(cell)) if is_number(cell) and len(cell) < 16 and cell[:1] != "0" else cell
