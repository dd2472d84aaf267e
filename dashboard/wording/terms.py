"""Definitions of the terms on the learning pages: one sentence each, shown on hover or focus."""

TERMS = {
    "resample": "As many items as there are, drawn at random from the items themselves. An item can be drawn twice, or "
    "not at all.",
    "random swap": "For each item a coin decides whether the two systems swap their outputs, which flips the sign of "
    "the item's difference.",
    "bootstrap": "A test that resamples the items and counts how often experimental is not ahead.",
    "permutation": "A test that swaps the two systems' outputs at random and counts how often chance alone gives a "
    "difference as large as the one observed.",
    "tests": "The bootstrap resamples the items; the shifted bootstrap does the same around a difference of zero; the "
    "permutation test swaps the two systems' outputs.",
    "pvalue": "A number between 0 and 1. If it is small, chance alone rarely gives such a difference. If it is "
    "large, chance often does, but that does not show that the systems are equal.",
    "exact": "The p-value of all possible draws, computed without random sampling.",
    "alpha": "A p-value of at most α is called significant. 0.05 is usual.",
    "power": "The share of studies like this one that come out significant.",
    "rates": "The shares of all possible items that experimental would help and hurt.",
}
