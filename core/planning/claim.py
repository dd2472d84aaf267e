"""Check a printed claim: the p-values that are possible for two accuracies and n.

The items that changed are unknown. With b items right for the baseline and e for the experimental system, the items
hurt can be any number from max(0, b − e) to min(b, n − e), the items helped are e − b more, and the p-value follows.
Systems err on the same hard items, so the better of two hurts fewer items than independent errors would, b·(n − e)/n;
the real pairs below hurt from a quarter to nearly all of that number, which is taken for the realistic range.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import argument, check_choice, check_share, check_whole
from core.common.arrays import Floats, Integers
from core.common.display import Displayed
from core.errors import OptionError
from core.planning.printed import read_accuracies
from core.significance import ALTERNATIVES
from core.significance.cells import LARGEST_N, helped_hurt_pvalues


class RealPair(NamedTuple):
    """Two systems on the same n items, the better one as experimental.

    ``right`` counts the items that each has right, baseline first; ``hurt`` those that only the baseline has right.
    """

    data: str
    baseline: str
    experimental: str
    n: int
    right: tuple[int, int]
    hurt: int

    @property
    def share_of_independent(self) -> Fraction:
        """The items hurt, relative to the expected number for two systems with independent errors."""
        baseline, experimental = self.right
        return Fraction(self.hurt * self.n, baseline * (self.n - experimental))


_MODULES = "docstring sentences"

# Counted from the published predictions of each data set's systems: openai/grade-school-math (GSM8K), ExplainaBoard's
# system outputs (Fig-QA, SST-2), and this project's own experiment, dashboard/samples/stdlib_modules.
REAL_PAIRS = (
    RealPair("GSM8K", "6b_finetuning", "6b_verification", 1_319, (286, 515), 64),
    RealPair("GSM8K", "6b_finetuning", "175b_finetuning", 1_319, (286, 458), 88),
    RealPair("GSM8K", "6b_finetuning", "175b_verification", 1_319, (286, 742), 43),
    RealPair("GSM8K", "175b_finetuning", "6b_verification", 1_319, (458, 515), 152),
    RealPair("GSM8K", "6b_verification", "175b_verification", 1_319, (515, 742), 79),
    RealPair("GSM8K", "175b_finetuning", "175b_verification", 1_319, (458, 742), 76),
    RealPair("Fig-QA", "gpt2", "bert", 1_094, (594, 915), 93),
    RealPair("Fig-QA", "gpt3", "bert", 1_094, (712, 915), 116),
    RealPair("Fig-QA", "gptneo", "bert", 1_094, (626, 915), 89),
    RealPair("Fig-QA", "bert", "roberta", 1_094, (915, 979), 47),
    RealPair("Fig-QA", "gpt2", "gpt3", 1_094, (594, 712), 189),
    RealPair("Fig-QA", "gpt2", "gptneo", 1_094, (594, 626), 58),
    RealPair("Fig-QA", "gpt2", "roberta", 1_094, (594, 979), 55),
    RealPair("Fig-QA", "gptneo", "gpt3", 1_094, (626, 712), 204),
    RealPair("Fig-QA", "gpt3", "roberta", 1_094, (712, 979), 73),
    RealPair("Fig-QA", "gptneo", "roberta", 1_094, (626, 979), 52),
    RealPair("SST-2", "cnn", "lstm", 1_821, (1_561, 1_603), 59),
    RealPair(_MODULES, "linear support vector machine", "complement naive Bayes", 1_953, (1_139, 1_164), 109),
)


def overlap_range() -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest share of independent errors among the real pairs."""
    shares = [pair.share_of_independent for pair in REAL_PAIRS]
    return min(shares), max(shares)


# The fewest and the most right items, of the baseline and of the experimental system.
Counts = tuple[tuple[int, int], tuple[int, int]]

# With t items tied, a resample misses all of them with probability e^−t, which 2·_END = 40 make negligible.
_END = 20


@dataclass(frozen=True, slots=True)
class Curve:
    """p against items hurt, for b right items of the baseline and e of the experimental system."""

    test: str
    alternative: str
    n: int
    b: int
    e: int

    @property
    def first(self) -> int:
        """The fewest items that can be hurt."""
        return max(0, self.b - self.e)

    @property
    def last(self) -> int:
        """The most items that can be hurt."""
        return min(self.b, self.n - self.e)

    def pvalue(self, hurt: Any) -> Floats:
        """Return the p-values of these numbers of items hurt."""
        hurt = np.asarray(hurt)
        return helped_hurt_pvalues(self.n, hurt + self.e - self.b, hurt, test=self.test, alternative=self.alternative)

    def extremes(self) -> tuple[tuple[int, float], tuple[int, float]]:
        """Return the items hurt with the smallest p-value, and with the largest, each with the p-value."""
        hurt, pvalues = self._ends()
        lowest, highest = int(np.argmin(pvalues)), len(hurt) - 1 - int(np.argmax(pvalues[::-1]))
        return (int(hurt[lowest]), float(pvalues[lowest])), (int(hurt[highest]), float(pvalues[highest]))

    @property
    def independence(self) -> tuple[int, float]:
        """The items hurt that independent errors expect, b·(n − e)/n, and their p-value."""
        nearest = (2 * self.b * (self.n - self.e) + self.n) // (2 * self.n)
        hurt = min(max(nearest, self.first), self.last)
        return hurt, float(self.pvalue(hurt))

    def largest_significant(self, alpha: float) -> int | None:
        """Return the most items that can be hurt with p ≤ α, or None if there is none."""
        hurt, pvalues = self._ends()
        significant = hurt[pvalues <= alpha]
        if len(significant) == 0 or significant[-1] > self.first:
            return int(significant[-1]) if len(significant) else None
        return _last(lambda each: self.pvalue(each) <= alpha, self.first, max(self.first, self.last - _END))

    def _ends(self) -> tuple[Integers, Floats]:
        """The first number of items hurt and the last ones, among which p has its extremes.

        For a given gap p moves one way as more items are hurt, until nearly no item is tied: then nearly all sums have
        the parity of n, and p jumps.
        """
        hurt = np.unique([self.first, *range(max(self.first, self.last - _END), self.last + 1)])
        return hurt, self.pvalue(hurt)


def largest_significant(curves: list[Curve], alpha: float, counts: Counts) -> tuple[int | None, int | None]:
    """Return the least and the greatest, over all pairs of counts, of the most items hurt with p ≤ α.

    The curves are of the widest gap between the two systems, the narrowest, and equal counts where these are possible.
    """
    found = [curve.largest_significant(alpha) for curve in curves]
    if any(each is None for each in found):
        low = None
    else:  # what the narrowest gap allows, unless the widest one cannot hurt that many
        low = min(each for each in (*found, curves[0].last) if each is not None)
    high = max((each for each in found if each is not None), default=None)
    # Where the baseline is ahead, the widest gap both can hurt the most items and hurts the most significantly: beyond
    # all that it can hurt, the widest gap that leaves more of them hurt is narrower.
    if curves[0].alternative != "less" and found[0] == curves[0].last and found[1] != curves[1].last:
        (fewest, most), (least, largest) = counts
        widest, n = curves[0], curves[0].n

        def significant(hurt: Any) -> NDArray[np.bool_]:
            helped = hurt + np.minimum(largest, n - hurt) - np.maximum(hurt, fewest)
            pvalues = helped_hurt_pvalues(n, helped, hurt, test=widest.test, alternative=widest.alternative)
            return np.asarray(pvalues <= alpha)

        high = max(high or 0, _last(significant, widest.last, min(most, n - least)) or 0)
    return low, high


def _last(holds: Callable[[Any], NDArray[np.bool_]], low: int, high: int) -> int | None:
    """Return the last of low … high at which a condition holds that, once false, stays false; None if there is none."""
    if np.all(holds(high)):
        return high
    if not np.all(holds(low)):
        return None
    while high - low > 1:  # it holds at low and not at high
        tries = spread(low, high, 32)
        kept = int(np.argmin(holds(tries)))
        low, high = int(tries[kept - 1]), int(tries[kept])
    return low


def spread(low: int, high: int, count: int) -> Integers:
    """Return about ``count`` of the whole numbers low … high, ends included: evenly spread, and denser near low."""
    if high - low <= count:
        return np.arange(low, high + 1)
    near = low + np.rint(np.geomspace(1, high - low, count // 2))
    even = np.rint(np.linspace(low, high, count - count // 2))
    return np.unique(np.concatenate([[low], near, even]).astype(np.int64))


# The tests of a claim, each with its default alternative.
CLAIM_TESTS = {"bootstrap": "greater", "permutation": "two-sided"}


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A number of items hurt and its p-value, each as (low, high) over all counts that print as claimed."""

    hurt: tuple[int, int]
    pvalue: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClaimedTest:
    """Result of one test: the smallest and the largest p-value, and the p-value for independent errors.

    ``largest_significant_hurt`` is (low, high) like the figures; None if no number of items hurt is significant.
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


@dataclass(frozen=True, slots=True, repr=False)
class ClaimCheck(Displayed):
    """A claim and the result of each test; ``printed`` and ``counts`` are baseline first.

    ``alternative`` is the alternative of all tests, or None if each test has its default.
    """

    n: int
    alpha: float
    printed: tuple[str, str]
    counts: Counts
    tests: tuple[ClaimedTest, ...]
    alternative: str | None = None

    @property
    def several_counts(self) -> bool:
        """Whether rounding admits more than one pair of counts."""
        return any(low < high for low, high in self.counts)

    @property
    def realistic_hurt(self) -> tuple[int, int]:
        """The items hurt if the two overlap as real pairs do: as those that overlap most, and as those that do least.

        See `core.planning.claim`.
        """
        (fewest, most), (least, largest) = self.counts
        share_low, share_high = overlap_range()
        low, high = self.tests[0].independence.hurt
        first, last = max(0, fewest - largest), min(most, self.n - least)
        lead_low, lead_high = self._lead_of_baseline
        ends = (
            math.floor(share_low * max(low - lead_low, 0)) + lead_low,
            math.ceil(share_high * max(high - lead_high, 0)) + lead_high,
        )
        return min(max(ends[0], first), last), min(max(ends[1], first), last)

    @property
    def _lead_of_baseline(self) -> tuple[int, int]:
        """The items by which the baseline is ahead, else (0, 0): a lower bound of the items hurt.

        Of real pairs it is known how many items the better system hurts; the worse one hurts as many more.
        """
        (fewest, most), (least, largest) = self.counts
        return (max(fewest - largest, 0), most - least) if fewest + most > least + largest else (0, 0)

    def real_pairs_within(self, hurt: int) -> int:
        """Return the number of real pairs that would hurt at most this number of items."""
        lead = self._lead_of_baseline[0]
        expected = max(self.tests[0].independence.hurt[0] - lead, 0)
        return sum(math.floor(pair.share_of_independent * expected) + lead <= hurt for pair in REAL_PAIRS)

    def decision(self, test: ClaimedTest) -> str:
        """Return ``never``, ``unlikely``, ``open``, ``likely`` or ``always``: is the claim significant by this test?

        It is unlikely where fewer items may be hurt than any real pair of systems hurts, and likely where all of them
        hurt fewer.
        """
        low, high = test.largest_significant_hurt
        if high is None:
            return "never"
        if test.worst.pvalue[1] <= self.alpha:
            return "always"
        least, most = self.realistic_hurt
        if high < least:
            return "unlikely"
        return "likely" if low is not None and low >= most else "open"

    def asked(self, test: str, alternative: str) -> ClaimedTest:
        """Return the result of a test under another alternative."""
        return _checked(test, alternative, self.n, self.alpha, self.counts)

    def curve(self, test: str = "bootstrap", n_points: int = 300) -> ClaimCurve:
        """Return the p-value at every possible number of items hurt, or at about ``n_points`` of them.

        Small numbers, where the curve is steep, are kept.
        """
        (fewest, most), (least, largest) = self.counts
        first, last = max(0, fewest - largest), min(most, self.n - least)
        hurt = spread(first, last, n_points)
        return ClaimCurve(hurt, *self.pvalues(test, hurt))

    def pvalues(self, test: str, hurt: Integers) -> tuple[Floats, Floats]:
        """Return the lowest and the highest p-value that these numbers of items hurt can have."""
        (fewest, most), (least, largest) = self.counts
        # The widest and the narrowest gap that leave this many items hurt.
        narrow = np.maximum(least - most, -hurt)
        wide = np.minimum(largest, self.n - hurt) - np.maximum(hurt, fewest)
        gaps = [narrow, np.clip(0, narrow, wide), wide]  # two-sided, p is highest where the gap is smallest
        side = next((each.alternative for each in self.tests if each.test == test), CLAIM_TESTS[test])
        pvalues = [helped_hurt_pvalues(self.n, hurt + gap, hurt, test=test, alternative=side) for gap in gaps]
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
        } | ({} if self.alternative is None else {"alternative": self.alternative})


def check_claim(
    n: int,
    baseline: str,
    experimental: str,
    *,
    alpha: float = 0.05,
    tests: Iterable[str] = tuple(CLAIM_TESTS),
    alternative: str | None = None,
) -> ClaimCheck:
    """Return the p-values that are possible for a claim with only n and two accuracies.

    All whole numbers of right items that round to what is printed are considered. ``best`` is the lowest p-value and
    ``worst`` the highest: where the experimental system is ahead, p grows with the items hurt. ``independence`` takes
    the overlap that two systems with independent errors expect, b·(n − e)/n items hurt, to the nearest whole number.

    Parameters
    ----------
    n : int
        The number of items.
    baseline, experimental : str
        The accuracies as printed (their decimals say how far they were rounded), in percent or both as fractions; see
        `core.planning.printed`.
    alpha : float
        The significance level.
    tests : iterable of {"bootstrap", "permutation"}
    alternative : {"greater", "less", "two-sided"}, optional
        What all tests ask. By default the bootstrap is one-sided ("greater": experimental is better) and the
        permutation test two-sided.

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
    if not chosen or any(not isinstance(test, str) or test not in CLAIM_TESTS for test in chosen):
        raise OptionError(f"{argument('tests', tests)}, must be a list of one or more of {', '.join(CLAIM_TESTS)}.")
    if alternative is not None:
        check_choice("alternative", alternative, ALTERNATIVES)
    printed = read_accuracies(baseline, experimental)
    counts = printed[0].counts(int(n)), printed[1].counts(int(n))
    return ClaimCheck(
        n=int(n),
        alpha=alpha,
        printed=(printed[0].text, printed[1].text),
        counts=counts,
        tests=tuple(
            _checked(test, alternative or CLAIM_TESTS[test], int(n), alpha, counts) for test in dict.fromkeys(chosen)
        ),
        alternative=alternative,
    )


def _checked(test: str, alternative: str, n: int, alpha: float, counts: Counts) -> ClaimedTest:
    """Evaluate the pairs of counts at which every figure has its extremes.

    p moves one way with every item more that the experimental system has right, and the other way with every one of the
    baseline, so these are the corners of the two ranges; two-sided, p is highest if both counts are equal.
    """
    (fewest, most), (least, largest) = counts
    corners = [(fewest, largest), (most, least)]
    if max(fewest, least) <= min(most, largest):
        corners.append((max(fewest, least),) * 2)
    curves = [Curve(test, alternative, n, b, e) for b, e in corners]
    best, worst = zip(*(curve.extremes() for curve in curves), strict=True)
    return ClaimedTest(
        test=test,
        alternative=alternative,
        best=_figure(best),
        worst=_figure(worst),
        independence=_figure(curve.independence for curve in curves),
        largest_significant_hurt=largest_significant(curves, alpha, counts),
    )


def _figure(ends: Iterable[tuple[int, float]]) -> ClaimFigure:
    hurt, pvalues = zip(*ends, strict=True)
    return ClaimFigure((min(hurt), max(hurt)), (min(pvalues), max(pvalues)))
