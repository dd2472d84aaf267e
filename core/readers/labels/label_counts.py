"""Gold labels and two systems' labels → true positives, predictions and gold items of each label."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.readers.parsing.numeric import is_number
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse

__all__ = ["Labels", "check_lengths", "folded", "pair_labels"]

# Six numbers of 8 bytes per label and item: 50 MB, or 200 MB with few labels.
_MOST_CELLS = 1_000_000
_MOST_CELLS_OF_FEW = 4_000_000
_FEW = 400


class Labels(NamedTuple):
    """The labels of a file or column, and the line that each stands on."""

    source: str
    labels: Sequence[str]
    lines: Sequence[int]
    unit: str = "line"


def check_lengths(columns: Sequence[Labels]) -> None:
    """Refuse columns of other lengths than the first."""
    for column in columns[1:]:
        if len(column.labels) != len(columns[0].labels):
            raise DataError(
                f"{column.source} has {counted(len(column.labels), 'label')} and {columns[0].source} has "
                f"{len(columns[0].labels):,}: line i of every file belongs to item i."
            )


def pair_labels(
    columns: Sequence[Labels],
    labels: Sequence[str] | None,
    *,
    names: tuple[str, str],
    ids: Sequence[str] | None = None,
    notes: Sequence[str] = (),
) -> PairedScores:
    """Count for each item and label whether it is right, predicted, and gold; the first column is gold.

    Labels that are the same number are one label. Without a label set, two spellings of one label are refused.
    """
    columns, same = _with_numbers_alike(columns, labels)
    if labels is None:
        gold_labels = list(dict.fromkeys(columns[0].labels))
        for column in columns[1:]:
            counts = Counter(column.labels)
            _refuse_other_spellings(column.source, list(counts), gold_labels, counts)
    known = _label_set(columns, labels)
    n = len(columns[0].labels)
    codes = {label: code for code, label in enumerate(known)}
    gold, baseline, experimental = (_coded(column, codes) for column in columns)
    notes = [*notes, *same, *_never_gold(columns), *_identical(columns)]
    most_cells = _MOST_CELLS_OF_FEW if len(known) <= _FEW else _MOST_CELLS
    if n * len(known) > most_cells:
        listed = f"{counted(len(known), 'label')} of {counted(n, 'item')} ({first_few(known, limit=3, width=30)})"
        most = f"more than {most_cells:,} items times labels: each item is right or wrong, and the mean is the accuracy"
        return PairedScores.from_scores(
            baseline == gold,
            experimental == gold,
            ids=ids,
            baseline_name=names[0],
            experimental_name=names[1],
            decimals=0,
            notes=[*notes, f"{listed} are too many for F1, {most}."],
        )
    return PairedScores(
        _triples(gold, baseline, len(known)),
        _triples(gold, experimental, len(known)),
        tuple(f"{what}:{label}" for label in known for what in ("tp", "predicted", "gold")),
        ids=None if ids is None else tuple(ids),
        baseline_name=names[0],
        experimental_name=names[1],
        decimals=0,
        labels=known,
        notes=tuple(notes),
    )


def _with_numbers_alike(columns: Sequence[Labels], known: Sequence[str] | None) -> tuple[Sequence[Labels], list[str]]:
    gold, *systems = (column.labels for column in columns)
    other = _numbers_alike(gold, systems, known or ())
    if not other:
        return columns, []
    replaced = [column._replace(labels=[other.get(label, label) for label in column.labels]) for column in columns]
    pairs = first_few([f"{shown(label)} is {shown(first)}" for label, first in other.items()])
    return replaced, [f"Labels that are numbers are compared as numbers: {pairs}."]


def _identical(columns: Sequence[Labels]) -> list[str]:
    """Return a note if both systems predict the same labels, or if one has every label right."""
    gold, *systems = columns
    notes = [f"{column.source} has the gold label on every item." for column in systems if _same(column, gold)]
    if _same(*systems):
        notes.append(f"{systems[0].source} and {systems[1].source} hold the same label for every item.")
    return notes


def _same(one: Labels, other: Labels) -> bool:
    return list(one.labels) == list(other.labels)


def _coded(column: Labels, codes: dict[str, int]) -> NDArray[np.int64]:
    try:
        return np.fromiter(map(codes.__getitem__, column.labels), dtype=np.int64, count=len(column.labels))
    except KeyError:
        but = f"is not in the label set ({first_few(list(codes))}), which must hold every label that occurs: add it"
        problems = (
            Problem(line, f"{shown(label)} {but}")
            for line, label in zip(column.lines, column.labels, strict=True)
            if label not in codes
        )
        refuse(column.source, list(islice(problems, MOST_PROBLEMS)), column.unit)
        raise


def _label_set(columns: Sequence[Labels], labels: Sequence[str] | None) -> tuple[str, ...]:
    if labels is None:
        return tuple(sorted(set().union(*(column.labels for column in columns))))
    if len(set(labels)) < len(labels) or not labels or not all(labels):
        raise OptionError(f"labels == {list(labels)!r}, must be different names, at least one.")
    return tuple(labels)


def _triples(gold: NDArray[np.int64], predicted: NDArray[np.int64], n_labels: int) -> NDArray[np.float64]:
    """Return shape (n, 3·labels): whether each label is right, predicted, and gold for each item."""
    items = np.arange(len(gold))
    triples = np.zeros((len(gold), n_labels, 3))
    triples[items, predicted, 0] = predicted == gold
    triples[items, predicted, 1] = 1
    triples[items, gold, 2] = 1
    return triples.reshape(len(gold), 3 * n_labels)


def _never_gold(columns: Sequence[Labels]) -> list[str]:
    """Return a note for each system that predicts labels which are never gold: they may be spelt differently."""
    gold = set(columns[0].labels)
    return [
        f"Never gold, but predicted in {column.source}: {first_few(strange)}."
        for column in columns[1:]
        if (strange := [label for label in dict.fromkeys(column.labels) if label not in gold])
    ]


# More labels than this are answers in words, and a system may have none of them right.
_MOST_CLASSES = 100
# A system with fewer labels than this share among the gold ones was not asked for them.
_HARDLY = 0.1


def _numbers_alike(gold: Sequence[str], systems: Sequence[Sequence[str]], known: Sequence[str] = ()) -> dict[str, str]:
    """Return for each label that is written as another number is, the spelling to use: that of gold, or the first.

    Numbers with leading zeros may be codes: they are other numbers where gold has both.
    """
    spelt: dict[str, str] = {}
    other: dict[str, str] = {}
    right = dict.fromkeys([*known, *dict.fromkeys(gold)])
    for label in dict.fromkeys([*right, *(label for system in systems for label in dict.fromkeys(system))]):
        if label[:1].isalpha() or len(label) > 40 or not is_number(label) or "e" in label.casefold():
            continue
        digits = label.lstrip("+-")
        is_code = digits[:1] == "0" and digits[1:2].isdigit()
        if is_code and label in right:
            continue
        first = spelt.setdefault(_value(label), label)
        if first != label and label not in known:
            other[label] = first
    return other


def _value(number: str) -> str:
    """Return the number without zeros that do not change it; a Decimal takes ten times as long."""
    whole, _, decimals = number.lstrip("+-").partition(".")
    digits = f"{whole.lstrip('0')}.{decimals.rstrip('0')}"
    return f"-{digits}" if number[0] == "-" and digits != "." else digits


def _refuse_other_spellings(source: str, labels: Sequence[str], gold: Sequence[str], counts: Mapping[str, int]) -> None:
    """Refuse a system's labels that match gold labels only in another spelling, or almost never."""
    right = set(gold)
    strange = [label for label in labels if label not in right]
    if not strange:
        return
    if len(right) <= _MOST_CLASSES:
        spelt = {folded(label): label for label in gold}
        for label in strange:
            if folded(label) in spelt:
                raise DataError(
                    f"{source}: {shown(label)} is never gold, but {shown(spelt[folded(label)])} is: write labels "
                    "alike; where they are two, name both (labels=, --labels)."
                )
    n_strange = sum(counts[label] for label in strange)
    n = sum(counts.values())
    if n - n_strange < (_HARDLY * n if len(right) <= _MOST_CLASSES else 1):
        never, ever = (first_few([shown(label) for label in sorted(some)], limit=3) for some in (strange, right))
        raise DataError(
            f"{source} holds hardly any of the gold labels: it has {never}, and gold has {ever}. Write labels alike, "
            "or choose the right column; where they are meant, name the label set (labels=, --labels)."
        )


def folded(label: str) -> str:
    """Return the label without case, and without marks around it; a label of marks only as it is; a number as one."""
    if is_number(label) and len(label) < 16:
        return repr(float(label))
    return label.casefold().strip(" \t\"'`.,;:!?()[]{}<>*").replace("_", " ").replace("-", " ") or label
