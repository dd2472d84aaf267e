"""What the CoNLL coreference scorer prints → recall and precision counts of every document.

The scorer prints, for each document and part in random order, its entities, its counts of mentions, and a line
``Recall: (a / b) 50%	Precision: (c / d) 100%	F1: 66.66%``; a block ``TOTALS`` ends each metric.
"""

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import first_few, shown
from core.errors import DataError, OptionError
from core.readers.parsing.numeric import is_number, parse_numbers
from core.readers.parsing.records import is_json
from core.readers.parsing.text import Source, Text, read_text

__all__ = ["CoreferenceCounts", "coreference_metrics", "is_scorer_output", "parse_conll_coreference"]

# Any token in place of a number, such as nan. The possessive quantifier (++) prevents backtracking.
_NUMBER = r"([^\s()/]++)"
_PAIR = rf"\s*+\({_NUMBER}\s*+/\s*+{_NUMBER}\)"
_COUNTS = re.compile(rf"Recall:{_PAIR}.*?Precision:{_PAIR}")
_METRIC = re.compile(r"METRIC (\S+):")
_PART = re.compile(r"\s*+;?\s*+(?:part\s++([0-9]++))?\s*+;?")
_MARKS = ("====>", "====== TOTALS", "version: 8", "METRIC ")
_WITHOUT_COUNTS = {
    "blanc": "blanc has no counts of one document that could be summed (it averages two kinds of links)",
    "none": "it holds totals only, as the scorer prints them for the name 'none'",
}


@dataclass(frozen=True, eq=False)
class CoreferenceCounts:
    """One metric's counts of each document and part, sorted by name.

    ``printed`` holds the four counts of a document as the scorer printed them; those of bcub and ceafe are fractions.
    """

    label: str
    metric: str | None  # None if the file does not say
    documents: tuple[str, ...]
    printed: tuple[tuple[str, ...], ...]

    @property
    def values(self) -> NDArray[np.float64]:
        """Recall numerator and denominator, precision numerator and denominator, shape (documents, 4)."""
        return parse_numbers([text for row in self.printed for text in row])[0].reshape(-1, 4)


@dataclass
class _Section:
    """The lines of one metric."""

    metric: str | None
    first_line: int
    documents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    totals: tuple[str, ...] | None = None
    is_blanc: bool = False

    @property
    def name(self) -> str | None:
        return "blanc" if self.is_blanc else self.metric


def parse_conll_coreference(source: Source, metric: str | None = None) -> CoreferenceCounts:
    """Read the counts of each document and part from the coreference scorer's output.

    Raises
    ------
    DataError
        If the file is not scorer output, is cut off, or its documents do not sum to its TOTALS.
    OptionError
        If a metric has to be chosen, is not there, or has no counts of single documents.
    """
    text = read_text(source)
    section = _chosen(_sections(text), text.label, metric)
    if section.is_blanc or (section.metric or "").startswith("blanc"):
        raise OptionError(f"{text.label}: {_WITHOUT_COUNTS['blanc']}: use muc, bcub, ceafm or ceafe.")
    if section.totals is None:
        raise DataError(f"{text.label} ends without TOTALS: it was cut off; run the scorer again.")
    if not section.documents:
        raise OptionError(f"{text.label}: {_WITHOUT_COUNTS['none']}: run the scorer without a name.")
    documents = sorted(section.documents)
    printed = tuple(section.documents[document] for document in documents)
    counts = CoreferenceCounts(text.label, section.metric, tuple(documents), printed)
    _check_totals(counts, section.totals)
    return counts


def coreference_metrics(source: Source) -> tuple[str, ...]:
    """Return what can be chosen among in the coreference scorer's output: metrics by name, or by number where unnamed.

    Examples
    --------
    >>> from core.readers import Upload
    >>> totals = b"====== TOTALS =======\\nCoreference: Recall: (1 / 2) 50%\\tPrecision: (1 / 1) 100%\\n"
    >>> coreference_metrics(Upload("all", b"METRIC muc:\\n" + totals + b"METRIC bcub:\\n" + totals))
    ('muc', 'bcub')
    """
    return tuple(_named(_sections(read_text(source))))


def is_scorer_output(text: Text) -> bool:
    """Return whether one of the first lines is one that the scorer prints."""
    head = text.content.split("\n", 200)[:200]
    return not is_json(text) and any(line.strip().startswith(_MARKS) for line in head)


def _sections(text: Text) -> list[_Section]:
    sections: list[_Section] = []
    section: _Section | None = None
    document = None
    for number, padded in enumerate(text.lines, 1):
        line = padded.strip()
        if heading := _METRIC.fullmatch(line):
            section = _Section(heading[1], number)
            sections.append(section)
            continue
        opening = _opening(line)
        if section is None or (section.totals and opening):
            # Without a heading, documents after TOTALS belong to the next metric.
            section = _Section(None, number)
            sections.append(section)
        begin = line.find("Recall:")
        if begin >= 0 and (counts := _COUNTS.match(line, begin)):
            before = line[:begin].strip()
            section.is_blanc |= before in ("Coreference links:", "BLANC:")
            if before == "Coreference:":
                section.totals = counts.groups()
            elif not before:
                _add(section, document, counts.groups(), f"{text.label}, line {number}")
                document = None
        elif opening:
            document = _document(opening)
    return sections


def _add(section: _Section, document: str | None, counts: tuple[str, ...], place: str) -> None:
    if document is None:
        raise DataError(f"{place}: counts without a document's name above them: run the scorer again.")
    place += f", document {shown(document)}"
    if document in section.documents:
        raise DataError(f"{place} is scored twice: give each document and part its own name.")
    if not all(map(is_number, counts)):
        raise DataError(f"{place}: {first_few(counts, width=30)} should be four numbers: run the scorer again.")
    section.documents[document] = counts


def _opening(line: str) -> str | None:
    """Return the document that "====> NAME:", "File NAME:" or "NAME:" opens, None elsewhere.

    An entity without mentions ends in a colon too.
    """
    if not line.endswith(":"):
        return None
    name = line[:-1].rstrip()
    for mark in ("====>", "File "):
        if name.startswith(mark):
            name = name[len(mark) :].lstrip()
            break
    is_entity = name.startswith("Entity ") and name[7:].isdigit()
    return None if is_entity else name or None


def _document(name: str) -> str:
    """Return "bc/cctv_0001; part 003" for ``(bc/cctv_0001); part 003``, and names without part as they are."""
    inside, bracket, after = name[1:].rpartition(")")
    match = _PART.fullmatch(after)
    if not (name.startswith("(") and bracket and match):
        return name
    return inside.strip() + (f"; part {match[1].lstrip('0').zfill(3)}" if match[1] else "")


def _chosen(sections: list[_Section], label: str, metric: str | None) -> _Section:
    scored = _named(sections)
    if not scored:
        raise DataError(f"{label} is no output of the CoNLL coreference scorer: it has no lines 'Recall: (a / b) …'.")
    only = next(iter(scored.values()))
    # A file of a single metric does not say which it is.
    if len(scored) == 1 and (metric is None or only.metric is None):
        return only
    listed = ", ".join(
        key if key == section.name else f"{key}: {section.name or 'unnamed'} from line {section.first_line}"
        for key, section in scored.items()
    )
    if metric is None:
        raise OptionError(f"{label} holds {len(scored)} metrics ({listed}): choose one (metric=, --conll-metric).")
    if metric not in scored:
        raise OptionError(f"metric == {metric!r}, but {label} holds {listed}: choose one of them.")
    return scored[metric]


def _named(sections: list[_Section]) -> dict[str, _Section]:
    """Return the metrics by their names, by their positions where the file does not distinguish them."""
    scored = [section for section in sections if section.documents or section.totals or section.is_blanc]
    names = [section.name for section in scored]
    return {
        name if name and names.count(name) == 1 else str(position): section
        for position, (name, section) in enumerate(zip(names, scored, strict=True), 1)
    }


def _check_totals(counts: CoreferenceCounts, printed: tuple[str, ...]) -> None:
    totals, _ = parse_numbers(printed)
    sums = counts.values.sum(axis=0)
    # Perl prints 15 significant digits, of every document as of the totals.
    if not np.allclose(sums, totals, rtol=1e-9, atol=1e-9):
        raise DataError(
            f"{counts.label}: the documents sum to recall {sums[0]:.12g} / {sums[1]:.12g} and precision "
            f"{sums[2]:.12g} / {sums[3]:.12g}, but its TOTALS are {' / '.join(printed[:2])} and "
            f"{' / '.join(printed[2:])}: lines are lost; run the scorer again."
        )
