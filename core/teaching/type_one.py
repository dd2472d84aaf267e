"""The exact type-I error of each definition of the p-value: how often two equally good systems seem to differ.

Both systems are right or wrong on n items; each item is helped with probability d/2, hurt with probability d/2. Every
outcome (helped, hurt) of that null hypothesis is weighed with its multinomial probability, and its p-value computed by
every definition, so the share with p ≤ α carries no sampling noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import bdtr, bdtrc, gammaln, xlogy

from core.common.arguments import argument, check_number, check_progress, check_share, check_whole
from core.common.arrays import Floats
from core.common.cached import cached_property
from core.common.display import Displayed
from core.common.progress import report_progress
from core.distributions.trinomial import at_least
from core.errors import OptionError
from core.significance.cells import helped_hurt_pvalues
from core.significance.resampling import Progress
from core.teaching.definitions import DEFINITIONS

# The significance levels in use in small steps, those up to a coin toss in larger ones.
ALPHAS = tuple(k / 1000 for k in (*range(1, 101), *range(110, 501, 10)))

_MOST_ITEMS = 10_000
# Outcomes are left out, least likely first, until this much probability is gone.
_LEFT_OUT = 1e-7
# A p-value this close to α is rounding away from it.
_ROUNDING = 1e-12
_CHUNK = 4_096


@dataclass(frozen=True, repr=False)
class TypeOneErrors(Displayed):
    """The share of false alarms of each definition at each α, exact to within ``left_out``.

    ``changed`` is the share d of items on which the two systems differ, ``both_correct`` the share that both have
    right, None if unknown (resampling each system separately depends on it, and is then missing). ``n_resamples``
    matters only to the definitions about a sampled count.
    """

    n_items: int
    changed: float
    both_correct: float | None
    n_resamples: int
    alphas: tuple[float, ...]
    rates: dict[str, tuple[float, ...]]
    left_out: float

    def records(self) -> list[dict[str, float | str]]:
        """Return one row per definition and α, for a table or a plot."""
        return [
            {"definition": key, "alpha": alpha, "type_one_error": rate}
            for key, rates in self.rates.items()
            for alpha, rate in zip(self.alphas, rates, strict=True)
        ]


def type_one_errors(
    n: int,
    changed: float,
    *,
    both_correct: float | None = None,
    alphas: tuple[float, ...] = ALPHAS,
    n_resamples: int = 10_000,
    progress: Progress | bool | None = None,
) -> TypeOneErrors:
    """Compute how often each definition gives p ≤ α although neither system is better.

    Parameters
    ----------
    n : int
        The number of items, at most 10,000.
    changed : float
        The share of items on which the systems differ, half of them helped on average.
    both_correct : float, optional
        The share of items that both systems have right.
    alphas : floats
        The significance levels, increasing.
    n_resamples : int
        R of the definitions about a sampled count.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total).

    Raises
    ------
    OptionError
        If a share is not between 0 and 1, they add up to more than 1, or n is out of range.

    Examples
    --------
    >>> errors = type_one_errors(50, 0.14, alphas=(0.05,))
    >>> [round(errors.rates[key][0], 4) for key in ("permutation", "permutation-strict")]
    [0.016, 0.1423]
    """
    check_whole("n", n, 1, _MOST_ITEMS, ": with more items the type-I error changes little")
    for name, share in (("changed", changed), ("both_correct", 0.0 if both_correct is None else both_correct)):
        check_number(name, share, 0, 1, ": a share of the items")
    if changed + (both_correct or 0.0) > 1 + _ROUNDING:
        raise OptionError(f"changed + both_correct == {changed + (both_correct or 0.0)}, must be <= 1.")
    if not isinstance(alphas, Sequence | np.ndarray) or isinstance(alphas, str | bytes) or not len(alphas):
        raise OptionError(f"{argument('alphas', alphas)}, must be a list of increasing numbers > 0 and < 1.")
    for alpha in alphas:
        check_share("alphas", alpha)
    if list(alphas) != sorted(alphas):
        raise OptionError(f"{argument('alphas', alphas)}, must be increasing.")
    check_whole("n_resamples", n_resamples, 1, 10_000_000, "; 10,000 is usual")
    progress = check_progress(progress)
    n, n_resamples, alphas = int(n), int(n_resamples), tuple(map(float, alphas))
    levels = np.array(alphas) + _ROUNDING
    helped, hurt, probability = _outcomes(n, changed)
    rates = {key: np.zeros(len(levels)) for key, row in DEFINITIONS.items() if row.paired}
    for start in range(0, len(helped), _CHUNK):
        part = slice(start, start + _CHUNK)
        tails = _ChangeTails(n, helped[part], hurt[part])
        for key in rates:
            p = DEFINITIONS[key].value(tails)
            accepted = _accepted_counts if DEFINITIONS[key].sampled else _accepted
            rates[key] += accepted(p, probability[part], levels, n_resamples)
        report_progress(progress, min(start + _CHUNK, len(helped)), len(helped), "outcomes")
    if both_correct is not None:
        p, weights = _unpaired(n, changed, both_correct)
        rates["unpaired"] = _accepted(p, weights, levels, n_resamples)
    return TypeOneErrors(
        n_items=n,
        changed=changed,
        both_correct=both_correct,
        n_resamples=n_resamples,
        alphas=tuple(alphas),
        rates={key: tuple(np.minimum(rates[key], 1.0).tolist()) for key in DEFINITIONS if key in rates},
        left_out=max(0.0, 1 - float(probability.sum())),
    )


@dataclass(frozen=True, eq=False)
class _ChangeTails:
    """The probabilities of paired definitions for many outcomes of n 0/1 items; differences are counted in items."""

    n: int
    helped: Floats  # (cells,)
    hurt: Floats  # (cells,)

    @cached_property
    def difference(self) -> Floats:
        return self.helped - self.hurt

    def resampled(self, relation: str, multiple: int) -> Floats:
        return _resampled(self.n, self.helped, self.hurt, relation, multiple * self.difference)

    def half_size(self) -> Floats:
        draws = max(self.n // 2, 1)
        return _resampled(draws, self.helped * draws / self.n, self.hurt * draws / self.n, "<=", 0)

    def folded(self) -> Floats:
        least = np.floor(np.abs(self.difference) + self._mean_size + 1e-9) + 1
        above = at_least(self.n, self.helped, self.hurt, least)
        return above + at_least(self.n, self.hurt, self.helped, least)

    def swapped(self, relation: str) -> Floats:
        boundary = "include" if relation == ">=" else "exclude"
        return helped_hurt_pvalues(
            self.n, self.helped, self.hurt, test="permutation", alternative="two-sided", boundary=boundary
        )

    def swapped_to_the_observed_side(self) -> Floats:
        more, fewer = np.maximum(self.helped, self.hurt), np.minimum(self.helped, self.hurt)
        return helped_hurt_pvalues(self.n, more, fewer, test="permutation")

    def counted_swaps(self) -> Floats:
        return self.swapped(">=")

    def signs(self) -> Floats:
        return np.where(self.helped > 0, bdtrc(np.maximum(self.helped - 1, 0), self.n, 0.5), 1.0)

    @cached_property
    def _mean_size(self) -> Floats:
        """E|S| of the sum S of n draws.

        On a window of W sums, |k| = W/4 − (1/W)·Σ_{j odd} cos(2πjk/W)/sin²(πj/W), so one Fourier sum over the odd
        frequencies that the characteristic function leaves gives the mean.
        """
        n, up, down = self.n, self.helped[:, None] / self.n, self.hurt[:, None] / self.n
        spread = 25 + 8.7 * np.sqrt(self.helped + self.hurt)  # Bernstein: all but 1e-16 of the mass
        window = 2 * int(min(n, np.ceil((np.abs(self.difference) + spread).max()))) + 2
        t = 2 * np.pi / window * np.arange(1, window, 2)
        size = (1 - (up + down) * (1 - np.cos(t))) ** 2 + ((up - down) * np.sin(t)) ** 2
        with np.errstate(divide="ignore"):
            t = t[(n / 2 * np.log(size) > -45).any(axis=0)]
        waves = ((1 - (up + down) * (1 - np.cos(t)) + 1j * (up - down) * np.sin(t)) ** n).real
        return window / 4 - waves @ (1 / np.sin(t / 2) ** 2) / window


def _resampled(draws: int, up: Floats, down: Floats, relation: str, threshold: Floats | int) -> Floats:
    """P(S relation threshold) of sums of draws of +1 and −1, whole numbers."""
    if relation in (">=", ">"):
        return at_least(draws, up, down, threshold + (relation == ">"))
    return at_least(draws, down, up, -np.asarray(threshold) + (relation == "<"))


def _accepted(pvalues: Floats, probability: Floats, levels: Floats, n_resamples: int) -> Floats:
    """The probability of p ≤ level, for increasing levels."""
    place = np.searchsorted(levels, pvalues)
    weights = np.bincount(place, weights=probability, minlength=len(levels) + 1)
    return np.cumsum(weights)[: len(levels)]


def _accepted_counts(pvalues: Floats, probability: Floats, levels: Floats, n_resamples: int) -> Floats:
    """The probability of count/R ≤ level, the count being Binomial(R, p)."""
    most = np.floor(levels * n_resamples)
    possible = bdtr(most[-1], n_resamples, pvalues) > _ROUNDING
    return probability[possible] @ bdtr(most, n_resamples, pvalues[possible, None])


def _outcomes(n: int, changed: float) -> tuple[Floats, Floats, Floats]:
    """The likely (helped, hurt) with their multinomial probabilities, fewest changes first."""
    spread = 8 * np.sqrt(n * changed * (1 - changed)) + 40
    total = np.arange(max(0, int(n * changed - spread)), min(n, int(n * changed + spread)) + 1)
    helped = np.arange(0, total[-1] + 1)
    m, h = np.meshgrid(total, helped, indexing="ij")
    inside = (h <= m) & (np.abs(h - m / 2) <= 4 * np.sqrt(m) + 20)
    m, h = m[inside], h[inside]
    u = m - h
    log_probability = (
        gammaln(n + 1) - gammaln(h + 1) - gammaln(u + 1) - gammaln(n - m + 1)
        + xlogy(m, changed / 2) + xlogy(n - m, 1 - changed)
    )  # fmt: skip
    probability = np.exp(log_probability)
    order = np.argsort(probability)
    keep = np.sort(order[np.cumsum(probability[order]) > _LEFT_OUT])
    return h[keep], u[keep], probability[keep]


def _unpaired(n: int, changed: float, both_correct: float) -> tuple[Floats, Floats]:
    """P(δ* ≤ 0) with each system resampled separately, for all likely pairs of scores, and the pairs' probabilities.

    The scores' joint generating function (r₀₀ + r₁₀x + r₀₁y + r₁₁xy)ⁿ, inverted by one two-dimensional FFT.
    """
    share = both_correct + changed / 2
    spread = 8 * np.sqrt(n * share * (1 - share)) + 40
    scores = np.arange(max(0, int(n * share - spread)), min(n, int(n * share + spread)) + 1)
    x = np.exp(-2j * np.pi * np.arange(len(scores)) / len(scores))
    neither = 1 - changed - both_correct
    powers = (neither + changed / 2 * (x[:, None] + x) + both_correct * x[:, None] * x) ** n
    joint = np.maximum(np.fft.ifft2(powers).real, 0)[np.ix_(scores % len(scores), scores % len(scores))]
    # P(Binomial(n, e/n) = k) and P(Binomial(n, a/n) ≥ k), k = 0 … n
    k = np.arange(n + 1)
    at_most = bdtr(k, n, scores[:, None] / n)
    mass = np.diff(at_most, prepend=0.0, axis=1)
    reached = np.hstack([np.ones((len(scores), 1)), 1 - at_most[:, :-1]])
    pvalues = reached @ mass.T  # (baseline, experimental)
    return pvalues.ravel(), joint.ravel()
