"""The texts of *Resample by hand*."""

from core.common.claimed import small
from core.common.phrases import counted
from core.report.numbers import Unit, decimals_for, number, percent, pvalue_words, signed
from core.significance.pvalue import clopper_pearson
from core.teaching.by_hand import AllFlips, HandDraws

TABS = {"resample": "Draw items (bootstrap)", "flip": "Flip signs (permutation)"}

TITLES = {
    "resample": "What is a bootstrap, one draw at a time?",
    "flip": "What is a permutation test, one flip at a time?",
}

# For each tab: the test, the settings of its number of draws and of its seed, and the verb on its buttons.
TESTS = {"resample": ("bootstrap", "draws", "draw_seed", "Draw"), "flip": ("permutation", "flips", "flip_seed", "Flip")}

INTRODUCTIONS = {
    "resample": "Treat these items as all the items that exist, and draw another test set of the same size from them: "
    "some items come twice, some not at all. **Draw one** (or press **d**), look at what it holds, and watch its mean "
    "drop into the picture. Then draw a thousand. Count the resamples where experimental is not ahead; "
    "their share is the *p-value*.",
    "flip": "If neither system were better, either could have given each answer. So **flip a coin for every item** (or "
    "press **d**): tails swaps the two outputs and turns +1 into −1. Count the random swaps that reach the observed "
    "difference; their share is the *p-value*. Then go through **all** of them at once: p stops moving, because "
    "nothing is left to chance.",
}


# The p-value of fewer draws is too imprecise to show.
FEW = 20


def picked(few: int, total: int) -> str:
    """Return how the few items were selected.

    Examples
    --------
    >>> print(picked(12, 1953))
    12 of the 1,953 items: at least 6 that changed (or all that did), the rest at random. Every p-value here is about \
these 12.
    """
    return (
        f"{few} of the {total:,} items: at least {few // 2} that changed (or all that did), the rest at random. "
        f"Every p-value here is about these {few}."
    )


def amount(value: float, unit: Unit) -> str:
    """Return a difference with its sign and unit.

    Examples
    --------
    >>> from core.report.numbers import POINTS
    >>> amount(0.1, POINTS), amount(-0.00123, Unit(1.0, ""))
    ('+10 points', '−0.0012')
    """
    scaled = unit.scale * value
    return unit.of(signed(scaled, decimals_for(abs(scaled)) if scaled else 0))


def latest_sentence(drawn: HandDraws, observed: float, unit: Unit) -> str:
    """Return the result of the last draw, and whether it counts."""
    if drawn.latest is None:
        return "Nothing is drawn yet."
    seen = amount(drawn.differences[-1], unit)
    what, reached, missed = "Draw", "at or below zero", "above zero"
    if drawn.test == "permutation":
        goal = amount(observed, unit)
        what, reached, missed = "Flip", f"at least {goal}", f"less than {goal}"
    verdict = f"{reached}, so it **counts**" if drawn.counted[-1] else f"{missed}, so it does not count"
    return f"{what} {drawn.n_draws:,}: the mean difference is {seen}: {verdict}."


def counting_sentence(drawn: HandDraws, observed: float, unit: Unit) -> str:
    """Return "k of B …" and the resulting p-value."""
    if drawn.pvalue is None:
        return ""
    k, b = drawn.count, drawn.n_draws
    bootstrap = drawn.test == "bootstrap"
    found = f"**{k:,} of {b:,}** " + ("at or below zero" if bootstrap else f"reach {amount(observed, unit)} or more")
    if b < FEW:
        return f"{found}. From {FEW} draws on, their share is shown as p."
    if k == 0:
        limit = pvalue_words(drawn.pvalue, interval=clopper_pearson(k, b))
        return f"{found}: so far that shows only **{limit}** (99 % limit)"
    if bootstrap:
        return f"{found} → p = {k:,}/{b:,} = **{small(drawn.pvalue)}**"
    return (
        f"{found} → p = ({k:,} + 1)/({b:,} + 1) = **{small(drawn.pvalue)}** "
        ":small[(the data themselves are one more random swap, so p is never 0)]"
    )


def flips_sentence(flips: AllFlips, unit: Unit) -> str:
    """Return the exact p-value of the permutation test as a fraction of all flips."""
    goal = amount(flips.comparison.lead, unit)
    return (
        f"**{flips.count:,} of all {flips.total:,}** ways to flip the signs reach {goal} or more → "
        f"p = **{small(flips.pvalue)}**, exactly. However often you draw, this p stays the same."
    )


def flips_caption(flips: AllFlips, unit: Unit) -> str:
    """Return the caption of the distribution of all flips.

    Examples
    --------
    >>> from core import helped_hurt
    >>> from core.report.numbers import POINTS
    >>> from core.teaching.by_hand import all_flips
    >>> flips_caption(all_flips(helped_hurt(10, 4, 3)), POINTS)
    'Where all 1,024 random swaps lie: 512 of them (50 %) are orange, at +10 points or more.'
    """
    goal = amount(flips.comparison.lead, unit)
    return (
        f"Where all {flips.total:,} random swaps lie: {flips.count:,} of them ({percent(flips.pvalue)}) are orange, at "
        f"{goal} or more."
    )


def guess_sentence(guess: float | None, exact: float, how: str) -> str:
    """Return the error of the guess; ``how`` says whether the value is exact."""
    text = f"The p-value of all possible draws is **{small(exact)}** ({how})."
    if guess is None:
        return text
    off = number(abs(guess - exact), 2)
    if off == "0.00":
        return f"{text} You guessed {guess:g}: exactly right."
    return f"{text} You guessed {guess:g}, which is {off} too {'low' if guess < exact else 'high'}."


def draws_caption(drawn: HandDraws, observed: float, unit: Unit, *, revealed: bool) -> str:
    """Return the caption of the dots or bars."""
    goal = "at or below zero" if drawn.test == "bootstrap" else f"{amount(observed, unit)} or more"
    what = "resample" if drawn.test == "bootstrap" else "random swap"
    if not drawn.n_draws:
        return f"Every {what} that you draw lands here, orange where its mean difference is {goal}."
    shape = f"Each dot is one {what}" if drawn.n_draws <= 200 else f"The bars count {drawn.n_draws:,} {what}s"
    text = f"{shape}: {drawn.count:,} orange ({goal}), {drawn.n_draws - drawn.count:,} grey."
    return text + (" The short lines show how many to expect." if revealed else "")


def draws_alt(drawn: HandDraws, observed: float, unit: Unit) -> str:
    """Return a description of the chart of draws, for screen readers."""
    if not drawn.n_draws:
        return f"An empty picture with the observed difference, {amount(observed, unit)}, and zero marked."
    low, high = amount(drawn.differences.min(), unit), amount(drawn.differences.max(), unit)
    goal = "are at or below zero" if drawn.test == "bootstrap" else f"reach {amount(observed, unit)} or more"
    return (
        f"Mean differences of {drawn.n_draws:,} draws, from {low} to {high}; {drawn.count:,} of them {goal}. "
        f"The observed difference is {amount(observed, unit)}."
    )


def running_caption(drawn: HandDraws, exact: float | None) -> str:
    """Return the precision of p so far; ``exact`` is None while it is hidden."""
    if drawn.n_draws < FEW:
        return f"This line shows p after each draw. From {FEW} draws on, its interval is shown."
    # The 95 % interval of the share (Clopper & Pearson 1934)
    low, high = clopper_pearson(drawn.count, drawn.n_draws, 0.95)
    text = f"After {counted(drawn.n_draws, 'draw')} p lies between {small(low)} and {small(high)} (95 % confidence)."
    if exact is None:
        return f"{text} A hundred times as many draws make that range ten times as narrow."
    return f"{text} The horizontal line is the exact p, {small(exact)}."
