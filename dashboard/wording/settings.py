"""Titles, captions and help texts of the settings."""

from typing import NamedTuple

__all__ = ["ALTERNATIVES", "BOUNDARIES", "HELP", "INTERVALS", "METHODS", "TESTS", "TestWords"]


class TestWords(NamedTuple):
    """How a test is called and what its p-value is."""

    __test__ = False  # not a test case

    title: str
    caption: str


TESTS = {
    "bootstrap": TestWords("Bootstrap", "How often would other items reverse the sign?"),
    "shifted-bootstrap": TestWords("Shifted bootstrap", "How often would chance give this gap if items are resampled?"),
    "permutation": TestWords("Permutation", "How often would chance give this gap if outputs are swapped?"),
}

ALTERNATIVES = {
    "greater": "Is experimental better?",
    "less": "Is experimental worse?",
    "two-sided": "Do they differ, either way?",
}

INTERVALS = {"percentile": "percentile", "basic": "basic", "bca": "BCa (bias-corrected, accelerated)"}

METHODS = {
    "auto": "exact wherever possible",
    "exact": "exact, or a message why not",
    "monte-carlo": "always sampled",
}

BOUNDARIES = {"include": "is counted", "exclude": "is left out"}

HELP = {
    "metric": "Only metrics that can be computed from these data are listed.",
    "test": "Choose before you look at the result. The page shows all three; *Methods* says which one to use when.",
    "alternative": "Choose a one-sided question before you see the scores. "
    "If a difference either way would be news, ask the two-sided question.",
    "alpha": "A p-value of at most α is called significant. 0.05 is a habit, not a law.",
    "margin": "In the metric's own unit: 0.02 is 2 points of accuracy. "
    "Given a margin, the page tests whether the systems are equal for practical purposes.",
    "confidence": "0.95 gives a 95 % interval of the difference.",
    "interval": "Percentile is the usual one. BCa corrects for bias and skew.",
    "method": "Exact p-values have no sampling noise. Where none can be computed, the page samples and says why.",
    "resamples": "More resamples, less noise: 10,000 give a p-value near 0.05 to within about 0.006.",
    "seed": "The same seed draws the same resamples.",
    "boundary": "Whether a resample equal to the observed value counts. If it did not, identical systems would look "
    "different; several published tools leave it out.",
}
