"""Power from pilot scores of any metric: simulate studies of other sizes from the pilot's items.

The difference of any metric is close to normal, so that power is close to Φ(b·√n·gain − c). That curve is fitted
to studies of a few sizes; it gives the n for a power and the gain that n items can show, each with its error. The power
at the n asked for is counted among studies of that very size.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from core.common.arguments import check_number, check_whole
from core.common.arrays import Floats, Integers
from core.common.progress import Steps
from core.data.paired import CountedScores, PairedScores
from core.errors import OptionError
from core.inference.effect_size import changes_alike
from core.metrics import Metric, resolve_metric
from core.planning.rates import EffectiveItems
from core.planning.rejections import AtSize
from core.planning.sizes import PowerCurve
from core.significance import TESTS
from core.significance.observed import Observed
from core.significance.pvalue import RejectionRegion, clopper_pearson, sampled_pvalue

# Most items of a simulated study: it takes about a second.
MOST_SIMULATED = 20_000
# A simulated study has R resamples, (R + 1)·α = 50: 999 for α = 0.05. A fifth of them decides most studies.
_BEYOND = 50
_LEAST_ALPHA = 0.001
# Simulated sizes, relative to the size from the normal approximation, where the curve is steepest.
_AROUND = (0.4, 0.7, 1.0, 1.4, 2.0)
_Z99 = float(ndtri(0.995))
_EXACT = 1e-12


@dataclass(frozen=True, eq=False)
class Simulated:
    """Studies simulated from pilot scores, and the curve Φ(b·√n − c) fitted to their powers (None if no curve fits).

    ``gain`` is how much better the experimental system is; sizes are in independent items, which ``effective`` turns
    into items of the study.
    """

    gain: float
    n_studies: int
    sizes: Integers
    powers: Floats
    at_n: AtSize | None
    effective: EffectiveItems
    fit: tuple[Floats, Floats] | None  # (b, c) and their covariance

    def smallest_n(self, target: float) -> int | None:
        """Return the n with the target power; None if there is none up to 10,000,000."""
        return None if self.fit is None else self._items((float(ndtri(target)) + self.fit[0][1]) / self.fit[0][0])

    def n_interval(self, target: float) -> tuple[int | None, int | None]:
        """Return the 99 % interval of the smallest n, which covers the simulation's error only."""
        if self.fit is None:
            return None, None
        (b, c), covariance = self.fit
        root = (float(ndtri(target)) + c) / b
        slope = np.array([-root, 1.0]) / b
        error = _Z99 * float(np.sqrt(slope @ covariance @ slope))
        return self._items(root - error), self._items(root + error)

    def smallest_gain(self, n: int, target: float) -> float | None:
        """Return the smallest gain, in the metric's unit, that n items detect with the target power."""
        if self.fit is None:
            return None
        b, c = self.fit[0]
        needed = max(float(ndtri(target)) + c, 0.0)
        return float(abs(self.gain) * needed / (b * np.sqrt(n / self.effective.effect)))

    def curve(self, largest: int, n_points: int) -> PowerCurve:
        """Return sizes, the fitted power, and the ends of its 99 % interval."""
        n = np.unique(np.linspace(1, largest, n_points).astype(np.int64))
        if self.fit is None:
            return PowerCurve(n[:0], *(np.zeros(0),) * 3)
        basis = np.column_stack([np.sqrt(n / self.effective.effect), np.full(len(n), -1.0)])
        z = basis @ self.fit[0]
        error = _Z99 * np.sqrt(np.einsum("ij,jk,ik->i", basis, self.fit[1], basis))
        return PowerCurve(n, ndtr(z), ndtr(z - error), ndtr(z + error))

    def _items(self, root: float) -> int | None:
        size = max(root, 0.0) ** 2
        return self.effective.items(int(np.ceil(size))) if size <= 1e7 else None


def pilot_rates(pilot: PairedScores, metric: str | Metric) -> tuple[float, float] | None:
    """Return the pilot's shares of helped and hurt items, or None if its difference has other sources."""
    return rates_of(Observed(pilot, resolve_metric(metric, pilot)))


def rates_of(observed: Observed) -> tuple[float, float] | None:
    """Return the same for a pair with its metric."""
    helped, hurt, _ = observed.helped_hurt_tied
    if not changes_alike(observed) or helped is None or hurt is None:
        return None
    n = len(observed.pair)
    if abs(observed.metric.sign * observed.difference - (helped - hurt) / n) > _EXACT:
        return None
    return helped / n, hurt / n


@dataclass(frozen=True, eq=False)
class PilotPower:
    """Studies of any size drawn from pilot scores, and their test."""

    pilot: PairedScores
    observed: Observed  # the pilot under its metric
    test: str
    alternative: str
    alpha: float
    n_studies: int
    seed: int

    def simulate(
        self,
        n: int | None,
        targets: Sequence[float],
        effective: EffectiveItems,
        progress: Callable[[int, int], bool | None] | None,
    ) -> Simulated:
        """Simulate studies of n items, and of sizes around those with the target powers."""
        check_whole("n_studies", self.n_studies, 20, 100_000, "; 200 give a power within about ± 0.07")
        check_number("alpha", self.alpha, _LEAST_ALPHA, 0.5, ": pilot scores are simulated")
        worth = None if n is None else effective.independent(n)
        if worth is not None and worth > MOST_SIMULATED:
            raise OptionError(
                f"n == {n:,} is too many to simulate: with pilot scores, n is at most {MOST_SIMULATED:,}."
            )
        sizes = self._sizes(targets)
        steps = Steps(progress, (len(sizes) + (worth is not None)) * self.n_studies, "studies")
        at_n = None if worth is None else self._study(worth, steps)
        powers = np.array([self._study(size, steps).power for size in sizes], dtype=float)
        gain = self.observed.metric.sign * self.observed.difference
        return Simulated(gain, self.n_studies, sizes, powers, at_n, effective, _fitted(sizes, powers, self.n_studies))

    def _sizes(self, targets: Sequence[float]) -> Integers:
        """Sizes around the normal approximation of the middle target's size; empty if no size has the power."""
        observed, gain = self.observed, self.observed.difference
        if gain == 0 or observed.metric.side(self.alternative) == ("less" if gain > 0 else "greater"):
            return np.zeros(0, dtype=np.int64)
        draws = TESTS["bootstrap"].distribution(observed, 1000, self.seed).samples()
        deviation = float(draws.std()) * np.sqrt(len(self.pilot))
        z = -ndtri(self.alpha / (2 if self.alternative == "two-sided" else 1)) + ndtri(float(np.median(targets)))
        about = max((float(z) * deviation / gain) ** 2, 10.0)
        if about > MOST_SIMULATED:
            return np.zeros(0, dtype=np.int64)
        return np.unique(np.minimum(np.rint(about * np.array(_AROUND)), MOST_SIMULATED).astype(np.int64))

    def _study(self, n: int, steps: Steps) -> AtSize:
        random = np.random.default_rng([self.seed, n])
        a, e, counts = self.pilot.collapsed
        gain, differences = self.observed.difference, np.zeros(self.n_studies)
        significant = np.zeros(self.n_studies, dtype=bool)
        for i, drawn in enumerate(random.multinomial(n, counts / counts.sum(), size=self.n_studies)):
            study = Observed(CountedScores(a, e, drawn, self.pilot), self.observed.metric)
            differences[i] = study.difference
            significant[i] = self._is_significant(study, int(random.integers(2**31)))
            steps.done()
        right, rejected = significant & (differences * gain > 0), int(significant.sum())
        mean = float(np.abs(differences[significant]).mean()) if rejected else 0.0
        return AtSize(
            power=None if gain == 0 else float(right.mean()),
            rejected=rejected / self.n_studies,
            type_m=mean / abs(gain) if gain and rejected else None,
            type_s=1 - int(right.sum()) / rejected if gain and rejected else None,
            interval=clopper_pearson(int(right.sum()), self.n_studies),
        )

    def _is_significant(self, study: Observed, seed: int) -> bool:
        """Whether p ≤ α, by a few resamples if their 99 % interval excludes α, else by all."""
        test = TESTS[self.test]
        side = study.metric.side(self.alternative)
        region = RejectionRegion.of(test, side, study.reference, tolerance=study.tolerance)
        resamples = math.ceil(_BEYOND / self.alpha)
        for n_resamples in (resamples // 5 - 1, resamples - 1):
            sampling = test.distribution(study, n_resamples, seed)
            found = sampled_pvalue(region, sampling.samples(), plus_one=sampling.plus_one)
            low, high = found.interval or (0.0, 1.0)
            if not low <= self.alpha <= high:
                break
        return found.value <= self.alpha


def _fitted(sizes: Integers, powers: Floats, n_studies: int) -> tuple[Floats, Floats] | None:
    """Fit Φ⁻¹(power) = b·√n − c by weighted least squares; None unless power grows with n."""
    if len(sizes) < 3:
        return None
    share = (powers * n_studies + 0.5) / (n_studies + 1)
    z = ndtri(share)
    weights = n_studies * np.exp(-(z**2)) / (2 * np.pi) / (share * (1 - share))
    basis = np.column_stack([np.sqrt(sizes), np.full(len(sizes), -1.0)])
    covariance = np.linalg.inv((basis * weights[:, None]).T @ basis)
    fit = covariance @ ((basis * weights[:, None]).T @ z)
    return (fit, covariance) if fit[0] > 0 else None
