"""Check a printed claim: what two accuracies and n alone say about significance.

Nobody printed which items changed. With b items right for the baseline and e for the experimental system, the items
hurt can be any number from max(0, b − e) to min(b, n − e), the items helped are e − b more, and the p-value follows.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arguments import check_share, check_whole
from core.errors import OptionError
from core.studies.cells import LARGEST_N, helped_hurt_pvalues
from core.studies.printed import read_accuracies

__all__ = ["CLAIM_TESTS", "ClaimCheck", "ClaimCurve", "ClaimFigure", "ClaimedTest", "check_claim"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]

# The tests that a claim is held against, each with its alternative.
CLAIM_TESTS = {"bootstrap": "greater", "permutation": "two-sided"}
# With t items tied, a resample misses all of them with probability e^−t, which 2·_END = 40 make negligible.
_END = 20


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A number of items hurt and its p-value, each as (low, high) over all counts that print as claimed."""

    hurt: tuple[int, int]
    pvalue: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClaimedTest:
    """What one test can say: the smallest and the largest p-value, and that of two systems that err independently.

    ``largest_significant_hurt`` is (low, high) like the figures; None where no number of items hurt is significant.
    """

    test: str
    alternative: str
    best: ClaimFigure
    worst: ClaimFigure
    independence: ClaimFigure
    largest_significant_hurt: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True, eq=False)
class ClaimCurve:
    """p-values against items hurt; ``low`` and ``high`` differ where rounding admits several counts."""

    hurt: Integers
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """A claim and what each test can say about it; ``printed`` and ``counts`` are baseline first."""

    n: int
    alpha: float
    printed: tuple[str, str]
    counts: tuple[tuple[int, int], tuple[int, int]]
    tests: tuple[ClaimedTest, ...]

    @property
    def several_counts(self) -> bool:
        """Whether rounding admits more than one pair of counts."""
        return any(low < high for low, high in self.counts)

    def curve(self, test: str = "bootstrap", n_points: int = 300) -> ClaimCurve:
        """Return the p-value at every possible number of items hurt, or at about ``n_points`` of them.

        Small numbers, where the curve is steep, are kept.
        """
        (fewest, most), (least, largest) = self.counts
        first, last = max(0, fewest - largest), min(most, self.n - least)
        hurt = _spread(first, last, n_points)
        return ClaimCurve(hurt, *self.pvalues(test, hurt))

    def pvalues(self, test: str, hurt: Integers) -> tuple[Floats, Floats]:
        """Return the lowest and the highest p-value that these numbers of items hurt can have.

        Examples
        --------
        >>> check_claim(1000, "71.2", "71.7").pvalues("bootstrap", np.array([1, 2]))[1].round(4).tolist()
        [0.034, 0.0595]
        """
        (fewest, most), (least, largest) = self.counts
        # The widest and the narrowest gap that leave this many items hurt.
        narrow = np.maximum(least - most, -hurt)
        wide = np.minimum(largest, self.n - hurt) - np.maximum(hurt, fewest)
        gaps = [narrow, np.clip(0, narrow, wide), wide]  # two-sided, p is highest where the gap is smallest
        pvalues = [_pvalues(test, self.n, hurt + gap, hurt) for gap in gaps]
        return np.minimum.reduce(pvalues), np.maximum.reduce(pvalues)

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``--format json`` prints: [low, high] where rounding admits several counts."""
        several = self.several_counts

        def shown(ends: tuple[Any, Any]) -> Any:
            return list(ends) if several else ends[0]

        def figure(each: ClaimFigure) -> dict[str, Any]:
            return {"hurt": shown(each.hurt), "pvalue": shown(each.pvalue)}

        return {
            "n": self.n,
            "alpha": self.alpha,
            "printed": dict(zip(("baseline", "experimental"), self.printed, strict=True)),
            "counts": {name: list(ends) for name, ends in zip(("baseline", "experimental"), self.counts, strict=True)},
            "tests": {
                each.test: {
                    "best": figure(each.best),
                    "worst": figure(each.worst),
                    "independence": figure(each.independence),
                    "largest_significant_hurt": shown(each.largest_significant_hurt),
                }
                for each in self.tests
            },
        }


def check_claim(
    n: int,
    baseline: str,
    experimental: str,
    *,
    alpha: float = 0.05,
    tests: Iterable[str] = tuple(CLAIM_TESTS),
) -> ClaimCheck:
    """Say what p-values a claim can have that prints only n and two accuracies.

    All whole numbers of right items that round to what is printed are considered. ``best`` is the lowest p-value and
    ``worst`` the highest: where the experimental system is ahead, p grows with the items hurt. ``independence`` takes
    the overlap that two systems with independent errors expect, b·(n − e)/n items hurt, to the nearest whole number.

    Parameters
    ----------
    n : int
        The number of items.
    baseline, experimental : str
        The accuracies as printed (their decimals say how far they were rounded), in percent or both as fractions; see
        `core.studies.printed`.
    alpha : float
        The significance level.
    tests : iterable of {"bootstrap", "permutation"}
        The bootstrap is one-sided (experimental is better), the permutation test two-sided.

    Raises
    ------
    OptionError
        If an argument is outside its range, or no number of right items prints as claimed.

    Examples
    --------
    >>> claim = check_claim(1000, "71.2", "71.7")
    >>> bootstrap = claim.to_dict()["tests"]["bootstrap"]
    >>> round(bootstrap["best"]["pvalue"], 4), bootstrap["largest_significant_hurt"]
    (0.0067, 1)
    >>> claim.to_dict()["tests"]["permutation"]["best"]
    {'hurt': 0, 'pvalue': 0.0625}
    """
    check_whole("n", n, 1, LARGEST_N)
    check_share("alpha", alpha)
    chosen = [] if isinstance(tests, str) or not isinstance(tests, Iterable) else list(tests)
    if not chosen or any(test not in tuple(CLAIM_TESTS) for test in chosen):
        raise OptionError(f"tests == {tests!r}, must be a list of one or more of {', '.join(CLAIM_TESTS)}.")
    printed = read_accuracies(baseline, experimental)
    counts = printed[0].counts(int(n)), printed[1].counts(int(n))
    return ClaimCheck(
        n=int(n),
        alpha=alpha,
        printed=(printed[0].text, printed[1].text),
        counts=counts,
        tests=tuple(_checked(test, int(n), alpha, counts) for test in dict.fromkeys(chosen)),
    )


def _checked(test: str, n: int, alpha: float, counts: tuple[tuple[int, int], tuple[int, int]]) -> ClaimedTest:
    """Evaluate the pairs of counts at which every figure takes its extremes.

    p falls with every item more that the experimental system has right, and rises with every one of the baseline, so
    these are the corners of the two ranges; two-sided, p is highest where both have the same.
    """
    (fewest, most), (least, largest) = counts
    corners = [(fewest, largest), (most, least)]
    if max(fewest, least) <= min(most, largest):
        corners.append((max(fewest, least),) * 2)
    curves = [_Curve(test, n, b, e) for b, e in corners]
    return ClaimedTest(
        test=test,
        alternative=CLAIM_TESTS[test],
        best=_figure(curve.best for curve in curves),
        worst=_figure(curve.worst for curve in curves),
        independence=_figure(curve.independence for curve in curves),
        largest_significant_hurt=_significant(curves, test, n, alpha, counts),
    )


@dataclass(frozen=True, slots=True)
class _Curve:
    """p against items hurt where the baseline has b items right and the experimental system e."""

    test: str
    n: int
    b: int
    e: int

    @property
    def first(self) -> int:
        return max(0, self.b - self.e)

    @property
    def last(self) -> int:
        return min(self.b, self.n - self.e)

    def pvalue(self, hurt: Any) -> Floats:
        hurt = np.asarray(hurt)
        return _pvalues(self.test, self.n, hurt + self.e - self.b, hurt)

    @property
    def best(self) -> tuple[int, float]:
        hurt, pvalues = self._ends()
        lowest = int(np.argmin(pvalues))
        return int(hurt[lowest]), float(pvalues[lowest])

    @property
    def worst(self) -> tuple[int, float]:
        hurt, pvalues = self._ends()
        highest = len(hurt) - 1 - int(np.argmax(pvalues[::-1]))
        return int(hurt[highest]), float(pvalues[highest])

    @property
    def independence(self) -> tuple[int, float]:
        nearest = (2 * self.b * (self.n - self.e) + self.n) // (2 * self.n)
        hurt = min(max(nearest, self.first), self.last)
        return hurt, float(self.pvalue(hurt))

    def largest_significant(self, alpha: float) -> int | None:
        hurt, pvalues = self._ends()
        significant = hurt[pvalues <= alpha]
        if len(significant) == 0 or significant[-1] > self.first:
            return int(significant[-1]) if len(significant) else None
        return _last(lambda each: self.pvalue(each) <= alpha, self.first, max(self.first, self.last - _END))

    def _ends(self) -> tuple[Integers, Floats]:
        """The first number of items hurt and the last ones, among which p has its extremes.

        For a given gap p moves one way as more items are hurt, until hardly an item is tied: then nearly all sums have
        the parity of n, and p jumps.
        """
        hurt = np.unique([self.first, *range(max(self.first, self.last - _END), self.last + 1)])
        return hurt, self.pvalue(hurt)


def _pvalues(test: str, n: int, helped: Integers, hurt: Integers) -> Floats:
    return helped_hurt_pvalues(n, helped, hurt, test=test, alternative=CLAIM_TESTS[test])


def _figure(ends: Iterator[tuple[int, float]]) -> ClaimFigure:
    hurt, pvalues = zip(*ends, strict=True)
    return ClaimFigure((min(hurt), max(hurt)), (min(pvalues), max(pvalues)))


def _significant(
    curves: list[_Curve], test: str, n: int, alpha: float, counts: tuple[tuple[int, int], tuple[int, int]]
) -> tuple[int | None, int | None]:
    found = [curve.largest_significant(alpha) for curve in curves]
    if any(each is None for each in found):
        low = None
    else:  # what the narrowest gap allows, unless the widest one cannot hurt so many
        low = min(each for each in (*found, curves[0].last) if each is not None)
    high = max((each for each in found if each is not None), default=None)
    if len(found) > 1 and found[0] == curves[0].last and found[1] != curves[1].last:
        high = max(high or 0, _largest_between(test, n, alpha, counts))
    return low, high


def _largest_between(test: str, n: int, alpha: float, counts: tuple[tuple[int, int], tuple[int, int]]) -> int:
    """Return the largest significant number of items hurt where the widest gap allows all of its few.

    Of the pairs of counts with the same gap, the one that can hurt the most items counts. The narrower the gap the more
    it can hurt, but the fewer of them significantly, so the largest number lies where the two cross.
    """
    (fewest, most), (least, largest) = counts

    def widest(gap: int) -> _Curve:
        b = min(max((n - gap) // 2, fewest, least - gap), most, largest - gap)
        return _Curve(test, n, b, b + gap)

    def all_significant(steps: Any) -> NDArray[np.bool_]:
        curves = [widest(largest - fewest - int(step)) for step in np.atleast_1d(steps)]
        return np.array([curve.pvalue(curve.last) <= alpha for curve in curves])

    steps = _last(all_significant, 0, largest - fewest - (least - most))
    assert steps is not None
    gap = largest - fewest - steps
    return max(widest(gap).last, widest(gap - 1).largest_significant(alpha) or 0)


def _last(holds: Callable[[Any], NDArray[np.bool_]], low: int, high: int) -> int | None:
    """Return the last of low … high at which a condition holds that, once false, stays false; None if there is none."""
    if np.all(holds(high)):
        return high
    if not np.all(holds(low)):
        return None
    while high - low > 1:  # it holds at low and not at high
        tries = _spread(low, high, 32)
        kept = int(np.argmin(holds(tries)))
        low, high = int(tries[kept - 1]), int(tries[kept])
    return low


def _spread(low: int, high: int, count: int) -> Integers:
    """Return about ``count`` of the whole numbers low … high, ends included: evenly spread, and denser near low."""
    if high - low <= count:
        return np.arange(low, high + 1)
    near = low + np.rint(np.geomspace(1, high - low, count // 2))
    even = np.rint(np.linspace(low, high, count - count // 2))
    return np.unique(np.concatenate([[low], near, even]).astype(np.int64))
