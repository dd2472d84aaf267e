"""Output for conlleval: each system's file holds the right tags beside its own, in the last two columns."""

from core.common.phrases import shown
from core.data.paired import PairedScores
from core.errors import DataError
from core.readers.format import Format, Sniff
from core.readers.labels.entities import look_at_tags
from core.readers.options import BASELINE, EXPERIMENTAL
from core.readers.parsing.file import File
from core.readers.parsing.tags import entities_of, is_tag, paired_entities, tagged
from core.readers.parsing.text import Source, display_names, read_text

__all__ = ["FORMAT", "read_conlleval"]


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
    gold = tagged(texts[0], -2), tagged(texts[1], -2)
    found = tagged(texts[0]), tagged(texts[1])
    pair = paired_entities(gold[0], gold, found, display_names(baseline, experimental))
    right, other = (entities_of(file.tags) for file in gold)
    if right != other:
        begin, end, kind = min(right ^ other)
        line = gold[0].lines[begin]
        raise DataError(
            f"{gold[0].label} and {gold[1].label} differ in the right tags: only one has the {kind} "
            f"{shown(' '.join(gold[0].tokens[begin:end]))} of line {line}. Both need the same column of right tags."
        )
    return pair


def _sniff(file: File) -> Sniff:
    why = "its last two columns hold tags of the same types"
    if file.shape != "tags":
        return Sniff(0, why)
    rows = [fields for line in file.text.content.split("\n", 2_000)[:2_000] if len(fields := line.split()) > 1]
    gold, found = ([fields[column] for fields in rows] for column in (-2, -1))
    # Chunks beside names have tags of other types.
    types = [{tag[2:] for tag in tags if tag != "O"} for tags in (gold, found)]
    return Sniff(0.6 if rows and all(map(is_tag, gold)) and types[0] & types[1] else 0, why)


FORMAT = Format(
    "conlleval",
    "Entities beside the right ones",
    "Two CoNLL files, as conlleval reads them: a token, its right tag and the predicted one a line.",
    "files of right and predicted tags",
    "right and predicted tags",
    (BASELINE, EXPERIMENTAL),
    read_conlleval,
    _sniff,
    look=look_at_tags,
)
