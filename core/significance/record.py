"""The record that defines a significance test."""

from collections.abc import Callable
from dataclasses import dataclass

from core.common.arrays import Floats
from core.distributions import Threshold
from core.significance.pvalue import SamplingDistribution

ALTERNATIVES = ("greater", "less", "two-sided")
BOUNDARIES = ("include", "exclude")


@dataclass(frozen=True)
class Test:
    """A significance test: what it resamples, which outcomes it counts, and its wording."""

    __test__ = False  # not a test case

    name: str  # as in `compare`, on the command line and on the page
    distribution: type[SamplingDistribution]  # the distribution of the difference on resampled data
    # The differences that count begin here; two-sided, also those at or beyond ``near`` on the other side of the null.
    far: Threshold
    near: Threshold
    # Its p-values for right-or-wrong scores, ``(n, helped, hurt, two_sided, strict)``; the counts are arrays of one
    # shape, and the claim is that more items are helped than hurt.
    of_counts: Callable[[Floats, Floats, Floats, bool, int], Floats]
    formula: dict[str, str]  # the p-value of each alternative, in the symbols of `core.significance`
    # The test in a menu, and in a sentence after "the".
    title: str
    words: str
    caption: str  # the question that its p-value answers
    methods: str  # the test as a methods section names it, after "the"
    source: str  # the authors of the test
    cases: str  # the outcomes of the null distribution, in the plural
    supposed: str = ""  # what the null distribution supposes, after "if"
    # Whether its p-value counts reversed signs, rather than differences as large under the null hypothesis: then it has
    # no null distribution.
    reverses: bool = False
    null_at: float = 0.0  # the shift from the test's distribution to the null distribution, in multiples of δ
    only_changed: bool = False  # whether its p-value depends on the changed items only and is reliable if they are few
    hypothesis: str = "neither system is better"  # the null hypothesis
