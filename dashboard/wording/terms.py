"""What the words on the learning pages mean: one sentence each, shown where a pointer rests or the focus is."""

__all__ = ["TERMS"]

TERMS = {
    "resample": "As many items as there are, drawn at random from the items themselves. An item can be drawn twice, or "
    "not at all.",
    "relabeling": "For each item a coin decides whether the two systems swap their outputs, which flips the sign of "
    "the item's difference.",
    "bootstrap": "A test that draws resamples of the items and counts how often experimental is not ahead.",
    "permutation": "A test that swaps the two systems' outputs at random and counts how often chance alone gives a "
    "difference as large as the one observed.",
    "tests": "The bootstrap draws items again; the shifted bootstrap does so around a difference of zero; the "
    "permutation test swaps the two systems' outputs.",
    "pvalue": "Between 0 and 1. Small: luck alone hardly explains the difference. Large: luck may explain it, which "
    "does not show that the systems are equal.",
    "exact": "The value that ever more draws would approach, computed without drawing.",
    "alpha": "α, the line below which a p-value is called significant. 0.05 is a habit, not a law.",
    "power": "The share of all studies like this one that come out significant.",
    "rates": "The shares of items that experimental would help and hurt if every item there is could be asked.",
}
