"""Gold labels and systems' labels → true positives, predictions and gold items of each label."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.item_statistics import DEFAULT_COLUMNS, as_names
from core.data.paired import PairedScores
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers.parsing.numeric import is_number
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse

# For two systems six numbers of 8 bytes per label and item: 50 MB, or 200 MB with few labels.
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


class LabelCounts(NamedTuple):
    """Statistics of each system's labels: counts for each label, or whether each item is right."""

    systems: list[NDArray[Any]]  # (n, k) counts each
    columns: tuple[str, ...]  # the names of the k counts
    labels: tuple[str, ...] | None
    notes: tuple[str, ...]
    ids: Sequence[str] | None = None
    clusters: Sequence[str] | None = None
    left_out: int = 0

    def pair(self, baseline: str, experimental: str) -> PairedScores:
        """Return the counts of two systems, which get these names."""
        one, other = self.systems
        return PairedScores(
            one, other, self.columns, as_names("ids", self.ids), baseline, experimental,
            decimals=0, labels=self.labels, notes=self.notes, clusters=as_names("clusters", self.clusters),
            provenance=Provenance(self.left_out),
        )  # fmt: skip

    def scores(self, names: Sequence[str]) -> Scores:
        """Return the counts of systems of these names."""
        systems = dict(zip(names, self.systems, strict=True))
        scores = Scores.from_systems(
            systems, columns=self.columns, ids=self.ids, clusters=self.clusters, decimals=0, notes=self.notes
        )
        return replace(scores, labels=self.labels, provenance=Provenance(self.left_out))


def count_labels(columns: Sequence[Labels], labels: Sequence[str] | None, notes: Sequence[str] = ()) -> LabelCounts:
    """Count for each system, item and label whether it is right, predicted, and gold; the first column is gold.

    Labels that are the same number are one label. Without a label set, two spellings of one label are refused.
    """
    given = () if labels is None else _distinct_labels(labels)
    known, codes = _coded(columns, given)
    if alike := _numbers_alike(known, codes[0], len(given)):
        spelt = np.arange(len(known))
        spelt[list(alike)] = list(alike.values())
        codes = spelt[codes]
        pairs = first_few([f"{shown(known[code])} is {shown(known[first])}" for code, first in alike.items()])
        notes = [*notes, f"Labels that are numbers are compared as numbers: {pairs}."]
    counts = np.array([np.bincount(column, minlength=len(known)) for column in codes])
    for i, column in enumerate(columns):
        if given:
            _refuse_unknown(column, given, codes[i])
        elif i:
            _refuse_other_spellings(column.source, known, counts[i], counts[0])
    notes = [*notes, *_never_gold(columns, known, counts), *_identical(columns, codes)]
    if n_strange := int(((counts[0] == 0) & counts.any(axis=0)).sum()):
        notes.append(
            f"Macro-F1 is the mean over all labels that occur, also the {n_strange:,} that "
            f"{'is' if n_strange == 1 else 'are'} never gold: each of them lowers it, for all systems alike."
        )
    labels = given or tuple(known[code] for code in np.flatnonzero(counts.any(axis=0)).tolist())
    n, n_systems = len(columns[0].labels), len(columns) - 1
    most_cells = 2 * (_MOST_CELLS_OF_FEW if len(labels) <= _FEW else _MOST_CELLS) // n_systems
    if n * len(labels) > most_cells:
        listed = f"{counted(len(labels), 'label')} of {counted(n, 'item')} ({first_few(labels, limit=3, width=30)})"
        most = f"more than {most_cells:,} items times labels: each item is right or wrong, and the mean is the accuracy"
        notes = [*notes, f"{listed} are too many for F1, {most}."]
        right = [np.column_stack([predicted == codes[0], np.ones(n)]) for predicted in codes[1:]]
        return LabelCounts(right, DEFAULT_COLUMNS[1], None, tuple(notes))
    labels = given or tuple(sorted(labels))
    place = {label: i for i, label in enumerate(labels)}
    gold, *systems = np.array([place.get(label, -1) for label in known])[codes]
    names = tuple(f"{what}:{label}" for label in labels for what in ("tp", "predicted", "gold"))
    return LabelCounts([_triples(gold, each, len(labels)) for each in systems], names, labels, tuple(notes))


def _coded(columns: Sequence[Labels], given: Sequence[str]) -> tuple[list[str], NDArray[np.int64]]:
    """Return the labels that are given or occur, and the position of each column's labels among them: (3, n)."""
    codes = {label: code for code, label in enumerate(given)}
    coded = np.empty((len(columns), len(columns[0].labels)), dtype=np.int64)
    for column, positions in zip(columns, coded, strict=True):
        positions[:] = np.fromiter((codes.setdefault(label, len(codes)) for label in column.labels), dtype=np.int64)
    return list(codes), coded


def _identical(columns: Sequence[Labels], codes: NDArray[np.int64]) -> list[str]:
    """Return a note on each two systems that predict the same labels, and on each that has every label right."""
    gold, *systems = codes
    notes = [
        f"{column.source} has the gold label on every item."
        for column, predicted in zip(columns[1:], systems, strict=True)
        if (predicted == gold).all()
    ]
    for (first, one), (second, other) in combinations(zip(columns[1:], systems, strict=True), 2):
        if (one == other).all():
            notes.append(f"{first.source} and {second.source} hold the same label for every item.")
    return notes


def _refuse_unknown(column: Labels, labels: Sequence[str], codes: NDArray[np.int64]) -> None:
    but = f"is not in the label set ({first_few(labels)}), which must hold every label that occurs: add it"
    unknown = np.flatnonzero(codes >= len(labels))[:MOST_PROBLEMS]
    problems = [Problem(column.lines[i], f"{shown(column.labels[i])} {but}") for i in unknown]
    refuse(column.source, problems, column.unit)


def _distinct_labels(labels: Sequence[str]) -> tuple[str, ...]:
    if len(set(labels)) < len(labels) or not labels or not all(labels):
        raise OptionError(f"labels == {list(labels)!r}, must be different names, at least one.")
    return tuple(labels)


def _triples(gold: NDArray[np.int64], predicted: NDArray[np.int64], n_labels: int) -> NDArray[np.int8]:
    """Return shape (n, 3·labels): whether each label is right, predicted, and gold for each item."""
    items = np.arange(len(gold))
    triples = np.zeros((len(gold), n_labels, 3), dtype=np.int8)
    triples[items, predicted, 0] = predicted == gold
    triples[items, predicted, 1] = 1
    triples[items, gold, 2] = 1
    return triples.reshape(len(gold), 3 * n_labels)


def _never_gold(columns: Sequence[Labels], known: Sequence[str], counts: NDArray[np.int64]) -> list[str]:
    """Return a note for each system that predicts labels which are never gold: they may be spelt differently."""
    return [
        f"Never gold, but predicted in {column.source}: {first_few([known[code] for code in strange.tolist()])}."
        for column, predicted in zip(columns[1:], counts[1:], strict=True)
        if len(strange := np.flatnonzero((predicted > 0) & (counts[0] == 0)))
    ]


# More labels than this are answers in words, and a system may have none of them right.
_MOST_CLASSES = 100
# A system with a smaller share of its labels among the gold ones was not asked for these labels.
_HARDLY = 0.1


def _numbers_alike(labels: Sequence[str], gold: NDArray[np.int64], n_given: int) -> dict[int, int]:
    """Return for each label that is written as another number is, the one to use: that of gold, or the first.

    Numbers with leading zeros may be codes: they are other numbers where gold has both.
    """
    first_of: dict[Decimal, int] = {}
    other: dict[int, int] = {}
    in_gold = set(gold.tolist())
    for code, label in enumerate(labels):
        if label[:1].isalpha() or len(label) > 40 or not is_number(label) or "e" in label.casefold():
            continue
        digits = label.lstrip("+-")
        is_code = digits[:1] == "0" and digits[1:2].isdigit()
        if is_code and (code in in_gold or code < n_given):
            continue
        first = first_of.setdefault(Decimal(label), code)
        if first != code and code >= n_given:
            other[code] = first
    return other


def _refuse_other_spellings(
    source: str, labels: Sequence[str], predicted: NDArray[np.int64], gold: NDArray[np.int64]
) -> None:
    """Refuse a system's labels that match gold labels only in another spelling, or almost never.

    ``predicted`` and ``gold`` count each label.
    """
    never_gold = (predicted > 0) & (gold == 0)
    if not never_gold.any():
        return
    strange, right = ([labels[code] for code in np.flatnonzero(some).tolist()] for some in (never_gold, gold > 0))
    if len(right) <= _MOST_CLASSES:
        spelt = {folded(label): label for label in right}
        for label in strange:
            if folded(label) in spelt:
                raise DataError(
                    f"{source}: {shown(label)} is never gold, but {shown(spelt[folded(label)])} is: write labels "
                    "alike; where they are two, name both (labels=, --labels)."
                )
    n = predicted.sum()
    if predicted[gold > 0].sum() < (_HARDLY * n if len(right) <= _MOST_CLASSES else 1):
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
