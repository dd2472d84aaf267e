"""The record that defines a metric."""

import math
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from core.common.arguments import argument, check_choice
from core.common.arrays import Floats, Integers
from core.errors import OptionError

# Weights of a fraction S·numerator / S·denominator of the sums S.
Weights = tuple[tuple[float, ...], tuple[float, ...]]

NEEDS = ("numbers", "labels", "text")


def divide(numerator: Floats, denominator: Floats) -> Floats:
    """Divide elementwise, with 0/0 (and x/0) as 0, as is usual for precision, recall and F1."""
    numerator, denominator = np.asarray(numerator, dtype=float), np.asarray(denominator, dtype=float)
    out = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    return np.divide(numerator, denominator, out=out, where=denominator != 0)


def quotient(numerator: Integers, denominator: Integers) -> tuple[Integers, Integers]:
    """Return numerator and denominator with the sign above and x/0 as 0/1, of Python's integers elementwise.

    >>> [each.tolist() for each in quotient(np.array([1, 2, 0], dtype=object), np.array([-3, 0, 0], dtype=object))]
    [[-1, 0, 0], [3, 1, 1]]
    """
    zero = denominator == 0
    sign = np.where(denominator < 0, -1, 1).astype(object)
    return np.where(zero, 0, sign * numerator), np.where(zero, 1, sign * denominator)


def _not_fitted(sums: Floats) -> Floats:
    raise OptionError("This metric is scored only once the labels are known: core.metrics.resolve_metric fits it.")


@dataclass(frozen=True)
class Metric:
    """A named score of summed statistics, with its names, texts and properties.

    Parameters
    ----------
    name : str
        As used in `compare`, on the command line and on the page.
    columns : strings
        What each of the ``k`` statistics of an item counts.
    score : callable, optional
        Maps sums of shape ``(..., k)`` to scores of shape ``(...)``, vectorised over the leading axes. Not needed
        if ``fraction`` is given.
    fraction : pair of k-tuples, optional
        The weights ``(numerator, denominator)`` if the score is ``S·numerator / S·denominator``, for the exact
        engines.
    per_item : bool
        Whether a single item has a score, so that it can be helped or hurt; by default, if ``fraction`` is given.
    parts : pairs of k-tuples
        If the score is not one fraction: the weights of the fractions that it is made of. The score must increase with
        each, and no two may share a column. An item's 1/0 is refused.
    rational : callable, optional
        If the score is not a fraction: maps whole sums, an object array of Python's integers ``(..., k)``, to the
        score's numerator and denominator, so that ties are found without rounding.
    needs : {"numbers", "labels", "text"}
        The kind of data that an item needs.
    words : str, optional
        The metric's name in a sentence; by default ``name``, and amounts are then printed without a name.
    share : bool
        Whether the score is a share of 1 for all data, so that differences are percentage points.
    higher_is_better : bool
        False for error rates: helped items, "greater" (the experimental system is better) and every sentence follow.
    for_labels : callable, optional
        Makes the metric of a label set, ``(labels, columns, label)``, where the statistics are counted from labels;
        ``label`` is None unless the name ends in ``:LABEL``.
    link : (Metric, callable), optional
        If the score is an increasing function of another metric's: that metric, and the function. Differences of both
        have the same sign and the same order.
    formula : str
        The formula of the score, for tables.
    average_of : (Metric, int), optional
        The metric of each stratum, and of how many strata this one is the macro average (`core.metrics.averaging`).

    Raises
    ------
    OptionError
        If the score does not fit the columns, is not vectorised, not finite for sums above 0, or cannot be pickled.

    Examples
    --------
    >>> errors = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), words="WER", higher_is_better=False)
    >>> float(errors.score(np.array([3.0, 60.0])))
    0.05
    """

    name: str
    columns: tuple[str, ...]
    score: Callable[[Floats], Floats] = _not_fitted
    fraction: Weights | None = None
    per_item: bool | None = None
    parts: tuple[Weights, ...] = ()
    rational: Callable[[Integers], tuple[Integers, Integers]] | None = None
    needs: str = "numbers"
    words: str | None = None
    share: bool = False
    higher_is_better: bool = True
    for_labels: "Callable[[tuple[str, ...], tuple[str, ...], str | None], Metric] | None" = None
    link: "tuple[Metric, Callable[[Floats], Floats]] | None" = None
    average_of: "tuple[Metric, int] | None" = None
    formula: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise OptionError(f"{argument('name', self.name)}, must be the metric's name.")
        check_choice("needs", self.needs, NEEDS)
        if self.words is not None and not isinstance(self.words, str):
            raise OptionError(f"{argument('words', self.words)} of metric {self.name!r}, must be a text or None.")
        for name in ("share", "higher_is_better"):
            # "no" would be true.
            if not isinstance(getattr(self, name), bool):
                raise OptionError(
                    f"{argument(name, getattr(self, name))} of metric {self.name!r}, must be True or False."
                )
        if self.for_labels is not None:
            return
        object.__setattr__(self, "columns", _columns(self.name, self.columns))
        if self.fraction is not None:
            fraction = _weights(self.name, self.fraction, len(self.columns))
            object.__setattr__(self, "fraction", fraction)
            if self.score is _not_fitted:
                # A partial function, unlike a lambda, can be pickled, as can objects that hold the metric.
                object.__setattr__(self, "score", partial(_share, *_frozen(fraction)))
        if self.link is not None and self.score is _not_fitted:
            object.__setattr__(self, "score", partial(_linked, self.link[0].score, self.link[1]))
        if self.per_item is None:
            object.__setattr__(self, "per_item", self.fraction is not None)
        if not isinstance(self.score, partial):
            _check_score(self)

    @property
    def label(self) -> str:
        """The name in a sentence."""
        return self.words or self.name

    @property
    def sign(self) -> int:
        """The sign that turns a difference of scores into an improvement: 1, or −1 if lower is better."""
        return 1 if self.higher_is_better else -1

    @property
    def quotients(self) -> tuple[Weights, ...]:
        """The weights of the fractions in the score, if known."""
        return self.parts if self.fraction is None else (self.fraction,)

    def side(self, alternative: str) -> str:
        """Return the tail of experimental minus baseline that the alternative asks about.

        >>> Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), higher_is_better=False).side("greater")
        'less'
        """
        if self.higher_is_better:
            return alternative
        return {"greater": "less", "less": "greater"}.get(alternative, alternative)

    def is_share_of(self, rows: Floats) -> bool:
        """Return whether the score of such items ``(u, k)`` is a share of 1, which is printed in percentage points.

        It is if the metric always is, or if each item counts its right parts. Scores of texts are in per cent already.

        >>> mean = Metric("mean", ("score", "items"), fraction=((1, 0), (0, 1)))
        >>> mean.is_share_of(np.array([[0.0, 1], [1, 1]])), mean.is_share_of(np.array([[0.2, 1], [3.5, 1]]))
        (True, False)
        """
        if self.share or self.fraction is None or self.needs == "text":
            return self.share
        part, whole = (rows @ np.array(weights) for weights in self.fraction)
        return np.array_equal(part, np.rint(part)) and bool(((part >= 0) & (part <= whole)).all())

    def rational_score(self, sums: Integers) -> tuple[Integers, Integers] | None:
        """Return numerator and denominator > 0 of the score of integer sums of any size, or None if unknown.

        Multiplying all sums by one number must not change the score.
        """
        if self.fraction is None:
            return None if self.rational is None else self.rational(sums)
        top, bottom = ([Fraction(weight) for weight in weights] for weights in self.fraction)
        whole = math.lcm(*(weight.denominator for weight in (*top, *bottom)))
        return quotient(
            *(sums @ np.array([int(w * whole) for w in weights], dtype=object) for weights in (top, bottom))
        )


def _share(top: Floats, bottom: Floats, sums: Floats) -> Floats:
    return divide(sums @ top, sums @ bottom)


def _linked(score: Callable[[Floats], Floats], function: Callable[[Floats], Floats], sums: Floats) -> Floats:
    return function(score(sums))


def _frozen(fraction: Weights) -> Floats:
    weights = np.array(fraction)
    weights.setflags(write=False)
    return weights


def _columns(name: str, columns: Any) -> tuple[str, ...]:
    listed = () if isinstance(columns, str) else tuple(columns or ())
    if not listed or not all(isinstance(each, str) for each in listed):
        raise OptionError(f"{argument('columns', columns)} of metric {name!r}, must be the names of its statistics.")
    return listed


def _weights(name: str, fraction: Any, k: int) -> Weights:
    try:
        top, bottom = (tuple(float(weight) for weight in weights) for weights in fraction)
    except (TypeError, ValueError):
        top = bottom = ()
    if len(top) != k or len(bottom) != k or not np.isfinite([*top, *bottom]).all():
        raise OptionError(
            f"{argument('fraction', fraction)} of metric {name!r}, must be two rows of {k} weights each: of the "
            "numerator and of the denominator."
        )
    return top, bottom


def _check_score(metric: Metric) -> None:
    """Refuse a score that a function, command or page cannot use."""
    name, k = metric.name, len(metric.columns)
    if metric.score is _not_fitted:
        raise OptionError(f"Metric {name!r} has neither a score nor a fraction: give one of them.")
    sums = 1.0 + np.arange(6.0 * k).reshape(2, 3, k)
    try:
        table = np.asarray(metric.score(sums), dtype=float)
        alone = [[float(metric.score(row)) for row in rows] for rows in sums]
    except Exception as error:
        raise OptionError(
            f"The score of metric {name!r} fails on sums of shape (2, 3, {k}) or ({k},) ({error}): write it with "
            "sums[..., 0], sums[..., 1] and so on."
        ) from None
    if not np.isfinite(table).all():
        raise OptionError(f"The score of metric {name!r} is not finite for sums above 0, such as {sums[0, 0]}.")
    if table.shape != (2, 3) or not np.allclose(table, alone, rtol=1e-9, atol=0):
        raise OptionError(
            f"The score of metric {name!r} is not vectorised: sums of shape (..., {k}) must give scores of shape "
            "(...), each from its own sums. Write it with sums[..., 0], sums[..., 1] and so on."
        )
    try:
        pickle.dumps(metric.score)
    except Exception:
        raise OptionError(
            f"The score of metric {name!r} cannot be pickled, and results hold it: define it with def at the top of a "
            "module, not as a lambda, or give its fraction."
        ) from None
