"""Which reader suits some files, and which of their columns are what: a first choice that a person may correct."""

from dataclasses import dataclass, field
from typing import TypeAlias

from core.errors import ComparisonError
from core.readers.joining import aligned
from core.readers.kinds import kind_of
from core.readers.label_columns import label_columns
from core.readers.roles import (
    is_called_score,
    is_numeric,
    looks_like_id,
    may_be_two_systems,
    numeric_columns,
    system_column,
    text_role,
)
from core.readers.score_columns import score_columns
from core.readers.table import Table
from core.readers.tables import load_table
from core.readers.text import Source, read_text

__all__ = ["READERS", "Suggestion", "suggest"]

Choice: TypeAlias = str | tuple[str, ...]

# Kinds as the page and the command line call them, and the reader of each.
READERS = {
    "scores": "read_scores",
    "tables": "read_tables",
    "table": "read_table",
    "long": "read_long",
    "labels": "read_labels",
    "label-table": "read_label_table",
    "entities": "read_entities",
    "conll": "read_conll_coreference",
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """How some files would be read.

    Parameters
    ----------
    kind : str
        "scores", "tables", "table", "long", "labels", "label-table", "entities" or "conll".
    reader : str
        The function of `core.readers` for it.
    options : dict
        The reader's arguments besides the files, as far as they can be told: ``id``, ``columns``, ``gold``,
        ``baseline``, ``experimental``, ``system``, ``item``, ``score``. A column, or several.
    why : dict
        For each of them, and for ``kind``, what it was told from, in a few words.
    open : tuple of strings
        The arguments, files included, that have to be given before the files can be read.
    """

    kind: str
    reader: str
    options: dict[str, Choice] = field(default_factory=dict)
    why: dict[str, str] = field(default_factory=dict)
    open: tuple[str, ...] = ()


def suggest(baseline: Source, experimental: Source | None = None, *, gold: Source | None = None) -> Suggestion:
    """Say how these files would best be read: their kind, and the columns of ids, scores, gold and predictions.

    Parameters
    ----------
    baseline, experimental : path or Upload
        A file for each system, or one alone that may hold both.
    gold : path or Upload, optional
        The file of gold labels.

    Returns
    -------
    Suggestion
        Its ``reader`` takes the files and its ``options``, unless something is ``open``.

    Raises
    ------
    DataError
        If a file cannot be read as text at all.

    Examples
    --------
    >>> from core.readers import Upload
    >>> rows = b"hash,model_name,bleu\\nx,old,.5\\nx,new,.75\\ny,old,1\\ny,new,1\\n"
    >>> found = suggest(Upload("long.csv", rows))
    >>> found.kind, found.options["system"], found.options["item"], found.options["score"], found.open
    ('long', 'model_name', 'hash', 'bleu', ())
    """
    files = [file for file in (baseline, experimental, gold) if file is not None]
    kinds = [kind_of(read_text(file)) for file in files]
    if experimental is None:
        return _of_one(baseline, kinds[0])
    if gold is not None:
        if kinds[-1] == "entities":
            return _made("entities", "its last column holds BIO tags")
        return _of_labels([gold, baseline, experimental]) if "table" in kinds else _made("labels", "one label a line")
    if "conll" in kinds:
        return _made("conll", "it is what a coreference scorer prints")
    if set(kinds) <= {"labels", "entities"}:
        kind = "entities" if set(kinds) == {"entities"} else "labels"
        return _made(kind, "no numbers, but labels", open_=("gold",))
    return _of_tables([baseline, experimental]) if "table" in kinds else _made("scores", "numbers, one item a line")


def _made(
    kind: str,
    why: str,
    chosen: dict[str, tuple[Choice, str]] | None = None,
    open_: tuple[str, ...] = (),
) -> Suggestion:
    options = {name: value for name, (value, _) in (chosen or {}).items()}
    reasons = {"kind": why} | {name: reason for name, (_, reason) in (chosen or {}).items()}
    return Suggestion(kind, READERS[kind], options, reasons, tuple(name for name in open_ if name not in options))


def _of_one(source: Source, kind: str) -> Suggestion:
    if kind != "table":
        files = ("gold", "experimental") if kind in ("labels", "entities") else ("experimental",)
        return _made(kind, "it holds one system only", open_=files)
    try:
        table = load_table(source)
    except ComparisonError:
        return _made("table", "it has columns", open_=("baseline", "experimental"))
    chosen: dict[str, tuple[Choice, str]] = {}
    found = system_column(table)
    if found:
        system, item = found
        chosen["system"] = (system, "it names a system on each row")
        chosen["item"] = (item, "it names each item once for every system")
        numeric = [name for name in numeric_columns(table) if name not in found]
        named = [name for name in numeric if is_called_score(name)]
        if len(numeric) == 1 or len(named) == 1:
            chosen["score"] = ((named or numeric)[0], "it is called so" if named else "it is the only one of numbers")
        systems = list(dict.fromkeys(cell.strip() for cell in table.column(system)))
        if len(systems) == 2:
            for name, value in zip(("baseline", "experimental"), systems, strict=True):
                chosen[name] = (value, "it comes in this order")
        return _made("long", "each item has a row for every system", chosen, ("score", "baseline", "experimental"))
    id_name = table.id_column() or next((name for name in table.columns[:1] if looks_like_id(name)), None)
    if id_name is not None and len(set(table.column(id_name))) == len(table):
        chosen["id"] = (id_name, "it names each row")
    return _wide(table, chosen)


def _wide(table: Table, chosen: dict[str, tuple[Choice, str]]) -> Suggestion:
    """Choose among the columns of one table with both systems: of scores, or of labels where one is gold."""
    rest = [name for name in table.columns if "id" not in chosen or name != chosen["id"][0]]
    gold = next((name for role in ("gold", "label") for name in rest if text_role(name) == role), None)
    if gold is not None:
        known = {cell.strip() for cell in table.column(gold)}
        systems = [name for name in rest if name != gold and known & {cell.strip() for cell in table.column(name)}]
        if len(systems) >= 2 and (len(known) < len(table) or not is_numeric(table.column(gold))):
            chosen["gold"] = (gold, "it is called so")
            differing = [name for name in systems if list(table.column(name)) != list(table.column(gold))] or systems
            for role, name in zip(("baseline", "experimental"), (differing + systems)[:2], strict=True):
                chosen[role] = (name, "it holds labels as the gold column has them")
            return _made("label-table", "a column of gold labels and others of the same labels", chosen)
    numeric = [name for name in rest if is_numeric(table.column(name))]
    if len(numeric) == 2 and may_be_two_systems(*((name, table.column(name)) for name in numeric)):
        for role, name in zip(("baseline", "experimental"), numeric, strict=True):
            chosen[role] = (name, "two columns hold numbers")
    return _made("table", "it has columns", chosen, ("baseline", "experimental"))


def _of_tables(sources: list[Source]) -> Suggestion:
    chosen: dict[str, tuple[Choice, str]] = {}
    try:
        tables = [load_table(source) for source in sources]
        rows, _, names, how = aligned(tables, None, [()] * len(tables))
        chosen.update(_id_of(tables, names, how))
        scores, why = score_columns(rows, names)
        chosen["columns"] = (_one_or_more(scores), why[0] if why else "it is called so, or the only one left")
    except ComparisonError:
        pass  # what cannot be told is asked for
    return _made("tables", "they have columns", chosen, ("columns",))


def _of_labels(sources: list[Source]) -> Suggestion:
    chosen: dict[str, tuple[Choice, str]] = {}
    try:
        tables = [load_table(source) for source in sources]
        rows, _, names, how = aligned(tables, None, [()] * len(tables))
        chosen.update(_id_of(tables, names, how))
        columns, why = label_columns(rows, None, names)
        # The reader finds the predictions beside the gold column, and says which they are.
        chosen["columns"] = (columns[0], " ".join(why) or "the only one left")
    except ComparisonError:
        pass
    return _made("labels", "gold labels and two predictions", chosen)


def _id_of(tables: list[Table], names: tuple[str, ...], how: str) -> dict[str, tuple[Choice, str]]:
    """Return the choice of an id that all tables call the same; where they do not, the reader finds it again."""
    known = names and all(set(names) <= set(table.columns) for table in tables)
    return {"id": (_one_or_more(names), how)} if known else {}


def _one_or_more(names: tuple[str, ...]) -> Choice:
    return names[0] if len(names) == 1 else names
