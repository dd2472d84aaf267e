"""Three files of tagged tokens → entities found, predicted and right in each sentence."""

from core.data.paired import PairedScores
from core.readers.format import Format, Look, Sniff
from core.readers.options import BASELINE, EXPERIMENTAL, GOLD
from core.readers.parsing.delimited import DELIMITERS
from core.readers.parsing.file import File
from core.readers.parsing.table import Table
from core.readers.parsing.tags import paired_entities, tagged
from core.readers.parsing.text import Source, display_names, read_text

__all__ = ["FORMAT", "look_at_tags", "read_entities"]


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
    files = [tagged(read_text(source)) for source in (gold, baseline, experimental)]
    return paired_entities(files[0], (files[0], files[0]), (files[1], files[2]), display_names(baseline, experimental))


_MOST_FIELDS = 20


def _sniff(file: File) -> Sniff:
    return Sniff(0.5 if file.shape == "tags" else 0, "its last column holds BIO tags")


def look_at_tags(file: File) -> Look:
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
    look=look_at_tags,
)
