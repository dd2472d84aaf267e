"""The output of the CoNLL coreference scorer: counts of every document, of one system or matched for two.

The scorer prints, for each document and part in random order, its entities, its counts of mentions, and a line
``Recall: (a / b) 50%	Precision: (c / d) 100%	F1: 66.66%``; a block ``TOTALS`` ends each metric.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import first_few, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.metrics import METRICS
from core.readers.columns.asked import Asked
from core.readers.columns.roles import roles_of
from core.readers.format import BASELINE, EXPERIMENTAL, Format, Look, Option, Sniff
from core.readers.parsing.file import File
from core.readers.parsing.numeric import is_number, parse_numbers
from core.readers.parsing.records import is_json
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, Text, display_names, label_of, read_text
from core.readers.tables.table_scores import pair_of

# Any token in place of a number, such as nan. The possessive quantifier (++) prevents backtracking.
_NUMBER = r"([^\s()/]++)"
_PAIR = rf"\s*+\({_NUMBER}\s*+/\s*+{_NUMBER}\)"
_COUNTS = re.compile(rf"Recall:{_PAIR}.*?Precision:{_PAIR}")
_METRIC = re.compile(r"METRIC (\S+):")
_PART = re.compile(r"\s*+;?\s*+(?:part\s++([0-9]++))?\s*+;?")
_MARKS = ("====>", "====== TOTALS", "version: 8", "METRIC ")


@dataclass(frozen=True, eq=False)
class _CoreferenceCounts:
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

    @property
    def table(self) -> Table:
        """The counts as printed, below the documents' names."""
        columns = tuple(zip(*self.printed, strict=True))
        names = ("document", *DEFAULT_COLUMNS[4])
        return Table(self.label, names, (self.documents, *columns), range(1, len(self.documents) + 1), "document")


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


def parse_conll_coreference(source: Source, metric: str | None = None) -> _CoreferenceCounts:
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
        raise OptionError(
            f"{text.label}: blanc has no counts of one document that could be summed (it averages two kinds of links): "
            "use muc, bcub, ceafm or ceafe."
        )
    if section.totals is None:
        raise DataError(f"{text.label} ends without TOTALS: it was cut off; run the scorer again.")
    if not section.documents:
        raise OptionError(
            f"{text.label}: it holds totals only, as the scorer prints them for the name 'none': run the scorer "
            "without a name."
        )
    documents = sorted(section.documents)
    printed = tuple(section.documents[document] for document in documents)
    counts = _CoreferenceCounts(text.label, section.metric, tuple(documents), printed)
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


def _sections(text: Text) -> list[_Section]:
    sections: list[_Section] = []
    section: _Section | None = None
    document = None
    for number, padded in enumerate(text.lines, 1):
        line = padded.strip()
        # Most lines hold mentions and links, and nothing that is read.
        if section is not None and not line.endswith(":") and "Recall:" not in line:
            continue
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
        raise DataError(
            f"{label} is not an output of the CoNLL coreference scorer: it has no lines 'Recall: (a / b) …'."
        )
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


def _check_totals(counts: _CoreferenceCounts, printed: tuple[str, ...]) -> None:
    totals, _ = parse_numbers(printed)
    sums = counts.values.sum(axis=0)
    # Perl prints 15 significant digits, of every document as of the totals.
    if not np.allclose(sums, totals, rtol=1e-9, atol=1e-9):
        raise DataError(
            f"{counts.label}: the documents sum to recall {sums[0]:.12g} / {sums[1]:.12g} and precision "
            f"{sums[2]:.12g} / {sums[3]:.12g}, but its TOTALS are {' / '.join(printed[:2])} and "
            f"{' / '.join(printed[2:])}: lines are lost; run the scorer again."
        )


def read_conll_coreference(baseline: Source, experimental: Source, *, metric: str | None = None) -> PairedScores:
    """Read the coreference scorer's output for two systems, matched by document name and part.

    Parameters
    ----------
    baseline, experimental : path or Upload
        The output of ``scorer.pl METRIC KEY RESPONSE`` for each system.
    metric : str, optional
        The metric to use if a file holds several (``scorer.pl all``): muc, bcub, ceafm or ceafe; "1", "2" … if
        they have no names, as in manually concatenated outputs. "conll" takes muc, bcub and ceafe, for
        the mean of their F1.

    Raises
    ------
    DataError
        If a file is cut off, its documents do not sum to its TOTALS, the files hold different documents, or they count
        other gold: outputs of two metrics, or scored against two keys.
    OptionError
        If a metric has to be chosen, is not there, or has no counts of single documents.

    Examples
    --------
    >>> from core.readers import Upload
    >>> def scored(name, counts):
    ...     lines = [f"====> (d);:", f"Recall: ({counts}) 50%\\tPrecision: (1 / 1) 100%\\tF1: 66.66%", "--",
    ...              "====== TOTALS =======", f"Coreference: Recall: ({counts}) 50%\\tPrecision: (1 / 1) 100%"]
    ...     return Upload(name, "\\n".join(lines).encode())
    >>> pair = read_conll_coreference(scored("old", "1 / 2"), scored("new", "2 / 2"))
    >>> pair.ids, pair.experimental.tolist()
    (('d',), [[2.0, 2.0, 1.0, 1.0]])
    """
    if metric == _AVERAGE:
        for source in (baseline, experimental):
            found = coreference_metrics(source)
            if not set(_AVERAGED) <= set(found):
                raise OptionError(
                    f"metric == {_AVERAGE!r} is the mean of {', '.join(_AVERAGED)}, but {label_of(source)} holds "
                    f"{', '.join(found)}: give what scorer.pl all printed."
                )
        return _side_by_side([read_conll_coreference(baseline, experimental, metric=name) for name in _AVERAGED])
    counts = [parse_conll_coreference(source, metric) for source in (baseline, experimental)]
    named = {each.metric for each in counts} - {None}
    if len(named) > 1:
        raise DataError(
            f"{counts[0].label} holds {counts[0].metric} and {counts[1].label} {counts[1].metric}: "
            "score both systems with the same metric."
        )
    columns = DEFAULT_COLUMNS[4]
    asked = Asked("document", columns)
    roles = roles_of([each.table for each in counts], display_names(baseline, experimental), asked)
    return pair_of(replace(roles, notes=(*roles.notes, *_notes(counts[0], counts[1]))), asked)


# The CoNLL shared tasks ranked systems by the mean F1 of three metrics.
_AVERAGE, _AVERAGED = "conll", ("muc", "bcub", "ceafe")


def _side_by_side(pairs: Sequence[PairedScores]) -> PairedScores:
    """Return the counts of several metrics as one pair, each document with its own."""
    first = pairs[0]
    moved = []
    for pair in pairs:
        place = {name: i for i, name in enumerate(pair.ids or ())}
        moved.append([place[name] for name in first.ids or ()])
    baseline, experimental = (
        np.hstack([getattr(pair, side)[rows] for pair, rows in zip(pairs, moved, strict=True)])
        for side in ("baseline", "experimental")
    )
    return replace(
        first, baseline=baseline, experimental=experimental, columns=METRICS[_AVERAGE].columns,
        decimals=max(pair.decimals or 0 for pair in pairs),
        notes=tuple(dict.fromkeys(note for pair in pairs for note in pair.notes)),
    )  # fmt: skip


def _notes(baseline: _CoreferenceCounts, experimental: _CoreferenceCounts) -> list[str]:
    notes = [f"Coreference metric: {baseline.metric}."] if baseline.metric else []
    # The gold counts of two metrics may be equal (bcub and ceafm always), so their numerators are compared.
    whole = [bool((each.values % 1 == 0).all()) for each in (baseline, experimental)]
    if whole[0] != whole[1]:
        some, none = (baseline, experimental)[:: 1 if whole[1] else -1]
        notes.append(
            f"{some.label} holds fractions, as bcub and ceafe give, and {none.label} whole counts, as muc and ceafm: "
            "make sure that both are of one metric."
        )
    return notes


def _sniff(file: File) -> Sniff:
    is_printed = not is_json(file.text) and any(line.strip().startswith(_MARKS) for line in file.text.head())
    return Sniff(0.95 if is_printed else 0, "it is what a coreference scorer prints")


def _look(file: File) -> Look:
    return Look(parse_conll_coreference(file.source).table, unit="")


def _metrics(files: Sequence[Source]) -> tuple[str, ...]:
    found = coreference_metrics(files[0])
    return (*found, _AVERAGE) if set(_AVERAGED) <= set(found) else found


FORMAT = Format(
    "conll",
    "Coreference scorer output",
    "What the CoNLL scorer prints for each system, with its lines for every document.",
    "a coreference scorer's outputs",
    "coreference scorer output",
    (BASELINE, EXPERIMENTAL),
    read_conll_coreference,
    _sniff,
    (
        Option(
            "metric",
            "Metric of the scorer",
            "--conll-metric",
            "Which metric of a coreference scorer's output: muc, bcub, ceafm or ceafe; conll for the mean F1 of three; "
            "1 or 2 … where it does not name them [default: the only one].",
            "NAME",
            required=False,
            choices=_metrics,
        ),
    ),
    look=_look,
)
