"""The record that defines a significance test."""

from collections.abc import Callable
from dataclasses import dataclass

from core.common.arrays import Floats
from core.distributions.distribution import Distribution
from core.significance.pvalue import RejectionRegion, SamplingDistribution

ALTERNATIVES = ("greater", "less", "two-sided")
BOUNDARIES = ("include", "exclude")


@dataclass(frozen=True)
class Test:
    """A significance test: what it resamples, which outcomes it counts, and its wording.

    Parameters
    ----------
    name : str
        As in `compare`, on the command line and on the page.
    distribution : type of SamplingDistribution
        The distribution of the difference on resampled data.
    region : callable
        The differences that count, ``(alternative, observed difference, strict, tolerance)``; see `RejectionRegion`.
    of_counts : callable
        Its p-values for right-or-wrong scores, ``(n, helped, hurt, two_sided, strict)``; the counts are arrays of one
        shape, and the claim is that more items are helped than hurt.
    formula : dict
        The p-value of each alternative, in the symbols of `core.significance`.
    title, words : str
        The test in a menu, and in a sentence after "the".
    caption : str
        The question that its p-value answers.
    methods : str
        The test as a methods section names it, after "the".
    source : str
        The authors of the test.
    null : callable
        The null distribution, ``(sampling distribution, bootstrap distribution, engine)``; None if the test has none
        because it counts how often the sign is reversed.
    null_at : float
        The shift from the test's distribution to the null distribution, in multiples of δ.
    cases : str
        The outcomes of the null distribution, in the plural.
    only_changed : bool
        Whether its p-value depends on the changed items only and is reliable if they are few.
    hypothesis : str
        The null hypothesis.
    """

    __test__ = False  # not a test case

    name: str
    distribution: type[SamplingDistribution]
    region: Callable[..., RejectionRegion]
    of_counts: Callable[[Floats, Floats, Floats, bool, int], Floats]
    formula: dict[str, str]
    title: str
    words: str
    caption: str
    methods: str
    source: str
    null: Callable[[SamplingDistribution, Distribution, str], Distribution | None]
    cases: str
    null_at: float = 0.0
    only_changed: bool = False
    hypothesis: str = "neither system is better"

    @property
    def reverses(self) -> bool:
        """Whether the p-value counts reversed signs, rather than differences as large under the null hypothesis."""
        return self.null is no_null


def no_null(sampling: SamplingDistribution, spread: Distribution, engine: str) -> Distribution | None:
    """Return None: the test has no null distribution."""
    return None
