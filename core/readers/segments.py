"""Translations of the same segments, one per line, beside references → the statistics of BLEU, chrF, chrF++ and TER."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.metrics import METRICS
from core.readers.format import BASELINE, EXPERIMENTAL, Format, Look, Slot, Sniff
from core.readers.parsing.file import File
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, every_line, file_names, is_prose, several

Floats = NDArray[Any]
References = Source | Sequence[Source]

# sacreBLEU's own sign of text that is tokenised already, and from how many lines on it says so.
_TOKENISED, _MOST_TOKENISED = " .", 100
# Words and characters of a long paragraph.
_MOST_WORDS, _MOST_CHARACTERS = 2_000, 15_000
# The time of a segment grows with its characters plus ten. chrF takes about ten seconds for the first limit of
# characters in all files together, and BLEU three seconds for the second.
_OF_A_SEGMENT, _MOST_UNASKED, _MOST_BLEU_UNASKED = 10, 1_500_000, 5_000_000
# sacreBLEU holds the n-grams of all references of a call in memory, so each call gets this many segments.
_AT_ONCE = 100
# TER tries up to a thousand moves of words for each edit: at worst 0.1 s for a segment of 25 words and 10 s for one of
# 400, but a hundredth of it for most translations. So its time is measured while it counts, a few segments a call.
_MOST_WORDS_UNASKED, _MOST_SECONDS_UNASKED, _AT_ONCE_BY_TER = 200, 20, 10


def read_segments(
    baseline: Source, experimental: Source, reference: References, *, metrics: Sequence[str] | None = None
) -> PairedScores:
    """Read two files of translations (summaries, transcripts) and those of references, one segment per line.

    sacreBLEU counts the statistics of each segment, so that scores have the digits that `sacrebleu` prints.

    Parameters
    ----------
    baseline, experimental : path or Upload
        Each system's segments. A blank line is a segment without words.
    reference : path or Upload, or several
        The right segments, line by line; several references of a segment stand in files of their own.
    metrics : strings, optional
        What to count: bleu, chrf, chrf++, ter; by default all, but TER only where it takes
        no more than about twenty seconds, and of more than 1.5 million characters only BLEU.

    Raises
    ------
    DataError
        If the files differ in length, or a segment has no reference.
    OptionError
        If a metric is not counted from segments, or none is named and BLEU would take long: for more than five
        million characters.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old, new = Upload("old", b"a cat sat\\nno\\n"), Upload("new", b"the cat sat\\nno\\n")
    >>> pair = read_segments(old, new, Upload("ref", b"the cat sat\\nno\\n"), metrics=["ter"])
    >>> pair.columns, pair.baseline.tolist()
    (('ter:edits', 'ter:reference'), [[1.0, 3.0], [0.0, 1.0]])
    """
    statistics, shared = _counted((baseline, experimental), reference, metrics)
    first, second = file_names((baseline, experimental))
    return PairedScores(statistics[0], statistics[1], baseline_name=first, experimental_name=second, **shared)


def read_segment_systems(
    files: Sequence[Source], reference: References, *, metrics: Sequence[str] | None = None
) -> Scores:
    """Read the same of any number of systems, one file each."""
    statistics, shared = _counted(files, reference, metrics)
    return Scores(np.stack(statistics)[:, None], names=file_names(files), **shared)


class _Segments(NamedTuple):
    label: str
    lines: list[str]


def _counted(
    files: Sequence[Source], reference: References, metrics: Sequence[str] | None
) -> tuple[list[Floats], dict[str, Any]]:
    """Return the statistics of each system, (n, k), and their columns, decimals, notes and signatures by argument."""
    known = [name for name, row in METRICS.items() if row.needs == "text"]
    for name in metrics or ():
        if name not in known:
            raise OptionError(f"metric == {name!r} is not counted from segments: use {', '.join(known)}.")
    right = [_segments(source) for source in several(reference)]
    systems = [_segments(source) for source in files]
    if not right:
        raise OptionError("reference is empty: name at least one file of references (reference=, --reference).")
    for each in (*systems, *right[1:]):
        if len(each.lines) != len(right[0].lines):
            raise DataError(
                f"{each.label} has {counted(len(each.lines), 'line')} and {right[0].label} has "
                f"{counted(len(right[0].lines), 'line')}: every segment is one line, in the same order in all files."
            )
    for each in (*right, *systems):
        _check_lines(each)
    notes = [*_blank_references(right), *(note for each in systems for note in _tokenised(each))]
    texts, references = [each.lines for each in systems], [each.lines for each in right]
    counters = _counters()
    chosen = [name for name in known if name in metrics] if metrics else _unasked(systems, right)
    if not metrics and chosen == ["bleu"]:
        notes.append(
            "The text is long: only BLEU is counted unless another metric is asked for by name (metrics=, --metric). "
            "The others take minutes."
        )
    of_metrics: dict[str, list[Floats]] = {}
    for name in chosen:
        found = _statistics(counters[name], texts, references, in_time=name == "ter" and not metrics)
        if found is None:
            notes.append("TER would take long and is counted only when asked for by name (metrics=, --metric).")
        else:
            of_metrics[name] = found
    statistics = [np.hstack(list(of_system)) for of_system in zip(*of_metrics.values(), strict=True)]
    head = [lines[:1] for lines in references]
    return statistics, {
        "columns": tuple(column for name in of_metrics for column in METRICS[name].columns),
        # Counts are whole numbers, but mean lengths of several references are not.
        "decimals": 0 if all(np.array_equal(each, np.rint(each)) for each in statistics) else None,
        "notes": tuple(notes),
        "signatures": tuple((name, counters[name](references=head).get_signature().format()) for name in of_metrics),
    }


def takes_long(files: Iterable[Source]) -> bool:
    """Return whether the metric has to be named: BLEU of these texts takes more than about three seconds."""
    return _size([_segments(each) for each in files]) > _MOST_BLEU_UNASKED


def _size(files: Iterable[_Segments]) -> int:
    return sum(len(line) + _OF_A_SEGMENT for each in files for line in each.lines)


def _unasked(systems: Sequence[_Segments], right: Sequence[_Segments]) -> list[str]:
    """Return the metrics that are counted unless one is asked for: those that take no more than some seconds."""
    size = _size((*systems, *right))
    if size > _MOST_BLEU_UNASKED:
        listed = first_few([each.label for each in systems])
        raise OptionError(
            f"{listed}: {counted(len(systems[0].lines), 'segment')} in a file, beside the references, take long to "
            "count: name the metric to count (metrics=['bleu'], --metric bleu), or give fewer systems or segments at "
            "once."
        )
    return ["bleu"] if size > _MOST_UNASKED else ["bleu", "chrf", "chrf++", "ter"]


def _statistics(
    counter: Callable[..., Any], systems: Sequence[Sequence[str]], references: Sequence[Sequence[str]], in_time: bool
) -> list[Floats] | None:
    """Count the statistics of each system, (n, k), or return None where only what takes no long time is asked for."""
    if in_time and any(len(line.split()) > _MOST_WORDS_UNASKED for lines in (*systems, *references) for line in lines):
        return None
    begun = time.thread_time()
    found: list[list[Floats]] = [[] for _ in systems]
    at_once = _AT_ONCE_BY_TER if in_time else _AT_ONCE
    for start in range(0, len(references[0]), at_once):
        some = slice(start, start + at_once)
        of_some = counter(references=[lines[some] for lines in references])
        for parts, lines in zip(found, systems, strict=True):
            parts.append(np.array(of_some._extract_corpus_statistics(lines[some], None), dtype=float))
        if in_time and time.thread_time() - begun > _MOST_SECONDS_UNASKED:
            return None
    return [np.concatenate(parts) for parts in found]


def _counters() -> dict[str, Callable[..., Any]]:
    try:
        from sacrebleu import BLEU, CHRF, TER  # takes a third of a second, which other formats need not wait for
    except ImportError:
        raise DataError(
            "Translations are scored by sacreBLEU, which is not installed: pip install 'helped-hurt[text]'."
        ) from None

    return {
        "bleu": partial(BLEU, force=True),  # without its warning, which a note repeats
        "chrf": CHRF,
        "chrf++": partial(CHRF, word_order=2),
        "ter": TER,
    }


def _segments(source: Source) -> _Segments:
    label, lines = every_line(source)
    # As the command sacrebleu does.
    return _Segments(label, [line.rstrip() for line in lines])


def _check_lines(file: _Segments) -> None:
    """Refuse a file without segments, and what is longer than any: an edit distance takes the square of its words."""
    if not file.lines:
        raise DataError(f"{file.label} is empty: it should hold one segment a line.")
    for line, segment in enumerate(file.lines, 1):
        words = len(segment.split())
        if words > _MOST_WORDS or len(segment) > _MOST_CHARACTERS:
            raise DataError(
                f"{file.label}, line {line:,}: {words:,} words of {len(segment):,} characters, and a segment has at "
                f"most {_MOST_WORDS:,} of {_MOST_CHARACTERS:,}: is each segment on a line of its own?"
            )


def _blank_references(right: Sequence[_Segments]) -> list[str]:
    for line, of_segment in enumerate(zip(*(each.lines for each in right), strict=True), 1):
        if not any(of_segment):
            raise DataError(
                f"{' and '.join(each.label for each in right)}, line {line:,}: a blank line, but every segment needs a "
                "reference: leave the segment out of all files, or is a line missing above it?"
            )
    blank = sum(line == "" for each in right for line in each.lines)
    return [f"{counted(blank, 'blank line')} of the references count as empty ones, as in sacreBLEU."] if blank else []


def _tokenised(system: _Segments) -> list[str]:
    n = sum(line.endswith(_TOKENISED) for line in system.lines)
    if n < _MOST_TOKENISED:
        return []
    return [f"{n:,} lines of {system.label} end in a period of its own: detokenise the text, or scores may suffer."]


def has_sentences(file: File) -> bool:
    """Return whether a file begins with sentences, one per line."""
    return is_prose(file.any_text.head())


def _sniff(file: File) -> Sniff:
    if has_sentences(file):
        return Sniff(0.5, "sentences, one a line")
    # Any line may be a segment where references are named.
    return Sniff(0.01 if file.shape else 0)


def _look(file: File) -> Look:
    label, lines = every_line(file.source)
    return Look(Table(label, ("segment",), (lines,), range(1, len(lines) + 1)))


FORMAT = Format(
    "segments",
    "Translations and references",
    "A file of each system's translations (summaries, transcripts), one segment a line, and of one reference or more.",
    "segments",
    "sentences",
    (
        BASELINE,
        EXPERIMENTAL,
        Slot(
            "reference",
            "References",
            "--reference",
            "FILE",
            "Translations: the right ones, one segment a line; once for each file of references.",
            lacking="hold sentences, one a line, and no scores: score each of them first (comet-score or the like), "
            "or, for BLEU, chrF and TER, name the references too",
            many=True,
        ),
    ),
    read_segments,
    _sniff,
    look=_look,
    shared=("metrics",),
    is_plain=True,
)
