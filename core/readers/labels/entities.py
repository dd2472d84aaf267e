"""Tagged tokens → entities found, predicted and right in each sentence, in the schemes BIO, IOB1, BIOES and BILOU.

The gold tags are in a third file, or beside the predicted ones in each system's file.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError
from core.readers.format import BASELINE, EXPERIMENTAL, GOLD, Format, Look, Sniff
from core.readers.parsing.delimited import DELIMITERS
from core.readers.parsing.file import File
from core.readers.parsing.kinds import is_tag
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, Text, display_names, read_text

# What goes on with an entity, and what ends it.
_GOES_ON, _ENDS = ("I", "E", "L"), ("E", "S", "L", "U")
# Lines that separate documents in the CoNLL 2003 data; they are not sentences.
_DOCUMENT = "-DOCSTART-"
# Columns that are shown.
_MOST_FIELDS = 20


def read_entities(gold: Source, baseline: Source, experimental: Source) -> PairedScores:
    """Read three files of tokens and BIO tags, and count entities sentence by sentence.

    A line holds a token and its tag in the last column, or the tag alone; a blank line ends a sentence. Tags are those
    of BIO (``O``, ``B-TYPE``, ``I-TYPE``), BIOES or BILOU. An entity is right if its first token, last token and
    type are right. As in conlleval, an ``I-TYPE`` that does not continue an entity of the same type begins one.

    Parameters
    ----------
    gold, baseline, experimental : path or Upload
        The right tags, and those that each system predicted, for the same sentences in the same order.

    Returns
    -------
    PairedScores
        Per sentence, the counts (right, gold, right, predicted) of entities, for ``metric="f1"``.

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
    wanted, *found = (_tagged(read_text(source)) for source in (gold, baseline, experimental))
    return _paired_entities(wanted, [entities_of(wanted.tags)] * 2, found, display_names(baseline, experimental))


def read_conlleval(baseline: Source, experimental: Source) -> PairedScores:
    """Read two files of tokens with the right tag and the predicted one last, and count entities by sentence.

    They are what ``conlleval`` reads: ``token … gold predicted`` on each line, a blank line after each sentence. Both
    files must have the same entities in the column of right tags.

    Parameters
    ----------
    baseline, experimental : path or Upload
        Of the same sentences in the same order.

    Returns
    -------
    PairedScores
        As for `read_entities`.

    Raises
    ------
    DataError
        If the files differ in sentences, tokens or right entities, or a tag is none.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old = Upload("old", b"Ada B-PER O\\n\\nLondon B-LOC B-LOC\\n")
    >>> new = Upload("new", b"Ada B-PER B-PER\\n\\nLondon B-LOC B-LOC\\n")
    >>> read_conlleval(old, new).baseline.tolist()
    [[0.0, 1.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]]
    """
    texts = [read_text(source) for source in (baseline, experimental)]
    gold = _tagged(texts[0], -2), _tagged(texts[1], -2)
    found = _tagged(texts[0]), _tagged(texts[1])
    _check_aligned(*gold)
    right = [entities_of(file.tags) for file in gold]
    pair = _paired_entities(gold[0], right, found, display_names(baseline, experimental))
    one, other = (set(zip(*entities, strict=True)) for entities in right)
    if one != other:
        begin, end, kind = min(one ^ other)
        line = gold[0].lines[begin]
        raise DataError(
            f"{gold[0].label} and {gold[1].label} differ in the right tags: only one has the {kind} "
            f"{shown(' '.join(gold[0].tokens[begin:end]))} of line {line}. Both need the same column of right tags."
        )
    return pair


class _Tagged(NamedTuple):
    """The tokens of a file one after the other, with an empty tag after each sentence, which ends an entity."""

    label: str
    tokens: list[str]  # the first column; nothing in files of tags only
    tags: list[str]
    lines: list[int]
    begins: list[int]  # where each sentence begins in these lists


class Entities(NamedTuple):
    """Entities in their order: the first token of each, the token after its last, and its type, in three arrays."""

    begin: NDArray[np.intp]
    end: NDArray[np.intp]
    kind: NDArray[np.object_]


def _paired_entities(
    first: _Tagged, right: Sequence[Entities], found: Sequence[_Tagged], names: Sequence[str]
) -> PairedScores:
    """Count the entities of two systems sentence by sentence; their files have to be aligned with the first."""
    for file in found:
        _check_aligned(first, file)
    files = [first, *found]
    begins = files[0].begins
    marked = [file.tokens for file in files if _DOCUMENT in file.tokens]
    separators = [i for tokens in marked for i, token in enumerate(tokens) if token == _DOCUMENT]
    kept = np.setdiff1d(np.arange(len(begins)), _sentences_of(begins, separators))
    if not len(kept):
        raise DataError(f"{files[0].label} holds no sentence: give one token and its tag on each line.")
    if len(kept) == 1:
        n_tokens = int(_lengths(files[0])[kept[0]])
        raise DataError(
            f"{files[0].label} holds a single sentence, of {counted(n_tokens, 'token')}: no blank line "
            "separates sentences, and sentences are the items that are resampled; put a blank line after each."
        )
    counts = [_counts(wanted, entities_of(file.tags), begins)[kept] for wanted, file in zip(right, found, strict=True)]
    return PairedScores.from_scores(
        counts[0],
        counts[1],
        columns=DEFAULT_COLUMNS[4],
        baseline_name=names[0],
        experimental_name=names[1],
        decimals=0,
        notes=[f"The items are {counted(len(kept), 'sentence')}; entities are counted as conlleval does."],
    )


def entities_of(tags: Sequence[str]) -> Entities:
    """Return the entities of tokens; no tag ends a sentence."""
    place = {tag: i for i, tag in enumerate({"O", *tags})}
    parts = [tag.partition("-") for tag in place]
    # Arrays instead of a loop: a file may hold a million tokens.
    kinds = np.array([kind for *_, kind in parts], dtype=object)
    _, types = np.unique(kinds.astype(str), return_inverse=True)
    goes_on, ends = (np.array([prefix in those for prefix, *_ in parts]) for those in (_GOES_ON, _ENDS))
    token = np.fromiter(map(place.__getitem__, tags), np.intp, len(tags))
    inside = (kinds != "")[token]
    before, after = token[:-1], token[1:]
    same = (types[before] == types[after]) & inside[1:]
    # Whether each token, and one more after the last, continues the entity of the token before it.
    continues = np.concatenate([[False], same & goes_on[after] & ~ends[before], [False]])
    begin = np.flatnonzero(inside & ~continues[:-1])
    return Entities(begin, np.flatnonzero(inside & ~continues[1:]) + 1, kinds[token[begin]])


def _counts(gold: Entities, found: Entities, begins: Sequence[int]) -> NDArray[np.float64]:
    """Return for each sentence the right and the gold entities, and the right and the predicted ones."""
    begin, one, other = np.intersect1d(gold.begin, found.begin, assume_unique=True, return_indices=True)
    in_both = begin[(gold.end[one] == found.end[other]) & (gold.kind[one] == found.kind[other])]
    right, wanted, given = (
        np.bincount(_sentences_of(begins, positions), minlength=len(begins))
        for positions in (in_both, gold.begin, found.begin)
    )
    return np.column_stack([right, wanted, right, given]).astype(np.float64)


def _sentences_of(begins: Sequence[int], positions: Sequence[int] | NDArray[np.intp]) -> NDArray[np.intp]:
    return np.searchsorted(begins, np.asarray(positions, dtype=np.intp), side="right") - 1


def _lengths(file: _Tagged) -> NDArray[np.int_]:
    return np.diff([*file.begins, len(file.tags)]) - 1


def _tagged(text: Text, column: int = -1) -> _Tagged:
    """Return the tokens of a file with the tags in its last column, or another one, counted from the end."""
    tokens: list[str] = []
    tags: list[str] = []
    lines: list[int] = []
    begins: list[int] = []
    problems: list[Problem] = []
    known = {""}
    ended = True
    for number, line in enumerate([*text.lines, ""], text.first_line):
        fields = line.split()
        if not fields and ended:
            continue
        # A comment on a sentence, as in CoNLL-U; a token may be "#" too, with its tag behind it.
        if line[:2] == "# " and not is_tag(fields[-1]):
            continue
        if ended:
            begins.append(len(tags))
        ended = not fields
        tag = fields[column] if len(fields) >= -column else ""
        if tag not in known:
            if is_tag(tag):
                known.add(tag)
            elif len(problems) < MOST_PROBLEMS:
                problems.append(Problem(number, f"{shown(tag)} is no BIO tag: write O, B-TYPE or I-TYPE last"))
        elif not tag and fields and len(problems) < MOST_PROBLEMS:
            problems.append(Problem(number, f"{shown(line)} has no column of right tags beside the predicted ones"))
        tokens.append(fields[0] if len(fields) > -column else "")
        tags.append(tag)
        lines.append(number)
    refuse(text.label, problems)
    return _Tagged(text.label, tokens, tags, lines, begins)


def _check_aligned(gold: _Tagged, other: _Tagged) -> None:
    lengths, others = _lengths(gold), _lengths(other)
    n_shared = min(len(lengths), len(others))
    longer = next(iter(np.flatnonzero(lengths[:n_shared] != others[:n_shared])), n_shared)
    # The files are aligned up to this token.
    n_parallel = int((lengths[:longer] + 1).sum())
    mine, theirs = gold.tokens[:n_parallel], other.tokens[:n_parallel]
    # Equal lists are compared without a loop in Python.
    pairs = () if mine == theirs else zip(mine, theirs, strict=False)
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


def _sniff_entities(file: File) -> Sniff:
    return Sniff(0.5 if file.shape == "tags" else 0, "its last column holds BIO tags")


def _look(file: File) -> Look:
    """Show the columns of tagged tokens, the tag last."""
    content = file.text.lines
    # The tag comes last; the other columns are counted on the first line.
    width = min(len(next(line for line in content if line and not line.isspace()).split()), _MOST_FIELDS)
    columns: tuple[list[str], ...] = tuple([] for _ in range(width))
    lines = []
    for number, line in enumerate(content, 1):
        fields = line.split()
        if not fields:
            continue
        fields = [""] * (width - len(fields)) + fields[:-1][: width - 1] + fields[-1:]
        for column, cell in zip(columns, fields, strict=True):
            column.append(cell)
        lines.append(number)
    names = (*(f"column {i}" for i in range(1, width)), "tag")
    return Look(Table(file.text.label, names, columns, lines), delimiter=DELIMITERS[None] if width > 1 else None)


def _sniff_conlleval(file: File) -> Sniff:
    why = "its last two columns hold tags of the same types"
    if file.shape != "tags":
        return Sniff(0, why)
    rows = [fields for line in file.text.head(2_000) if len(fields := line.split()) > 1]
    gold, found = ([fields[column] for fields in rows] for column in (-2, -1))
    # Chunks beside names have tags of other types.
    types = [{tag[2:] for tag in tags if tag != "O"} for tags in (gold, found)]
    return Sniff(0.6 if rows and all(map(is_tag, gold)) and types[0] & types[1] else 0, why)


ENTITIES = Format(
    "entities",
    "Entities in BIO columns",
    "Three CoNLL files: a token and its tag a line, a blank line after each sentence.",
    "files of tags",
    "tagged tokens",
    (GOLD, BASELINE, EXPERIMENTAL),
    read_entities,
    _sniff_entities,
    look=_look,
)

CONLLEVAL = Format(
    "conlleval",
    "Entities beside the right ones",
    "Two CoNLL files, as conlleval reads them: a token, its right tag and the predicted one a line.",
    "files of right and predicted tags",
    "right and predicted tags",
    (BASELINE, EXPERIMENTAL),
    read_conlleval,
    _sniff_conlleval,
    look=_look,
)
