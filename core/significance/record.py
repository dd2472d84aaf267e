"""What a significance test is: one record that says all of itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from core.distributions.distribution import Distribution
from core.significance.law import Law
from core.significance.pvalue import Question

__all__ = ["ALTERNATIVES", "BOUNDARIES", "Test"]

Floats = NDArray[Any]

ALTERNATIVES = ("greater", "less", "two-sided")
BOUNDARIES = ("include", "exclude")


@dataclass(frozen=True)
class Test:
    """A significance test: what it resamples, which outcomes it counts, and its words.

    Parameters
    ----------
    name : str
        As in `compare`, on the command line and on the page.
    law : type of Law
        The law of the difference on resampled data.
    question : callable
        Which tails of that law count, ``(alternative, observed difference)``.
    of_counts : callable
        Its p-values where every item is right or wrong, ``(n, helped, hurt, two_sided, strict)``, the counts arrays of
        one shape and the claim that more are helped; at any size in one go.
    formula : dict
        The p-value of each alternative, in the symbols of `core.significance`.
    title, words : str
        The test in a menu, and in a sentence after "the".
    caption : str
        The question that its p-value answers.
    methods : str
        The test as a methods section names it, after "the".
    source : str
        Whose test it is.
    null : callable
        The distribution that chance alone gives, ``(law, bootstrap distribution, engine)``; None where the test has
        none, because it asks how often the sign is reversed.
    null_at : float
        Where δ lies in that null distribution, in multiples of itself below where it lies in the test's own law.
    cases : str
        What the null distribution is made of, in the plural.
    only_changed : bool
        Whether its p-value depends on the changed items only, and can be trusted where they are few.
    hypothesis : str
        The null hypothesis.
    """

    __test__ = False  # not a test case

    name: str
    law: type[Law]
    question: Callable[[str, float], Question]
    of_counts: Callable[[Floats, Floats, Floats, bool, int], Floats]
    formula: dict[str, str]
    title: str
    words: str
    caption: str
    methods: str
    source: str
    null: Callable[[Law, Distribution, str], Distribution | None]
    cases: str
    null_at: float = 0.0
    only_changed: bool = False
    hypothesis: str = "neither system is better"

    @property
    def reverses(self) -> bool:
        """Whether it asks how often resamples reverse the sign, rather than how often chance gives as much."""
        return self.null is no_null


def no_null(law: Law, spread: Distribution, engine: str) -> Distribution | None:
    """The test compares with no distribution of chance alone."""
    return None
