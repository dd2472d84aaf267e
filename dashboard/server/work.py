"""Long computations as functions that another process can run: none uses Streamlit, and all data are arguments."""

import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple, Protocol, TypeVar

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError
from core.groups import GroupedComparison, by_group
from core.inference.compare import compare
from core.inference.result import Comparison
from core.ranking.ranked import Ranking
from core.ranking.ranking import rank
from core.readers import FORMATS, Arrangement, Suggestion, Upload, arrangement, read_systems, suggest
from core.readers.columns.items import POSITION
from core.readers.columns.joining import one_or_more
from core.readers.format import MARKED, Files, Format
from core.readers.parsing.file import File
from core.readers.parsing.text import Source, several
from core.readers.reading import paired
from core.readers.recognition import likely
from core.readers.segments import takes_long
from core.report import latex_methods, latex_row, latex_table, methods_paragraph
from core.report.methods import pair_checklist
from core.report.numbers import Unit
from core.report.ranking import unit_of_all
from core.significance import TESTS
from core.significance.resampling import Progress
from dashboard.setting import names_in

T = TypeVar("T")


class Run(Protocol):
    """Runs a function of a module with these arguments and a ``progress`` argument, in this process or another."""

    def __call__(self, function: Callable[..., T], /, *arguments: Any, **options: Any) -> T: ...


class Timed(NamedTuple):
    """A result and the seconds of its computation."""

    result: Comparison
    seconds: float


def compared(pair: PairedScores, options: dict[str, Any], progress: Progress | None = None) -> Timed:
    """Return the comparison with these options of `core.compare`, and the seconds that it took."""
    start = time.perf_counter()
    result = decided(pair, options, progress).result
    # Compute here all that the page draws, so that the measured time and the cached result include it.
    _ = result.null_distribution, result.counted_in_bootstrap, result.confidence_interval()
    return Timed(result, time.perf_counter() - start)


def decided(pair: PairedScores, options: dict[str, Any], progress: Progress | None = None) -> Timed:
    """Return the comparison with only its p-value computed, and the seconds that it took."""
    start = time.perf_counter()
    # The result's notes contain the warnings of compare(), and the page shows the notes.
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        result = compare(pair, **options, progress=progress)
    return Timed(result, time.perf_counter() - start)


def decided_by_each(pair: PairedScores, options: dict[str, Any]) -> dict[str, Timed]:
    """Return the comparison with each test, with only its p-value computed, and the seconds that each took."""
    return {test: decided(pair, options | {"test": test}) for test in TESTS}


def by_groups(
    pair: PairedScores, column: str, options: dict[str, Any], progress: Progress | None = None
) -> GroupedComparison:
    """Return the comparisons within the pair's strata; they report no progress."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # the page shows the notes instead
        return by_group(pair, column=column, **options)


class Texts(NamedTuple):
    """The texts of a paper about a comparison."""

    methods: str
    latex: dict[str, str]  # by the title of each block
    checklist: str


def written(result: Comparison, unit: Unit, progress: Progress | None = None) -> Texts:
    """Return the texts for a paper, including the interval of each score and the smallest detectable difference."""
    result.own_intervals(progress=progress)
    latex = {
        "A row for a table of yours": latex_row(result, unit),
        "A table of its own": latex_table(result, unit),
        "The methods": latex_methods(result, unit),
    }
    return Texts(methods_paragraph(result, unit), latex, pair_checklist(result, unit))


def ranked(scores: Scores, options: dict[str, Any], progress: Progress | None = None) -> tuple[Ranking, Unit]:
    """Return the ranking with these options of `core.rank`, and the unit of its scores."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # the page shows the notes instead
        return rank(scores, **options, progress=progress), unit_of_all(scores, options["metric"])


def without_progress(function: Callable[..., T], *arguments: Any, progress: Progress | None = None) -> T:
    """Call a function that reports no progress."""
    return function(*arguments)


def suggested(files: tuple[Upload, ...], systems: tuple[Upload, ...], gold: Upload | None) -> Suggestion:
    """Return how to read the files: all together if one of them belongs to a format of many files."""
    logs = [format for format in FORMATS.values() if format.takes_many]
    with suppress(ComparisonError):
        for format, guess in likely([File(each) for each in files], logs)[:1]:
            if guess.sure >= MARKED:
                right = gold if any(slot.flag for slot in format.slots) else None
                return suggest(*(each for each in files if each is not right), gold=right, formats=[format])
    return suggest(*systems, gold=gold)


def choices(format: Format, option: str, files: tuple[Upload, ...]) -> tuple[str, ...]:
    """Return the possible values of a format's option, as found in the files."""
    find = next(each.choices for each in format.options if each.name == option)
    return () if find is None else find(files)


def pair_in(format: Format, files: Files, options: dict[str, Any]) -> PairedScores:
    """Return the pair that the files contain, with the properties that pages need already computed.

    The cache measures a value only once, so these properties must exist before that.
    """
    if format.name == "segments":
        options = _with_metric(chain.from_iterable(map(several, files.values())), options)
    pair = paired(format.read(files, options), format)
    _ = pair.collapsed, pair.digest
    return pair


# The columns whose choice changes how tables are read
BESIDE = ("runs", "cluster", "strata", "id", "system", "score", "measure", "gold")


def arranged(files: tuple[Upload, ...], kind: str | None, beside: dict[str, str | None]) -> Arrangement:
    """Return how the files hold many systems, using the chosen columns that the files have."""
    layout: dict[str, Any] = {"kind": "wide", "transpose": True} if kind == "rows" else {"kind": kind or "auto"}
    found = arrangement(*files, **layout)
    held: dict[str, Any] = {}
    for name, value in beside.items():
        several = (value,) if value in found.columns else names_in(value, found.columns)
        is_file = name == "gold" and any(value == file.name for file in files)
        if (name == "measure" and value) or (name, value) == ("id", POSITION) or is_file:
            held[name] = value
        elif several and set(several) <= set(found.columns):
            held[name] = several if name == "columns" else one_or_more(several)
    return arrangement(*files, **layout, **held) if held else found


def systems_in(files: tuple[Upload, ...], options: dict[str, Any]) -> Scores:
    """Return the scores of many systems in the files."""
    if "reference" in options:
        options = _with_metric((*files, *options["reference"]), options)
    scores = read_systems(*files, **options)
    _ = scores.digest
    return scores


def _with_metric(files: Iterable[Source], options: dict[str, Any]) -> dict[str, Any]:
    """Name BLEU where a metric of long translations has to be named: a page waits for it."""
    return options | {"metrics": ("bleu",)} if takes_long(files) else options
