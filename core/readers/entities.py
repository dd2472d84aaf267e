"""BIO-tagged CoNLL columns → entities found, predicted and right in each sentence."""

from collections.abc import Sequence
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


class Tagged(NamedTuple):
    """The tokens of a file one after the other, with nothing after each sentence, where no entity can go on."""

    label: str
    tokens: list[str]  # the first column; nothing in files of tags only
    tags: list[str]
    lines: list[int]
    begins: list[int]  # where each sentence begins in these lists


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
    files = [_tagged(read_text(source)) for source in (gold, baseline, experimental)]
    for file in files[1:]:
        _check_aligned(files[0], file)
    begins = files[0].begins
    # Lines that separate documents in the CoNLL 2003 data are no sentences.
    separators = [i for file in files for i, token in enumerate(file.tokens) if token == "-DOCSTART-"]
    kept = np.setdiff1d(np.arange(len(begins)), _sentences_of(begins, separators))
    if not len(kept):
        raise DataError(f"{files[0].label} holds no sentence: give one token and its tag on each line.")
    if len(kept) == 1:
        n_tokens = int(_lengths(files[0])[kept[0]])
        raise DataError(
            f"{files[0].label} holds a single sentence, of {counted(n_tokens, 'token')}: no blank line "
            "separates sentences, and sentences are the items that are resampled; put a blank line after each."
        )
    right, *found = (entities_of(file.tags) for file in files)
    counts = [_counts(right, each, begins)[kept] for each in found]
    names = display_names(baseline, experimental)
    return PairedScores.from_scores(
        counts[0],
        counts[1],
        columns=DEFAULT_COLUMNS[4],
        baseline_name=names[0],
        experimental_name=names[1],
        decimals=0,
        notes=[f"The items are {counted(len(kept), 'sentence')}; entities are counted as conlleval does."],
    )


def entities_of(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """Return the entities of tokens as (first token, token after the last, type); no tag ends a sentence.

    Examples
    --------
    >>> sorted(entities_of(["B-PER", "I-PER", "O", "I-LOC", "B-LOC", "I-ORG", "", "I-ORG"]))
    [(0, 2, 'PER'), (3, 4, 'LOC'), (4, 5, 'LOC'), (5, 6, 'ORG'), (7, 8, 'ORG')]
    """
    entities = set()
    begin, kind = 0, ""
    for position, tag in enumerate([*tags, "O"]):
        if not kind and tag == "O":
            continue
        prefix, _, this = tag.partition("-")
        if kind and (prefix != "I" or this != kind):
            entities.add((begin, position, kind))
            kind = ""
        if this and not kind:
            begin, kind = position, this
    return entities


def _counts(
    gold: set[tuple[int, int, str]], found: set[tuple[int, int, str]], begins: Sequence[int]
) -> NDArray[np.float64]:
    """Return for each sentence the right and the gold entities, and the right and the predicted ones."""
    right, wanted, given = (
        np.bincount(_sentences_of(begins, [begin for begin, *_ in entities]), minlength=len(begins))
        for entities in (gold & found, gold, found)
    )
    return np.column_stack([right, wanted, right, given]).astype(np.float64)


def _sentences_of(begins: Sequence[int], positions: Sequence[int]) -> NDArray[np.intp]:
    """Return the number of the sentence that each token is in."""
    return np.searchsorted(begins, np.asarray(positions, dtype=np.intp), side="right") - 1


def _lengths(file: Tagged) -> NDArray[np.int_]:
    """Return how many tokens each sentence has."""
    return np.diff([*file.begins, len(file.tags)]) - 1


def _tagged(text: Text) -> Tagged:
    file = Tagged(text.label, [], [], [], [])
    problems: list[Problem] = []
    known = {""}
    ended = True
    for number, line in enumerate([*text.lines, ""], text.first_line):
        fields = line.split()
        if not fields and ended:
            continue
        if ended:
            file.begins.append(len(file.tags))
        ended = not fields
        tag = fields[-1] if fields else ""
        if tag not in known:
            if _is_tag(tag):
                known.add(tag)
            elif len(problems) < MOST_PROBLEMS:
                problems.append(Problem(number, f"{shown(tag)} is no BIO tag: write O, B-TYPE or I-TYPE last"))
        file.tokens.append(fields[0] if len(fields) > 1 else "")
        file.tags.append(tag)
        file.lines.append(number)
    refuse(text.label, problems)
    return file


def _is_tag(tag: str) -> bool:
    return tag == "O" or (tag[:2] in ("B-", "I-") and len(tag) > 2)


def _check_aligned(gold: Tagged, other: Tagged) -> None:
    lengths, others = _lengths(gold), _lengths(other)
    n_shared = min(len(lengths), len(others))
    longer = next(iter(np.flatnonzero(lengths[:n_shared] != others[:n_shared])), n_shared)
    # Up to there the files' tokens stand at the same places.
    n_parallel = int((lengths[:longer] + 1).sum())
    pairs = zip(gold.tokens[:n_parallel], other.tokens, strict=False)
    at = next((i for i, (one, two) in enumerate(pairs) if one != two and one and two), None)
    if at is not None:
        raise DataError(
            f"Sentence {_sentences_of(gold.begins, [at])[0] + 1:,}: {shown(gold.tokens[at])} in {gold.label} (line "
            f"{gold.lines[at]}) is {shown(other.tokens[at])} in {other.label} (line {other.lines[at]}): all files need "
            "the same tokens."
        )
    if longer < n_shared:
        line, other_line = (file.lines[file.begins[longer]] for file in (gold, other))
        raise DataError(
            f"Sentence {longer + 1:,} has {counted(int(lengths[longer]), 'token')} in {gold.label} (line {line}) and "
            f"{others[longer]:,} in {other.label} (line {other_line}): all files need the same sentences."
        )
    if len(lengths) != len(others):
        raise DataError(
            f"{gold.label} has {counted(len(lengths), 'sentence')} and {other.label} has {len(others):,}: "
            "all files need the same sentences, with a blank line after each."
        )


_MOST_FIELDS = 20


def _sniff(file: File) -> Sniff:
    return Sniff(0.5 if file.shape == "tags" else 0, "its last column holds BIO tags")


def _look(file: File) -> Look:
    content = file.text.lines
    # A tag comes last; what stands before it is of the first line's width.
    width = min(len(next(line for line in content if line and not line.isspace()).split()), _MOST_FIELDS)
    columns: tuple[list[str], ...] = tuple([] for _ in range(width))
    lines = []
    for number, line in enumerate(content, 1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != width:
            fields = [""] * (width - len(fields)) + fields[:-1][: width - 1] + fields[-1:]
        for column, cell in zip(columns, fields, strict=True):
            column.append(cell)
        lines.append(number)
    names = (*(f"column {i}" for i in range(1, width)), "tag")
    return Look(Table(file.text.label, names, columns, lines), delimiter=DELIMITERS[None] if width > 1 else None)


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
