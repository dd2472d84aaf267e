"""Several samples of each item in one list: in a cell of a table, or as ``{id: [true, false, …]}``.

A list's values are the runs of its item. In one file, two columns of lists are two systems; lists with one value per
system are split on request.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

from core.common.phrases import counted, first_few, shown
from core.errors import ComparisonError, DataError, OptionError
from core.readers.format import Option, Sniff
from core.readers.logs.harness import log_format, with_systems
from core.readers.logs.log import Log, Measure
from core.readers.parsing.file import File
from core.readers.parsing.names import is_answer, is_called_score, looks_like_id, rows_are_systems
from core.readers.parsing.notation import listed, says_right
from core.readers.parsing.text import Source

_GRADED = "raw_scored_generations"
_SCORE = "score"
# Lists of these are the inputs of a model, not its scores.
_NO_SCORES = (
    "token", "input_ids", "embedding", "vector", "logit", "prob", "follow_instruction", "span", "offset", "bbox",
)  # fmt: skip


# The lists of each column, None if a cell is empty.
_Columns: TypeAlias = dict[str, list[list[float | None] | None]]


def _logs(files: Sequence[File], split: str | None = None) -> list[Log]:
    held = [_lists(file) for file in files]
    for file, (_, columns) in zip(files, held, strict=True):
        for name, lists in columns.items():
            _refuse_shares(file, name, lists)
        if len(files) > 1 or not _are_systems(file, columns):
            for lists in columns.values():
                _refuse_few(file, lists)
    if len(files) > 1:
        return [_log(*named, *lists) for named, lists in zip(with_systems(files), held, strict=True)]
    [file], [(items, columns)] = files, held
    systems: _Columns
    if split is None and _are_systems(file, columns):
        named = zip(items or (), columns[_SCORE], strict=True)
        systems, items = {name: [[score] for score in scores or ()] for name, scores in named}, None
    elif split is None and len(columns) > 1:
        systems = columns
    else:
        name = next(iter(columns)) if split is None else split
        lists, width = columns[name], _width(columns[name])
        if width < 2:
            return [_log(file, name, items, columns)]
        systems = {
            f"{name} {place + 1}": [None if each is None else [each[place]] for each in lists] for place in range(width)
        }
    return [_log(file, system, items, {_SCORE: lists}) for system, lists in systems.items()]


def _are_systems(file: File, columns: dict[str, Any]) -> bool:
    """Return whether a map holds a list of scores for each system: in one file, lists as long as each other."""
    return _mapped(file) is not None and _width(columns[_SCORE]) >= len(columns[_SCORE])


def _check(files: Sequence[File], split: str | None = None) -> None:
    for file in files:
        held = file.record
        lists = [key for key, value in held.items() if _is_scores(value)]
        if _mapped(file) is not None or not lists or len(file.table) > 1:
            continue
        if len(lists) == 1:
            raise DataError(
                f"{file.label} is one record, with a list in {lists[0]!r}: if it holds a score for each item, save "
                "that list alone ([0, 1, …]); one item with samples is too few to compare."
            )
        other = next((key for key in held if key not in lists), None)
        if other is not None:
            raise DataError(
                f"{file.label}: key {shown(other)} has no list of scores, as other keys have: leave it out everywhere."
            )
    if len(files) > 1 and split is None:
        holding = [file for file in files if _may_hold(file).sure > 0]
        if len(holding) == 1:
            other = next(file.label for file in files if file is not holding[0])
            raise DataError(
                f"{holding[0].label} has a list of samples for each item, and {other} has none: give both "
                "systems' scores in lists, of one score if there is no more."
            )
        return
    columns = {name: lists for file in files for name, lists in _lists(file)[1].items()}
    even = [name for name, lists in columns.items() if _width(lists) > 1]
    if split is not None and (len(files) != 1 or split not in even):
        known = first_few(even, limit=30) or "none there"
        raise OptionError(
            f"split == {split!r} must be a column of lists as long as each other, in one file: choose among {known} "
            "(split=, --split-column)."
        )
    if split is None and len(columns) == 1 and not _are_systems(files[0], columns):
        name = next(iter(columns))
        systems = (
            f": if these are the scores of {_width(columns[name])} systems, the baseline's first, split them "
            f"(split={name!r}, --split-column {name}); if they are samples of one system"
            if even
            else ", samples of one system"
        )
        label = files[0].label
        if any(map(rows_are_systems, files[0].table.columns)):
            raise DataError(
                f"{label} has lists in column {name!r}, and each row seems to be of one system: {_ONE_LIST}."
            )
        raise OptionError(f"{label} has lists in column {name!r}{systems}, name the other system's file after it.")


# Lists this long, of this few items, probably hold items.
_FEW_ITEMS, _MANY_SAMPLES = 4, 5
_ONE_LIST = 'write one list for each system: {"old": [0, 1, …], "new": [1, 1, …]}'


def _refuse_few(file: File, lists: Sequence[Sequence[Any] | None]) -> None:
    """Refuse lists within lists that probably hold the scores of items."""
    most = max((len(each) for each in lists if each is not None), default=0)
    if len(lists) <= _FEW_ITEMS and most >= _MANY_SAMPLES:
        raise DataError(
            f"{file.label} would be {counted(len(lists), 'item')} with up to {most:,} samples each. If the lists hold "
            f"scores of items, {_ONE_LIST}."
        )


def _refuse_shares(file: File, name: str, lists: Sequence[Sequence[float | None] | None]) -> None:
    """Refuse lists that add up to one, as the probabilities of classes do."""
    totals = [sum(score or 0 for score in each) for each in lists if each]
    if _width(lists) > 1 and not _are_right_or_wrong(lists) and all(abs(total - 1) < 1e-3 for total in totals):
        raise DataError(
            f"{file.label}: the lists in column {name!r} add up to 1 for every item, as the probabilities of classes "
            "do, not samples: write a score for each item, such as 1 where the likeliest class is right, else 0."
        )


def _width(lists: Sequence[Sequence[Any] | None]) -> int:
    """Return the common length of all lists, or 0 if lengths differ."""
    widths = {len(each) for each in lists if each is not None}
    return widths.pop() if len(widths) == 1 else 0


def _log(file: File, system: str, items: list[str] | None, columns: dict[str, Any]) -> Log:
    log = Log(file.label, system, by_position=items is None)
    if items is None:
        log.notes.append(f"Nothing names the items of {log.label}: they are joined by their position.")
    for measure, lists in columns.items():
        log.measures[measure] = Measure(lower_is_better=False if _are_right_or_wrong(lists) else None)
        times: Counter[str] = Counter()
        for item, scores in zip(items or map(str, range(1, len(lists) + 1)), lists, strict=True):
            if not scores:
                log.add(measure, item, None, f"none {times[item]}", "no sample")
            for score in scores or ():
                times[item] += 1
                log.add(measure, item, score, times[item])
    return log


def _lists(file: File) -> tuple[list[str] | None, _Columns]:
    """Return the names of the items, or None if they have none, and the lists of each column."""
    mapped = _mapped(file)
    if mapped is not None:
        columns: _Columns = {
            _SCORE: [[None if score is None else float(score) for score in each] for each in mapped.values()]
        }
        return list(mapped), columns
    columns = _columns(file)
    table = file.table
    named = [
        name for name, cells in zip(table.columns, table.cells, strict=True)
        if looks_like_id(name) and all(map(str.strip, cells))
    ]  # fmt: skip
    distinct = [name for name in named if len(set(table.column(name))) == len(table)]
    chosen = next(iter([*distinct, *named]), None)
    return None if chosen is None else table.keys(chosen), columns


def _mapped(file: File) -> dict[str, Any] | None:
    """Return the lists by item if the file is a map from items to lists."""
    held = file.record
    if isinstance(held.get(_GRADED), dict):
        graded: dict[str, Any] = held[_GRADED]
        return graded
    if len(held) < 2 or not all(map(_is_scores, held.values())):
        return None
    # A few lists of equal length are the columns of a table, unless their names are numbered.
    lengths = set(map(len, held.values()))
    numbered = all(any(map(str.isdecimal, name)) for name in held)
    return held if numbered or len(lengths) > 1 or len(held) > max(lengths) else None


def _is_scores(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and set(map(type, value)) <= {bool, int, float, type(None)}


def _columns(file: File) -> _Columns:
    table = file.table
    found: _Columns = {}
    for name, cells in zip(table.columns, table.cells, strict=True):
        first = next((cell for cell in cells if cell.strip()), "")
        if listed(first) is None or is_answer(name) or any(word in name.casefold() for word in _NO_SCORES):
            continue
        known = {cell: listed(cell) for cell in set(cells)}
        lists = [known[cell] for cell in cells]
        whole = all(each is not None or not cell.strip() for cell, each in known.items())
        if whole and any(lists):
            found[name] = lists
    return found


def _splittable(sources: Sequence[Source]) -> tuple[str, ...]:
    if len(sources) != 1:
        return ()
    try:
        _, columns = _lists(File(sources[0]))
    except ComparisonError:
        return ()
    return tuple(name for name, lists in columns.items() if _width(lists) > 1)


def _sniff(file: File) -> Sniff:
    """Recognise a file by lists of several scores; lists of one score are read as numbers in any table."""
    if _mapped(file) is not None:
        return Sniff(0.95, "it maps items to lists of scores")
    several = any(len(each) > 1 for lists in _scored(file).values() for each in lists if each)
    return Sniff(0.95 if several else 0, "its cells are lists of scores")


def _may_hold(file: File) -> Sniff:
    return Sniff(0.95 if _mapped(file) is not None or _scored(file) else 0)


def _scored(file: File) -> _Columns:
    """Return the columns of lists if they are the scores; lists beside a column of scores may be anything."""
    if not _begins_with_lists(file):
        return {}
    try:
        columns = _columns(file)
        if any(
            says_right(name) or is_called_score(name) or _are_right_or_wrong(lists) for name, lists in columns.items()
        ):
            return columns
        beside = [name for name in file.table.numeric_columns if not looks_like_id(name)] if columns else []
        return {} if set(beside) - set(columns) else columns
    except ComparisonError:
        return {}


def _begins_with_lists(file: File) -> bool:
    """Return whether the first items have lists of numbers; only then are the others examined."""
    if not file.record:
        head = file.any_text.content[:10_000].lstrip()
        return head[:1] not in ("{", "[") and ("[" in head or "(" in head)
    values = list(islice(file.record.values(), 1_000))
    within = [each for value in values if isinstance(value, dict) for each in value.values()]
    return any(
        _is_scores(each) or (isinstance(each, str) and bool(listed(each[:1_000]))) for each in (*values, *within)
    )


def _are_right_or_wrong(lists: Sequence[Sequence[float | None] | None]) -> bool:
    return all(score in (0, 1, None) for each in lists for score in each or ())


FORMAT = log_format(
    "samples",
    "Several samples an item",
    "A file of each system, with a list of scores for each item: in a cell, or as {id: [true, false, …]}.",
    "lists of samples",
    "a file with lists of samples",
    logs=_logs,
    sniff=_sniff,
    is_one=_may_hold,
    check=_check,
    own=(
        Option(
            "split", "Both systems in one column", "--split-column",
            "A column of lists that hold one score of each system, the baseline's first.", "COLUMN",
            required=False, choices=_splittable, fewest=1,
        ),
    ),
)  # fmt: skip
