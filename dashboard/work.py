"""What may take long, as functions that another process can run: without Streamlit, and all they need are arguments."""

import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from core._compare import compare
from core.paired import PairedScores
from core.report import latex_report, latex_row, methods_paragraph
from core.report.checklist import pair_checklist
from core.report.numbers import Unit
from core.report.ranking import unit_of_all
from core.resampling import Progress
from core.result import Comparison
from core.scores import Scores
from core.studies.planning import Plan
from core.studies.power_curve import PowerCurve
from core.studies.ranked import Ranking
from core.studies.ranking import rank

__all__ = ["Ranked", "Run", "Texts", "Timed", "compared", "curve", "here", "ranked", "written"]

T = TypeVar("T")


class Run(Protocol):
    """Runs a function of a module with these arguments, wherever; it is also given ``progress``."""

    def __call__(self, function: Callable[..., T], *arguments: Any, **options: Any) -> T: ...


def here(function: Callable[..., T], *arguments: Any, **options: Any) -> T:
    """Run it in this thread."""
    return function(*arguments, **options)


class Timed(NamedTuple):
    """A result and the seconds that it took when it was computed."""

    result: Comparison
    seconds: float


class Ranked(NamedTuple):
    """A ranking, and the unit of its scores."""

    ranking: Ranking
    unit: Unit


def compared(pair: PairedScores, options: dict[str, Any], progress: Progress | None = None) -> Timed:
    """Return the comparison with these options of `core.compare`, and how long it took."""
    start = time.perf_counter()
    with warnings.catch_warnings():
        # What compare() warns of is among the result's notes, which the page shows.
        warnings.simplefilter("ignore", UserWarning)
        result = compare(pair, **options, progress=progress)
        # What the page draws belongs to what it took, and to what is kept.
        _ = result.null_distribution, result.counted_in_bootstrap, result.confidence_interval()
    return Timed(result, time.perf_counter() - start)


class Texts(NamedTuple):
    """What a paper says of a comparison."""

    methods: str
    latex: str
    checklist: str


def written(result: Comparison, unit: Unit, progress: Progress | None = None) -> Texts:
    """Return the texts for a paper, which need each score's own interval and what so many items could show."""
    result.own_intervals(progress=progress)
    latex = f"{latex_row(result, unit)}\n\n{latex_report(result, unit)}"
    return Texts(methods_paragraph(result, unit), latex, pair_checklist(result, unit))


def ranked(scores: Scores, options: dict[str, Any], progress: Progress | None = None) -> Ranked:
    """Return the ranking with these options of `core.rank`."""
    return Ranked(rank(scores, **options, progress=progress), unit_of_all(scores, options["metric"]))


def curve(plan: Plan, progress: Progress | None = None) -> PowerCurve:
    """Return power against n, which does not say how far it is."""
    return plan.curve()
