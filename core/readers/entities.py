"""BIO-tagged CoNLL columns → entities found, predicted and right in each sentence."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import DataError
from core.item_statistics import DEFAULT_COLUMNS
from core.paired import PairedScores
from core.phrases import counted, shown
from core.readers.delimited import DELIMITERS
from core.readers.file import File
from core.readers.format import Format, Look, Sniff
from core.readers.options import BASELINE, EXPERIMENTAL, GOLD
from core.readers.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.table import Table
from core.readers.text import Source, Text, display_names, read_text

__all__ = ["FORMAT", "entities_of", "read_entities"]


class Sentence(NamedTuple):
    """The tokens and tags of a sentence, and the line that it begins on."""

    line: int
    tokens: list[str]  # the first column; nothing in files of tags only
    tags: list[str]


def read_entities(gold: Source, baseline: Source, experimental: Source) -> PairedScores:
    """Read three files of tokens and BIO tags, and count entities sentence by sentence.

    A line holds a token and its tag (``O``, ``B-TYPE``, ``I-TYPE``) in the last column, or the tag alone; a blank
    line ends a sentence. An entity is right where its first and last token and its type are. As conlleval has it,
    ``I-TYPE`` that does not continue an entity of the same type begins one.

    Parameters
    ----------
    gold, baseline, experimental : path or Upload
        The right tags, and those that each system predicted, for the same sentences in the same order.

    Returns
    -------
    PairedScores
        Of each sentence the right and the gold entities, the right and the predicted ones, for ``metric="f1"``.

    Raises
    ------
    DataError
        If the files differ in the number of sentences, or a sentence in its length or tokens, a tag is not BIO, or
        there is one sentence only, because no blank lines separate them.

    Examples
    --------
    >>> from core.readers import Upload
    >>> gold, old, new = (Upload(name, text) for name, text in [
    ...     ("gold", b"Ada B-PER\\nLovelace I-PER\\n\\nso O\\n"), ("old", b"Ada B-PER\\nLovelace O\\n\\nso O\\n"),
    ...     ("new", b"Ada B-PER\\nLovelace I-PER\\n\\nso O\\n")])
    >>> pair = read_entities(gold, old, new)
    >>> pair.baseline.tolist(), pair.experimental.tolist()
    ([[0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0]], [[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]])
    """
    texts = [read_text(source) for source in (gold, baseline, experimental)]
    files = [_sentences(text) for text in texts]
    for text, sentences in zip(texts[1:], files[1:], strict=True):
        _check_aligned(texts[0].label, files[0], text.label, sentences)
    # Lines that separate documents in the CoNLL 2003 data are no sentences.
    kept = [row for row in zip(*files, strict=True) if all("-DOCSTART-" not in each.tokens for each in row)]
    if not kept:
        raise DataError(f"{texts[0].label} holds no sentence: give one token and its tag on each line.")
    if len(kept) == 1:
        raise DataError(
            f"{texts[0].label} holds a single sentence, of {counted(len(kept[0][0].tags), 'token')}: no blank line "
            "separates sentences, and sentences are the items that are resampled; put a blank line after each."
        )
    right, *found = ([entities_of(sentence.tags) for sentence in sentences] for sentences in zip(*kept, strict=True))
    counts = [_counts(right, each) for each in found]
    names = display_names(baseline, experimental)
    return PairedScores.from_scores(
        counts[0],
        counts[1],
        columns=DEFAULT_COLUMNS[4],
        baseline_name=names[0],
        experimental_name=names[1],
        decimals=0,
        notes=[f"The items are {counted(len(right), 'sentence')}; entities are counted as conlleval does."],
    )


def entities_of(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """Return the entities of a sentence as (first token, token after the last, type).

    Examples
    --------
    >>> sorted(entities_of(["B-PER", "I-PER", "O", "I-LOC", "B-LOC", "I-ORG"]))
    [(0, 2, 'PER'), (3, 4, 'LOC'), (4, 5, 'LOC'), (5, 6, 'ORG')]
    """
    entities = set()
    begin, kind = 0, ""
    for position, tag in enumerate([*tags, "O"]):
        prefix, _, this = tag.partition("-")
        if kind and (prefix != "I" or this != kind):
            entities.add((begin, position, kind))
            kind = ""
        if prefix != "O" and not kind:
            begin, kind = position, this
    return entities


def _counts(
    gold: Sequence[set[tuple[int, int, str]]], found: Sequence[set[tuple[int, int, str]]]
) -> NDArray[np.float64]:
    rows = []
    for wanted, given in zip(gold, found, strict=True):
        right = len(wanted & given)
        rows.append((right, len(wanted), right, len(given)))
    return np.array(rows, dtype=np.float64)


def _sentences(text: Text) -> list[Sentence]:
    sentences: list[Sentence] = []
    problems: list[Problem] = []
    for first, rows in _blocks(text):
        for line, row in enumerate(rows, first):
            if not _is_tag(row[-1]) and len(problems) < MOST_PROBLEMS:
                problems.append(Problem(line, f"{shown(row[-1])} is no BIO tag: write O, B-TYPE or I-TYPE last"))
        tokens = [row[0] for row in rows if len(row) > 1]
        sentences.append(Sentence(first, tokens, [row[-1] for row in rows]))
    refuse(text.label, problems)
    return sentences


def _blocks(text: Text) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield each run of lines that are not blank, with the number of the first, split into columns."""
    rows: list[list[str]] = []
    for number, line in enumerate([*text.lines, ""], 1):
        if row := line.split():
            rows.append(row)
        elif rows:
            yield number - len(rows), rows
            rows = []


def _is_tag(tag: str) -> bool:
    return tag == "O" or (tag[:2] in ("B-", "I-") and len(tag) > 2)


def _check_aligned(label: str, gold: Sequence[Sentence], other_label: str, other: Sequence[Sentence]) -> None:
    for number, (wanted, given) in enumerate(zip(gold, other, strict=False), 1):
        if len(wanted.tags) != len(given.tags):
            raise DataError(
                f"Sentence {number:,} has {counted(len(wanted.tags), 'token')} in {label} (line {wanted.line}) and "
                f"{len(given.tags):,} in {other_label} (line {given.line}): all files need the same sentences."
            )
        pairs = enumerate(zip(wanted.tokens, given.tokens, strict=False))
        at = next((position for position, (one, two) in pairs if one != two), None)
        if at is not None:
            raise DataError(
                f"Sentence {number:,}: {shown(wanted.tokens[at])} in {label} (line {wanted.line + at}) is "
                f"{shown(given.tokens[at])} in {other_label} (line {given.line + at}): all files need the same tokens."
            )
    if len(gold) != len(other):
        raise DataError(
            f"{label} has {counted(len(gold), 'sentence')} and {other_label} has {len(other):,}: "
            "all files need the same sentences, with a blank line after each."
        )


_MOST_FIELDS = 20


def _sniff(file: File) -> Sniff:
    return Sniff(0.5 if file.shape == "tags" else 0, "its last column holds BIO tags")


def _look(file: File) -> Look:
    filled = [(number, line.split()) for number, line in enumerate(file.text.lines, 1) if line and not line.isspace()]
    # A tag comes last; what stands before it is of the first line's width.
    before = min(len(filled[0][1]), _MOST_FIELDS) - 1
    names = (*(f"column {i + 1}" for i in range(before)), "tag")
    columns: tuple[list[str], ...] = tuple([] for _ in names)
    for _, fields in filled:
        padded = [""] * (before + 1 - len(fields)) + fields[:-1][:before] + fields[-1:]
        for column, cell in zip(columns, padded, strict=True):
            column.append(cell)
    table = Table(file.text.label, names, columns, [number for number, _ in filled])
    return Look(table, delimiter=DELIMITERS[None] if before else None)


FORMAT = Format(
    "entities",
    "Entities in BIO columns",
    "Three CoNLL files: a token and its tag a line, a blank line after each sentence.",
    "files of tags",
    "tagged tokens",
    (GOLD, BASELINE, EXPERIMENTAL),
    read_entities,
    _sniff,
    look=_look,
)
