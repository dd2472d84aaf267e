"""Tags of tokens → the entities that they mean, in the schemes BIO, IOB1, BIOES and BILOU."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.parsing.text import Text

__all__ = ["Tagged", "entities_of", "is_tag", "paired_entities", "tagged"]

# Begin, inside and outside; the end and a single token of BIOES; the last one and a unit of BILOU.
_PREFIXES = ("B-", "I-", "E-", "S-", "L-", "U-")
_GOES_ON, _ENDS = ("I", "E", "L"), ("E", "S", "L", "U")


def is_tag(field: str) -> bool:
    """Return whether the field is the tag of a token."""
    return field == "O" or (field[:2] in _PREFIXES and len(field) > 2)


class Tagged(NamedTuple):
    """The tokens of a file one after the other, with nothing after each sentence, where no entity can go on."""

    label: str
    tokens: list[str]  # the first column; nothing in files of tags only
    tags: list[str]
    lines: list[int]
    begins: list[int]  # where each sentence begins in these lists


def paired_entities(
    first: Tagged, gold: tuple[Tagged, Tagged], found: tuple[Tagged, Tagged], names: tuple[str, str]
) -> PairedScores:
    """Count the entities of two systems sentence by sentence.

    Parameters
    ----------
    first : Tagged
        The file that all others have to be aligned with.
    gold, found : pairs of Tagged
        The right tags and those that were predicted, of the baseline and of the experimental system.
    names : pair of strings
    """
    for file in (*gold, *found):
        if file is not first:
            _check_aligned(first, file)
    files = [first, *found]
    begins = files[0].begins
    # Lines that separate documents in the CoNLL 2003 data are not sentences.
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
    counts = [
        _counts(entities_of(right.tags), entities_of(file.tags), begins)[kept]
        for right, file in zip(gold, found, strict=True)
    ]
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
    """Return the entities of tokens as (first token, token after the last, type); no tag ends a sentence."""
    entities = set()
    begin, kind = 0, ""
    for position, tag in enumerate([*tags, "O"]):
        if not kind and tag == "O":
            continue
        prefix, _, this = tag.partition("-")
        if kind and (prefix not in _GOES_ON or this != kind):
            entities.add((begin, position, kind))
            kind = ""
        if this and not kind:
            begin, kind = position, this
        if kind and prefix in _ENDS:
            entities.add((begin, position + 1, kind))
            kind = ""
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


def tagged(text: Text, column: int = -1) -> Tagged:
    """Return the tokens of a file with the tags in its last column, or another one, counted from the end."""
    file = Tagged(text.label, [], [], [], [])
    problems: list[Problem] = []
    known = {""}
    ended = True
    for number, line in enumerate([*text.lines, ""], text.first_line):
        fields = line.split()
        if (not fields and ended) or (fields and _is_comment(line, fields)):
            continue
        if ended:
            file.begins.append(len(file.tags))
        ended = not fields
        tag = fields[column] if len(fields) >= -column else ""
        if tag not in known:
            if is_tag(tag):
                known.add(tag)
            elif len(problems) < MOST_PROBLEMS:
                problems.append(Problem(number, f"{shown(tag)} is no BIO tag: write O, B-TYPE or I-TYPE last"))
        elif not tag and fields and len(problems) < MOST_PROBLEMS:
            problems.append(Problem(number, f"{shown(line)} has no column of right tags beside the predicted ones"))
        file.tokens.append(fields[0] if len(fields) > -column else "")
        file.tags.append(tag)
        file.lines.append(number)
    refuse(text.label, problems)
    return file


def _is_comment(line: str, fields: Sequence[str]) -> bool:
    """Return whether a line says something of a sentence, as in CoNLL-U; a token may be a number sign too."""
    return line.startswith("# ") and not is_tag(fields[-1])


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
