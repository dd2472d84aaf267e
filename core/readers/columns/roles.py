"""Roles of the columns of a table: item, system, sample and score.

`compare`, `rank`, `core.read` and the page all use this module. The user's options come first, then the values of the
columns, then their names if the values are ambiguous. The roles account for every row; unused columns are listed.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from shlex import quote
from typing import NamedTuple, NoReturn

from core.common.phrases import counted, first_few
from core.errors import OptionError
from core.readers.columns import questions
from core.readers.columns.asked import Asked
from core.readers.columns.items import POSITION, Item, item_of_rows
from core.readers.columns.joining import aligned, one_or_more, refuse_other_order, shared_beginning
from core.readers.columns.score_columns import (
    alike,
    are_named_counts,
    counts_in,
    is_whole,
    own_columns,
    refuse_counts_beside,
    refuse_parts_of_counts,
    score_columns,
    score_of_long,
    systems_in,
)
from core.readers.format import Choice
from core.readers.parsing.measures import measure_column
from core.readers.parsing.names import (
    are_measures,
    is_effort,
    is_sample,
    is_spread,
    is_system,
    likelier_system,
    looks_like_id,
    names_items,
    no_system,
    of_whole_system,
    quantities,
    repeated_by,
    text_role,
)
from core.readers.parsing.numeric import is_number
from core.readers.parsing.problems import choice, choices, listed_columns, quoted
from core.readers.parsing.summaries import is_summary
from core.readers.parsing.table import Columns, Table, in_each, is_numeric
from core.readers.parsing.without_scores import refuse_parts, refuse_totals


class Role(NamedTuple):
    """The role of a column and its reason: item, system, sample, cluster, task, score, gold, prediction, …"""

    column: str
    what: str
    why: str


class LongTableError(OptionError):
    """A question about a table that seems to have a row for each item and system."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of the columns of tables.

    Parameters
    ----------
    layout : {"wide", "long", "tables"}
        One table with a column for each system, one with a row for each item and system, or one table per system.
    tables : tuple of Table
        The table of each system; in a wide table the same for all.
    names : strings
        The names of the systems.
    scores : tuples of strings
        The columns of each system's scores.
    item : Item
    columns : tuple of Role
        The role of each column of the first table.
    system : str, optional
        A long table's column of the systems' names.
    notes : strings
    has_one_id : bool
        Whether the items' columns have the same names in all files.
    """

    layout: str
    tables: tuple[Table, ...]
    names: tuple[str, ...]
    scores: tuple[tuple[str, ...], ...]
    item: Item
    columns: tuple[Role, ...] = ()
    system: str | None = None
    notes: tuple[str, ...] = ()
    has_one_id: bool = True

    @property
    def choices(self) -> dict[str, Choice]:
        """The arguments of `read_systems` that choose these columns."""
        found: dict[str, Choice | None] = {"system": self.system}
        found["id"] = one_or_more(self.item.columns) if self.has_one_id else None
        if self.layout == "long":
            found["score"] = one_or_more(self.scores[0])
        else:
            found["columns"] = self.names if self.layout == "wide" else self.scores[0]
        found["runs"] = one_or_more(self.item.runs)
        return {name: value for name, value in found.items() if value}


def roles_of(tables: Sequence[Table], names: Sequence[str], asked: Asked, layout: str | None = None) -> Roles:
    """Determine the roles of the columns of one table, or of one table per system.

    Parameters
    ----------
    tables : Tables
    names : strings
        The names of the systems, if each has a table.
    asked : Asked
    layout : {"wide", "long"}, optional
        The layout of one table, if known.
    """
    tables = [_of_one_measure(table, asked.measure, asked.strata) for table in tables]
    for table in tables:
        questions.refuse_two_headers(table)
    questions.refuse_classes(tables, asked)
    if asked.columns is None and asked.score is None and not asked.systems and are_named_counts(tables):
        asked = asked._replace(counts=True)
    if asked.id is None:
        refuse_totals(tables)
    if len(tables) > 1:
        found = _of_tables(tables, names, asked)
    else:
        [table] = tables
        wants_wide = layout == "wide" or asked.columns is not None or bool(asked.systems)
        long = None if wants_wide else _as_long(table, asked, layout == "long")
        if long is None:
            found = _of_wide(table, asked)
        else:
            try:
                found = _of_long(table, *long, asked)
            except OptionError as question:
                raise LongTableError(str(question)) from question
    if asked.id is None:
        questions.refuse_curve(found.tables[0], found.item.columns)
    if asked.columns is None and asked.score is None and not asked.systems:
        scores = list(dict.fromkeys(name for names in found.scores for name in names))
        long_or_not = ("score", "--score-column") if found.layout == "long" else ("columns", "--columns")
        how = asked.systems_choice(scores) if found.layout == "wide" else choice(*long_or_not, scores)
        questions.refuse_running_means(found.tables[0], scores, how)
    return _with_reasons(found, asked)


def transposed(table: Table, system: Columns | None = None) -> tuple[Table, tuple[str, ...]]:
    """Return the table with a column for each system, which was a row, and a note on the columns that are no items."""
    [name] = table.names(system) if system is not None else [questions.names_rows(table)]
    keys = table.keys([name])
    table.refuse_repeated(keys, "system")
    # The place in the ranking stands before the name.
    first = 0 if system else table.columns.index(name)
    # Among languages, sd and se are languages.
    are_codes = sum(len(column.strip()) == 2 for column in table.columns) > 2
    held = [
        (column, cells) for column, cells in zip(table.columns[first:], table.cells[first:], strict=True)
        if column != name and is_numeric(cells)
        and not (of_whole_system(column) or is_spread(column, table.columns))
        and not (is_summary(re.sub(r"[^\w\s.%]+$", "", column)) and not (are_codes and len(column.strip()) == 2))
    ]  # fmt: skip
    if not held:
        raise OptionError(f"{table.label}: no column beside {name!r} holds numbers: rows are not systems there.")
    if are_measures([column for column, _ in held]):
        raise OptionError(
            f"{table.label}: {quoted([column for column, _ in held])} seem to be different measures of whole systems, "
            "which have no mean: leave transpose= (--transpose) out, and give files with a score for each item."
        )
    rows = [list(row) for row in zip(*(cells for _, cells in held), strict=True)]
    cells = ([column for column, _ in held], *rows)
    left = [repr(name) for name in table.numeric_columns if name not in cells[0]]
    notes = (f"Not used: {first_few(left)}.",) if left else ()
    return Table(f"{table.label}, transposed", ("item", *keys), cells, range(1, len(held) + 1), "column"), notes


def _of_one_measure(table: Table, measure: str | None, strata: Columns | None) -> Table:
    name = measure_column(table)
    if name is None or table.columns.count(name) > 1:
        if measure is not None:
            raise OptionError(f"{table.label} has no column 'metric' or 'measure': leave measure= (--measure) out.")
        return table
    # OpenCompass writes "-" where a row has no measure.
    kinds = [cell for cell in dict.fromkeys(table.stripped(name)) if any(map(str.isalnum, cell))]
    if measure is not None:
        return replace(table.only(name, measure), label=table.label)
    if 1 < len(kinds) < len(table) and not any(map(is_number, kinds)):
        each = ", or compare two systems under each (core.by_measure, --by measure)" if strata == name else ""
        raise OptionError(
            f"{table.label} has rows of {counted(len(kinds), 'measure')} in column {name!r} ({first_few(kinds)}): "
            f"choose one {choice('measure', '--measure', kinds[0])}{each}."
        )
    return table


def _of_tables(tables: Sequence[Table], names: Sequence[str], asked: Asked) -> Roles:
    refuse_parts(names)
    given = None if asked.columns is None else [table.names(asked.columns) for table in tables]
    taken = asked.beside(tables[0])
    if given is None and asked.counts:
        given = [counts_in(tables, {*taken, *tables[0].names(asked.id)})] * len(tables)
    joined = aligned(
        tables, asked.id, given or [()] * len(tables), runs=asked.runs, grouped=asked.grouped(tables[0]),
        partly=asked.missing == "drop",
    )  # fmt: skip
    notes = [joined.note, *_samples_note(joined.item, asked)]
    if given and asked.columns is None:
        notes.append(f"The counts are those of {listed_columns(given[0])}.")
    used = {*joined.item.columns, *joined.item.runs, *taken}
    questions.refuse_other_data(joined.tables, used)
    scores = given
    # Each table may call its only column after its system; then the first of them may be named.
    named = given[0] if given else ()
    may_differ = not named or (len(named) == 1 and not in_each(tables, named[0]))
    own = own_columns(joined.tables, used) if may_differ else None
    if own is not None and named in ((), own[0]):
        scores, notes = own, [*notes, f"The scores are those of {listed_columns([name for (name,) in own])}."]
    elif scores is None:
        questions.refuse_class_columns(joined.tables[0], used)
        chosen, why = score_columns(joined.tables, used)
        kinds = questions.class_note(joined.tables, chosen[0]) if len(chosen) == 1 else []
        scores, notes = [chosen] * len(tables), [*notes, *why, *kinds]
        questions.refuse_sure(joined.tables, chosen)
        questions.refuse_probabilities(joined.tables, scores, choice("columns", "--columns", chosen))
    return Roles(
        "tables", tuple(joined.tables), tuple(names), tuple(map(tuple, scores)), joined.item, notes=tuple(notes),
        has_one_id=all(set(joined.item.columns) <= set(table.columns) for table in tables),
    )  # fmt: skip


def _as_long(table: Table, asked: Asked, is_long: bool) -> tuple[str, Item] | None:
    """Return the columns of system and item if the table has a row for each item and system."""
    scores = set(table.names(asked.score))
    taken = asked.beside(table) | scores

    def item_beside(system: str, id: Columns | None = asked.id) -> Item:
        return item_of_rows([table], id, asked.runs, {*scores, system}, asked.grouped(table), system)

    if asked.system is not None:
        table.column(asked.system)
        return asked.system, item_beside(asked.system)
    others = {*taken, *table.names(asked.id)}
    left = systems_in(table, others)  # a column called model may hold the scores of one
    called = [name for name in table.columns if is_system(name) and name not in others]
    named = sorted((name for name in called if questions.repeats(table, name)), key=likelier_system)
    fault: OptionError | None = None
    for system in named:
        try:
            item = item_beside(system)
        except OptionError as error:
            fault = fault or (None if system in left else error)
            continue
        if system in left and set(item.columns) <= set(left):
            continue
        if system.strip().casefold() != "name" or not any(
            is_sample(name) or not names_items(name) for name in item.columns
        ):
            return system, item
        _refuse_either(table, [(system, item.columns[0]), (item.columns[0], system)], asked)
    pairs = _pairs_by_value(table, taken, asked.id)
    coded = {system for system, _ in pairs if system in table.numeric_columns}
    are_systems = any(alike(table, left[0], name) for name in left[1:])
    # Nothing else is asked about a column that is called sample, which may name the items.
    is_doubtful = any(system in coded and is_sample(item) for system, item in pairs)
    if are_systems and not is_doubtful and not is_long and asked.score is None:
        return None
    if fault is not None and (len(named) > 1 or _others(table, named[0], taken)):
        raise fault
    sure = [
        (system, item) for system, item in pairs
        if names_items(item) and not (is_sample(item) or names_items(system) or system in coded or no_system(system))
        and not item.startswith("column ")
    ]  # fmt: skip
    if len(sure) == 1 and left:
        [(system, named_item)] = sure
        return system, item_beside(system, named_item)
    if pairs and left:
        _refuse_either(table, pairs, asked)
    if is_long or asked.score is not None:
        how = choices("system", "--system-column", questions.may_name_systems(table))
        raise OptionError(f"{table.label} has the columns {quoted(table.columns)}: say which names the system {how}.")
    return None


def _refuse_either(table: Table, pairs: Sequence[tuple[str, str]], asked: Asked) -> NoReturn:
    numbers = systems_in(table, set())
    left = [name for name in numbers if not any(name in pair for pair in pairs)]
    likely = [name for name in left if not is_effort(name)] or left
    score = ",".join(table.names(asked.score) or likely[-1:])
    shown = [
        f"(system={system!r}, --system-column {quote(system)} --id {quote(item)} --score-column {quote(score)})"
        for system, item in pairs[:2]
    ]
    if len(numbers) > 1 and asked.score is None:
        systems = left if len(left) > 1 else numbers
        shown.append(f"each column of numbers is a system {asked.systems_choice(systems)}")
    raise LongTableError(
        f"{table.label} seems to have a row for each item and system. Say which column names the system: "
        f"{', or '.join(shown)}."
    )


def _others(table: Table, system: str, taken: set[str]) -> bool:
    return any(
        name != system and name not in taken and (looks_like_id(name) or not is_numeric(cells))
        for name, cells in zip(table.columns, table.cells, strict=True)
    )


# With fewer items, each may have both scores, 0 and 1, by chance.
_FEWEST_CODED = 8


def _pairs_by_value(table: Table, taken: set[str], id: Columns | None) -> list[tuple[str, str]]:
    """Return two columns in which each pair of values occurs: systems and items, and for words in either order.

    Systems may be numbered, 0 and 1, if each has every item once, or once in every run.
    """
    known = [name for name in table.names(id) if name in table.columns]
    able = (name for name in table.columns if questions.repeats(table, name))
    free = [name for name in able if name not in taken and text_role(name) is None]
    words = [name for name in free if name not in table.numeric_columns and (names_items(name) or not is_sample(name))]
    whole = [
        name for name in free if name in table.numeric_columns and is_whole(table, name)
        and (names_items(name) or not quantities(name))
    ]  # fmt: skip
    coded = [name for name in whole if not no_system(name)]
    items = known if len(known) == 1 else [*words, *whole]
    size = {name: len(set(table.stripped(name))) for name in (*free, *known)}
    found: dict[tuple[str, str], bool] = {}
    for system, item in product((*words, *coded), items):
        n_pairs = size[system] * size[item]
        are_words = system in words and (item in words or names_items(item))
        is_sure = is_system(system) or size[system] < size[item] >= _FEWEST_CODED
        may_be_coded = is_sure and len(table) % n_pairs == 0
        if system == item or n_pairs > len(table) or not (are_words or may_be_coded):
            continue
        key = [system, item]
        if len(set(zip(*map(table.stripped, key), strict=True))) < n_pairs:
            continue
        key += [name for name in table.columns if is_sample(name) and name not in key]
        if are_words or len(set(zip(*map(table.stripped, key), strict=True))) == len(table):
            found[system, item] = n_pairs == len(table)
    # Rows are explained best by two columns that name each; there are usually few systems and many items.
    unique = [pair for pair, names_rows in found.items() if names_rows] or list(found)
    return sorted(unique, key=lambda pair: (size[pair[0]], -size[pair[1]]))


def _of_long(table: Table, system: str, item: Item, asked: Asked) -> Roles:
    if not item.columns and asked.id != POSITION:
        raise OptionError(
            f"{table.label} has the columns {quoted(table.columns)}: say which names the items (id=, --id)."
        )
    others = {system, *item.columns, *item.runs, *asked.beside(table)}
    score = table.names(asked.score)
    if not score:
        score = counts_in([table], others, "score") if asked.counts else (score_of_long(table, others, item.columns),)
    if asked.score is None and not asked.counts:
        questions.refuse_answers(table, score, choice("score", "--score-column", score))
    names = list(dict.fromkeys(cell.strip() for cell in table.column(system)))
    runs = f", runs {_shown(item.runs)}" if item.runs else ""
    items = f"item {_shown(item.columns)}" if item.columns else "items in their order"
    note = f"Read as a long table: system {system!r}, {items}{runs}, score {_shown(score)}."
    tables = tuple(table.only(system, name) for name in names)
    if asked.id is None and item.columns:
        questions.refuse_other_data(tables, others)
        refuse_other_order(tables, item.columns)
    kinds = questions.class_note([table], score[0]) if asked.score is None and len(score) == 1 else []
    return Roles("long", tables, tuple(names), (score,) * len(names), item, system=system, notes=(note, *kinds))


def _of_wide(table: Table, asked: Asked) -> Roles:
    beside = asked.beside(table)
    given = asked.systems or tuple((name,) for name in table.names(asked.columns))
    if not given and asked.counts:
        refuse_counts_beside(table, {*beside, *table.names(asked.id)}, asked)
    named = dict.fromkeys(name for names in given for name in names)
    for name in named:
        table.column(name)
    if len(given) == 1:
        raise OptionError(
            f"Only column {given[0][0]!r} is named: name those of at least two systems (columns=, --columns)."
        )
    left = systems_in(table, {*beside, *(table.names(asked.id) if asked.id in table.columns else ())})
    questions.refuse_leaderboard(table, asked, left)
    if not given:
        questions.refuse_faulty_cells(table, beside)
        if not left:
            questions.refuse_other_quantities(table, left, asked)
        refuse_parts_of_counts(table, left)
    systems = set(named or left) - beside
    item = item_of_rows([table], asked.id, asked.runs, systems, asked.grouped(table), may_be_long=not given)
    questions.refuse_side_by_side(table, item.columns, {*beside, *named})
    notes = _samples_note(item, asked)
    if item.columns and asked.id is None:
        notes.insert(0, f"Items are named by {listed_columns(item.columns)}.")
    if not given:
        found = [name for name in left if name not in (*item.columns, *item.runs)]
        questions.refuse_other_quantities(table, found, asked)
        questions.refuse_systems_apart(table, found, asked)
        questions.refuse_unused_gold(table, found, asked)
        beside_id = f" beside {_shown(item.columns)}" if item.columns else ""
        notes.append(f"Systems: the {counted(len(found), 'column')} of numbers{beside_id}: {first_few(found)}.")
        questions.refuse_answers(table, found, asked.systems_choice(found))
        questions.refuse_given_scores(table, found, asked)
        questions.refuse_shares(table, found, asked)
        questions.refuse_sides(table, found)
        questions.refuse_square(table, item.columns, found)
        questions.refuse_probabilities([table] * len(found), [(name,) for name in found], asked.systems_choice(found))
        given = tuple((name,) for name in found)
    return Roles("wide", (table,) * len(given), tuple(map(system_name, given)), given, item, notes=tuple(notes))


def _samples_note(item: Item, asked: Asked) -> list[str]:
    if item.runs and not asked.runs:
        return [f"The rows of one item are its samples, by {_shown(item.runs)}."]
    return [
        f"{name!r} repeats, and each row is an item: resample its groups whole "
        f"{choice('cluster', '--cluster', name)}, or average the rows of one name {choice('id', '--id', name)}."
        for name in item.groups
    ]


def _repeated_note(names: Sequence[str], asked: Asked) -> list[str]:
    """Return a note if each row is a run over a whole test set, by the names of columns that name the rows."""
    row = next(filter(None, map(repeated_by, names)), None) if asked.id is None else None
    if row is None:
        return []
    return [
        f"Each row is a {row}: if that is a run over a whole test set, the p-value is about such runs and not about "
        "items. Give the scores of the items for a test over items."
    ]


def system_name(columns: Sequence[str]) -> str:
    """Return a name for the system with these score columns: the common beginning of their names."""
    if len(columns) == 1:
        return columns[0]
    return shared_beginning(columns).rstrip("_-.: ") or ", ".join(columns)


def _with_reasons(roles: Roles, asked: Asked) -> Roles:
    table = roles.tables[0]
    asked_for = {name for each in asked.named if each != POSITION for name in table.names(each)}
    scores = {name for names in roles.scores for name in names}
    grouped = {"cluster": asked.cluster, "task": asked.strata}
    columns = []
    for name, cells in zip(table.columns, table.cells, strict=True):
        why = "asked for" if name in asked_for else ""
        group = next((what for what, each in grouped.items() if name in table.names(each)), None)
        if name in scores:
            role = Role(name, "score", why or "its numbers are scores")
        elif name == roles.system:
            role = Role(name, "system", why or "it names a system on each row")
        elif name in roles.item.columns:
            role = Role(name, "item", why or "it names the items")
        elif name in roles.item.runs:
            role = Role(name, "sample", why or "it tells the rows of one item apart")
        elif group is not None:
            role = Role(name, group, "asked for")
        elif asked.measure is not None and {cell.strip() for cell in cells} == {asked.measure}:
            role = Role(name, "measure", "asked for")
        elif text_role(name) is not None:
            role = Role(name, text_role(name) or "", "it is called so")
        elif not is_numeric(cells):
            role = Role(name, "text", "its cells are words")
        else:
            role = Role(name, "ignored", "its name or values are not those of scores")
        columns.append(role)
    unused = [role.column for role in columns if role.what in ("text", "ignored", "gold", "prediction", "label")]
    note = [f"Not used: {first_few([repr(name) for name in unused])}."] if unused else []
    names = roles.item.columns or [name for name in unused if len(set(table.stripped(name))) == len(table)]
    note += _repeated_note(names, asked)
    return replace(roles, columns=tuple(columns), notes=(*roles.notes, *note))


def _shown(names: Sequence[str]) -> str:
    return first_few([repr(name) for name in names])
