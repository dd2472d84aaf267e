"""Refuse files that hold no score of an item: output of some tools, totals of a system; and say how to get one."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from core.common.phrases import first_few
from core.errors import DataError, OptionError
from core.readers.parsing.delimited import refuse_bars
from core.readers.parsing.names import are_measures, are_parts, looks_like_id, quantities, words_of
from core.readers.parsing.numeric import fault_message, is_number, is_spread
from core.readers.parsing.problems import choice
from core.readers.parsing.table import Table

_TABLE = "write a table with a line for each item, of its id and its score"

# Keys of the outermost object, or of a list's first object, that only this tool writes; its name; the remedy.
_OBJECTS: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"name", "score", "signature"}), "sacreBLEU's scores of whole systems",
     "give one score a segment (sacrebleu --sentence-level)"),
    (frozenset({"htmls", "convos"}), "what simple-evals writes", _TABLE),
    (frozenset({"accuracy", "details"}), "what OpenCompass writes", _TABLE),
)  # fmt: skip


def refuse_log(label: str, value: Any) -> None:
    """Refuse JSON output of an evaluation tool, and say how to get the items' scores."""
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return
    for keys, what, advice in _OBJECTS:
        if keys <= first.keys() and not isinstance(first.get("details"), list):  # a list is one of records
            raise DataError(f"{label} is {what}: {advice}.")
    results = first.get("results")
    tasks = [task for task in results.values() if isinstance(task, dict)] if isinstance(results, dict) else []
    if any("_stderr" in name for task in tasks[:_ENOUGH] for name in task):
        raise DataError(
            f"{label} holds the lm-evaluation-harness's results of whole tasks: give the samples of each run "
            "(lm_eval --log_samples writes samples_….jsonl)."
        )


_RUN = re.compile(r"\S+\s+Q0\s+\S+\s+[0-9]+\s+[0-9.eE+-]+\s+\S+\s*", re.IGNORECASE)
_RIGHT = re.compile(r"\S+\s+(?:0|Q0)\s+(?=\S*[A-Za-z])\S+\s+-?[0-9]+\s*", re.IGNORECASE)
# Words of the names of a run's columns, or of those of judgments of relevance
_QUERIES = frozenset(("qid", "query", "queries"))
_DOCUMENTS = frozenset(("docid", "docno", "doc", "document", "corpus", "passage", "pid", "did"))
_OF_RANKED = _QUERIES | _DOCUMENTS | frozenset((
    "rank", "position", "score", "relevance", "rel", "label", "grade", "run", "tag", "iter", "iteration", "id",
))  # fmt: skip
# The line below the names of a Markdown table
_DASHES = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
_PAGE = re.compile(r"\s*<(?:!doctype|html|table|div|style)\b", re.IGNORECASE)
_WINNER = re.compile(r"(?:g[12]_)?winner[_ ]?(?:[0-9]*|model_[ab]|tie)", re.IGNORECASE)
# Words of columns that stand beside a winner
_OF_GAME = {"order", "swap", "swapped", "flipped", "judge", "annotator", "rater", "category", "turn", "position"}
_SIDE = re.compile(r"(?:model|system|player|candidate|assistant)[_ ]?(?:a|b|1|2)", re.IGNORECASE)
_GAME = re.compile(r"[AB]?[<>=]{1,2}[AB]?|[AB]")
# Keys examined of a JSON object, which may map every item to its score.
_ENOUGH = 100


def refuse_lines(label: str, content: str, record: Mapping[str, Any]) -> None:
    """Refuse ranked documents, judgments of relevance, winners of pairs, and means with their spread.

    If the file is JSON, ``record`` is its first record.
    """
    head = [line[:2000] for line in content[:100_000].split("\n", 20)[:20] if line.strip()]
    for pattern, what in ((_RUN, "a TREC run"), (_RIGHT, "TREC's judgments of relevance")):
        if head and all(pattern.fullmatch(line) for line in head):
            raise DataError(
                f"{label} is {what}, and holds no score of a topic: score each run (trec_eval -q QRELS RUN), and "
                "compare what that prints."
            )
    names = [set(words_of(name)) for name in (record or re.split(r"[,;\t]", head[0][:1000] if head else ""))]
    if all(any(map(words.__and__, names)) for words in (_QUERIES, _DOCUMENTS)) and all(map(_OF_RANKED.__and__, names)):
        raise DataError(
            f"{label} has a score of each document found for a query, not of each query: score the ranking of each "
            "query (trec_eval -q QRELS RUN), and compare what that prints."
        )
    if all(any(map(words.__and__, names)) for words in ({"severity"}, {"category", "type", "span"})):
        raise DataError(
            f"{label} has a row for each error, with its severity, not a score of each segment: add up the weights of "
            "each segment's errors (MQM: 5 for a major error, 1 for a minor one), and write a table with a row for "
            "each segment and system."
        )
    if any(map(_DASHES.fullmatch, head[:4])):
        raise DataError(f"{label} holds a Markdown table: save it as CSV, without the line of dashes.")
    if head and _PAGE.match(head[0]):
        raise DataError(f"{label} holds a web page: save its table as CSV.")
    if not record:
        refuse_bars(label, head)
    rows = [re.split(r"[,;\t]", row) for row in head]
    if record:
        # A list may hold the whole file.
        first = islice(record.values(), _ENOUGH)
        rows = [["" if isinstance(value, list | dict) else str(value) for value in first]]
    for line, cells in enumerate(rows, 1):
        spreads = [cell.strip(' "') for cell in cells if is_spread(cell.strip(' "'))]
        # Cells beside scores are skipped; the first cell may name the item.
        if spreads and not any(is_number(cell) for cell in cells[1:]):
            raise DataError(f"{label}, {'record' if record else 'line'} {line}: {fault_message(spreads[0])}.")
    if _has_winners(head, record):
        raise DataError(f"{label} holds winners of pairs of systems, and no scores: helped-hurt prefer {label}.")


def _has_winners(head: Sequence[str], record: Mapping[str, Any]) -> bool:
    games = record.get("games")
    if isinstance(games, list) and games and isinstance(games[0], dict):
        return bool(_GAME.fullmatch(str(games[0].get("score"))))
    if "preference" in record and not record.keys().isdisjoint({"generator_1", "generator_2", "output_1", "output_2"}):
        return True
    names = list(islice(record, _ENOUGH)) or [name.strip(' "') for name in re.split(r"[,;\t]", head[0] if head else "")]
    winners = [name for name in names if _WINNER.fullmatch(name)]
    others = [name for name in names if name not in winners and not (_OF_GAME & set(words_of(name)))]
    # With scores of both systems, the winner is just another column.
    return bool(winners) and (
        len(winners) > 1 or len(others) < 2 or sum(bool(_SIDE.fullmatch(name)) for name in others) > 1
    )


_ACCURACY = re.compile(r"(?:^|[_ .-])(?:acc|accuracy|exact_match|em)$", re.IGNORECASE)
_COUNT = re.compile(r"(?:^|[_ .-])(?:correct|right|solved|passed)$", re.IGNORECASE)
_SIZE = re.compile(r"(?:^|[_ .-])(?:samples|n|total|size|examples|items|support)$", re.IGNORECASE)
_REPORT = frozenset(("precision", "recall", "f1-score", "support"))
# A file of one score may have such a header.
_OF_ITEM = ("score", "value", "result", "correct")
_CALLED = frozenset((
    "metric", "metrics", "measure", "measures", "metric_name", "measure_name", "criterion", "dimension", "aspect",
    "statistic", "metrik", "kennzahl", "maß", "métrique", "metrique", "métrica",
))  # fmt: skip


def refuse_totals(tables: Sequence[Table]) -> None:
    """Refuse tables whose rows, or whose columns of one row, are measures of a whole system."""
    held = [_totals(table) for table in tables]
    if not all(held):
        return
    names = list(dict.fromkeys(name for each in held for name in each))
    values = [dict(zip(each, cells, strict=True)) for each in held for cells in zip(*each.values(), strict=True)]
    labels = " and ".join(dict.fromkeys(table.label for table in tables))
    verb, whole = ("holds", "a whole system") if len(tables) == 1 else ("hold", "whole systems")
    first = tables[0].columns[0]
    rows = (
        f", or, if each row is an item, name their column {choice('id', '--id', first)}"
        if len(tables[0]) > 1 and "std" not in names
        else ""
    )
    raise DataError(
        f"{labels} {verb} totals of {whole} ({first_few(names)}), not scores of items: give "
        f"{'a file' if len(tables) == 1 else 'files'} with a score for each item{rows}{claim(values)}."
    )


def _totals(table: Table) -> dict[str, list[str]]:
    """Return the measures with their values, of one system or several; nothing where rows are items."""
    first, rest = table.columns[0], table.cells[1:]
    if {"mean", "std", "min", "max"} <= set(table.columns):
        return {name: list(table.column(name)) for name in ("mean", "std", "min", "max")}
    if any(map(looks_like_id, table.columns[1:])):
        return {}
    if set(table.columns) >= _REPORT and "macro avg" in (rows := [cell.strip() for cell in table.cells[0]]):
        # scikit-learn writes the accuracy into every column.
        totals = {"accuracy": ("accuracy", "f1-score"), "support": ("macro avg", "support")}
        return {name: [table.column(column)[rows.index(row)]] for name, (row, column) in totals.items() if row in rows}
    is_measure = len(table.columns) == 1 and bool(quantities(first)) and first not in _OF_ITEM
    if len(table) == 1 and not looks_like_id(first) and (is_measure or are_measures(table.columns)):
        return {name: [cells[0]] for name, cells in zip(table.columns, table.cells, strict=True)}
    if not rest or not (first.strip().casefold() in _CALLED or are_measures(table.cells[0])):
        return {}
    names = [cell.strip() for cell in table.cells[0]]
    if len(set(names)) < len(names) or any(map(is_number, names)) or _are_numbered(names):
        return {}
    return dict(zip(names, map(list, zip(*rest, strict=True)), strict=True))


# Measures may be numbered too, such as BLEU-1 to BLEU-4.
_FEWEST_NUMBERED = 10


def _are_numbered(names: Sequence[str]) -> bool:
    """Return whether the names differ only in a running number, such as "Segment 1 score:" of METEOR."""
    numbers = [re.findall(r"[0-9]+", name[:100]) for name in names]
    first = numbers[0]
    is_running = all(len(each) == 1 and int(each[0]) == int(first[0]) + i for i, each in enumerate(numbers))
    return is_running and len(names) >= _FEWEST_NUMBERED and len({re.sub(r"[0-9]+", "", name) for name in names}) == 1


def claim(systems: Sequence[Mapping[str, str]]) -> str:
    """Return the end of a message with the command that tests two totals, if they are accuracies of known sizes."""
    if len(systems) != 2:
        return ""
    for name, first in systems[0].items():
        # Shares may be called so too.
        is_count = bool(_COUNT.search(name)) and first.isdecimal() and systems[1].get(name, "").isdecimal()
        if not (is_count or _ACCURACY.search(name)) or name not in systems[1]:
            continue
        sizes = {each[size].removesuffix(".0") for each in systems for size in each if _SIZE.search(size)}
        if len(sizes) == 1 and sizes == {size for size in sizes if size.isdigit()}:
            size = sizes.pop()
            stated = [f"{cell}/{size}" if is_count else _counted(cell, int(size)) for cell in (first, systems[1][name])]
            baseline, experimental = stated
            return (
                f"; of the totals alone, helped-hurt claim --n {size} --baseline {baseline} --experimental "
                f"{experimental} says whether the difference may be significant"
            )
    return ""


def _counted(share: str, n: int) -> str:
    """Return the count that a share is within the rounding of 32-bit floats; otherwise the share as it is.

    Examples
    --------
    >>> _counted("0.845588207244873", 408), _counted("0.8456", 408), _counted("84.55882", 408)
    ('345/408', '0.8456', '84.55882')
    """
    items = float(share) * n if is_number(share) else -1.0
    right = round(items)
    return f"{right}/{n}" if 0 <= right <= n and abs(items - right) <= 2**-23 * right else share


def refuse_parts(names: Sequence[str]) -> None:
    """Refuse files that are called as parts of the data are: dev and test."""
    if len(set(names)) == len(names) > 1 and are_parts(names):
        raise OptionError(
            f"Files called {first_few(names)} seem to hold parts of the data, not systems: give each system a file of "
            "the same items, called as the system is."
        )
