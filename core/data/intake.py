"""Convert arguments of `compare`, `rank` and others into paired scores or scores of many systems."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.common.arguments import argument
from core.data.item_statistics import as_names
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError, OptionError


def as_pair(
    baseline: Any,
    experimental: Any = None,
    clusters: Sequence[str] | None = None,
    strata: Sequence[str] | None = None,
) -> PairedScores:
    """Return the pair, the pair of the only two systems, or a pair made of two arrays, lists or columns."""
    _check_same_rows(baseline, experimental, clusters, strata)
    pair = _pair(baseline, experimental)
    pair = pair if clusters is None else pair.with_clusters(clusters)
    return pair if strata is None else pair.with_strata(strata)


def _pair(baseline: Any, experimental: Any) -> PairedScores:
    whole = isinstance(baseline, PairedScores | Scores)
    if whole and experimental is not None:
        raise OptionError(
            f"{argument('experimental', experimental)}, must be left out: {baseline!r} holds both systems."
        )
    if isinstance(baseline, PairedScores):
        return baseline
    if isinstance(baseline, Scores):
        if len(baseline.names) != 2:
            raise OptionError(f"{baseline!r} are not two systems: choose two with .pair(baseline, experimental).")
        return baseline.pair(*baseline.names)
    if experimental is None:
        raise OptionError(
            f"{argument('baseline', baseline)}, must be PairedScores, which core.read_scores makes of files, or be "
            "followed by the experimental system's scores: compare(baseline, experimental)."
        )
    names = [getattr(side, "name", None) for side in (baseline, experimental)]
    if names[0] == names[1] or not all(isinstance(name, str) for name in names):
        names = ["baseline", "experimental"]
    return PairedScores.from_scores(
        baseline, experimental, baseline_name=str(names[0]), experimental_name=str(names[1])
    )


def _check_same_rows(*columns: Any) -> None:
    """Refuse columns of data frames with different row labels, because rows would not belong to the same item."""
    indexes: list[Any] = [getattr(column, "index", None) for column in columns]
    labelled = [each for each in indexes if hasattr(each, "equals")]
    if any(len(each) == len(labelled[0]) and not each.equals(labelled[0]) for each in labelled[1:]):
        raise DataError(
            "The columns label their rows differently, so that row i of one need not be row i of another: join them "
            "first, or pass .to_numpy() of each if their order is the same."
        )


def as_scores(scores: Any, clusters: Sequence[str] | None = None, strata: Sequence[str] | None = None) -> Scores:
    """Return the scores, or those of a dictionary or data frame with one column per system.

    Given clusters or strata replace those of the scores.
    """
    if isinstance(scores, Scores):
        return _grouped(scores, clusters, strata)
    columns = dict(scores.items()) if hasattr(scores, "items") and hasattr(scores, "keys") else scores
    if not isinstance(columns, Mapping) or not all(isinstance(name, str) for name in columns):
        raise OptionError(
            f"{argument('scores', scores)}, must be Scores, which core.read makes of files, or a dictionary or data "
            "frame of each system's scores by its name."
        )
    _check_same_rows(*columns.values(), clusters, strata)
    return _grouped(Scores.from_systems(columns), clusters, strata)


def _grouped(scores: Scores, clusters: Sequence[str] | None, strata: Sequence[str] | None) -> Scores:
    given = {"clusters": as_names("clusters", clusters), "strata": as_names("strata", strata)}
    given = {name: names for name, names in given.items() if names is not None}
    return replace(scores, **given) if given else scores  # type: ignore[arg-type]


def as_units(pair: Any, name: str = "pair") -> PairedScores:
    """Return the items or clusters that a study resamples; raise OptionError unless these are paired scores.

    Strata are refused, because a study resamples one list of items.
    """
    if not isinstance(pair, PairedScores):
        raise OptionError(
            f"{argument(name, pair)}, must be PairedScores: core.read_scores reads them from files, "
            "core.PairedScores.from_scores takes arrays."
        )
    if pair.strata is not None:
        raise OptionError(
            f"{argument(name, pair)}, holds items of several tasks, which only compare and rank take: pass "
            "pair.with_strata(None) to study all items as one list."
        )
    return pair.units
