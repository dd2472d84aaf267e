"""Sums of draws of two values: the binomial distribution.

The permutation test of differences that all have one size is the sign test, for right-or-wrong scores McNemar's exact
test; the bootstrap of differences with two values is binomial too. If each of n draws is the larger value with
probability q, P(at least k of n) is the regularised incomplete beta function I_q(k, n − k + 1) (Pearson 1968), in O(1).
The error bound covers the rounding of that function.
"""

import math
from fractions import Fraction

import numpy as np
from scipy.special import betainc, gammaln, logsumexp

from core.common.arrays import Floats, Integers
from core.distributions.probability import Probability
from core.distributions.sums import IndependentSum
from core.errors import NotExactError

# Below this probability, sum the logarithms of the masses instead.
SMALLEST_DIRECT = 1e-200
# Masses fall at least geometrically: further terms are negligible.
MOST_SUMMED = 10_000


class BinomialSum:
    """The law of n draws of two values, or of one.

    Raises NotExactError if the law has more than one part, or more than two values.
    """

    engine = "binomial"
    quantile = None

    def __init__(self, law: IndependentSum) -> None:
        if len(law.draws) > 1 or len(law.values) > 2:
            raise NotExactError("the differences have more than two values")
        self.law = law
        self.n = int(law.draws[0])
        self.low, self.step = law.values.min().item(), (law.values.max() - law.values.min()).item()
        self.q = float(law.weights[np.argmax(law.values)]) if len(law.values) == 2 else 0.0

    def at_least(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≥ x), or P(S > x)."""
        slack = -self.law.tolerance if strict else self.law.tolerance
        above = Fraction(x) - self.n * Fraction(self.low) - Fraction(slack)
        if not self.step:
            return Probability.of(float(above < 0 if strict else above <= 0), 0.0, self.engine)
        least = above / Fraction(self.step)
        k = math.floor(least) + 1 if strict else math.ceil(least)
        if k <= 0:
            return Probability.of(1.0, 0.0, self.engine)
        if k > self.n:
            return Probability.of(0.0, 0.0, self.engine)
        if k == self.n:
            log = self.law.log_probability_of_maximum()
            value = 0.5**self.n if self.q == 0.5 else math.exp(log)
            return Probability(value, log, 4e-16 * (1 - log), self.engine)
        value = float(betainc(k, self.n - k + 1, self.q))  # scipy.stats.binom is off by 1e-9 at a million draws
        if value > SMALLEST_DIRECT:
            return Probability.of(value, 1e-12 * value, self.engine)
        log = float(logsumexp(self._log_mass(np.arange(k, min(self.n, k + MOST_SUMMED) + 1))))
        # A mass is a sum of a few logarithms, none larger than ln n! or n·|ln q|.
        size = float(gammaln(self.n + 1)) - self.n * math.log(min(self.q, 1 - self.q))
        return Probability.from_log(log, 4e-15 * (1 + size), self.engine)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≤ x), or P(S < x)."""
        return BinomialSum(self.law.reflected()).at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums within 9 standard deviations of the mean and their probabilities."""
        if not self.step:
            return np.array([float(self.n * self.low)]), np.ones(1)
        reach = 9 * math.sqrt(self.n * self.q * (1 - self.q)) + 30
        k = np.arange(max(0, math.floor(self.n * self.q - reach)), min(self.n, math.ceil(self.n * self.q + reach)) + 1)
        return self.n * float(self.low) + self.step * k.astype(float), np.exp(self._log_mass(k))

    def _log_mass(self, k: Integers) -> Floats:
        choose = gammaln(self.n + 1) - gammaln(k + 1) - gammaln(self.n - k + 1)
        return np.asarray(choose + k * math.log(self.q) + (self.n - k) * math.log1p(-self.q))


def binomial_at_least(trials: Integers, rate: float, least: Integers) -> Floats:
    """P(Binomial(trials, rate) ≥ least), for whole arrays."""
    # bdtr has an error of 1e-9 at a million.
    k, above = np.maximum(least, 1), np.maximum(trials - least + 1, 1)
    return np.select([least <= 0, least > trials], [1.0, 0.0], betainc(k, above, rate))
