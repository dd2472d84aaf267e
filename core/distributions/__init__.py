"""Exact distributions of sums, behind one door.

`exact_sum` picks the first engine that can compute a law, and `swapped_metric` the permutation test of metrics that are
not sums. An engine answers `at_least` and `at_most` with a `Tail`; where none can, `NotExactError` says why.

=================  ============================================================================
module             what is in it
=================  ============================================================================
added              the exact law of Σ ±d on a lattice
added_plane        the law of a plane's sums, added up step by step
binomial           the permutation test of differences that all have one size
boxes              the swapped sums of half of the items, in boxes that are halved where asked
brackets           what a probability lies between, and how certain it is made
chirps             exponentials of a square as short sums of cosines
coordinates        whole-numbered vectors of rank two at most
counted            exact permutation tests of any metric where few items changed
counted_resamples  exact bootstrap of any metric where items are few or much alike
counted_rows       exact permutation tests of few items on wide planes, counted
curved             tails of a random sum and the square of another
curved_list        few extreme outcomes of such sums, listed wherever they are
curved_mixture     their tilted law as a mixture, where the square bends much
curved_period      the period of frequencies from which such a tail is bracketed
curved_tilt        their tilted law, as a bracket that provably holds
curved_waves       the characteristic functions of such laws
deviations         how far a sum of tilted signs lies from its mean at most
enumeration        exact laws of sums of a few real differences, by counting every outcome
extreme_rows       which sums of a plane are as extreme as the observed one, row by row
fading             what a law tells at a glance: middle, deviation, and the cost of its inversion
few_ways           far tails of sums of signs, counted
fourier            certified Fourier inversion for sums of real values off any lattice
frequencies        sums and products of waves at equally spaced frequencies
gridded            sums of waves to two digits, by which it is told at which frequencies a sum matters
halves             exact permutation tests of harmonic means of some 40 items, two halves met in the middle
harmonic           the harmonic mean of two fractions after swaps
heap_rest          what is left over of sums in heaps, inverted for all at once
heaped             sums of values in a few heaps
heaps              values in a few heaps, and how many of each are drawn or get a plus
inversion          what inversions share: the bracket of a tail, and who asks for one
jitter             values near a lattice: which lattice, and what is left over
jittered           sums of values near a lattice
joint              characteristic functions of both parts of such sums
lattice            exact distributions of sums on a lattice
lattices           sums of parts of few points, as of several lattices
level              permutation tests of harmonic means of many items, between two planes
likely             the bootstrap where few items differ, by the draws that are likely at all
linear             metrics whose difference is a sum over items
listed             exact laws of sums of a few independent parts with few values each
metric_swaps       which engine computes the permutation test of a metric that is not a sum over items
ordered            the values of a sum from the largest down
pairs              pairs of boxes of two halves, and the planes that tell which of their sums are extreme
part_halves        the sums of half of a sum's parts, which meet in the middle
parts              parts of a sum that have few points each, and what is left over at these
peeled             sums of values of all sizes, the largest drawn one by one
peeled_core        what the last values leave open, inverted for all states at once
peeled_strata      the bootstrap's sum over strata beside values far from all others
peeled_swaps       permutation tests where swaps of a few items move far more than those of all others
peeling            the largest values drawn, and what is then decided or open
plane              exact permutation tests of metrics that are not sums
plane_decay        how fast the characteristic function of random signs decays
plane_frequencies  the frequencies at which the law of a swapped sum matters
plane_picture      the masses of a plane too large to list, for pictures
plane_rows         exact permutation tests on planes too large to list
plane_tilt         the tilt of a plane's sums that moves the metric's difference onto a threshold
quantiles          where a distribution function that is asked at single points passes a probability
quotients          permutation tests of quotients of sums on no lattice, or on too wide a one
rescaled           the law of a sum shifted and stretched, on a lattice of the smallest whole numbers
series             characteristic functions of many small values at once, by power series
spectrum           characteristic functions of sums of real values at equally spaced frequencies
stratified         the bootstrap's sum where each stratum is resampled by itself
sums               the two random sums behind every linear test
surfaces           where the boundary of what is extreme lies, box by box
swapped_plane      the law of T = Σ ±c for whole-numbered vectors c of two coordinates
swapped_score      a metric's difference after swaps
tail               the probability of one tail
threads            matrix products on one thread
tilted             far tails of sums of real values
tilting            the exponential tilt that moves the mean of a sum onto a far threshold
trinomial          tails of sums of n draws from +1, 0 and −1, for many (n, helped, hurt) at once
units              the lattice that scores lie on: real files print 1/30 as 0.033333
waves              products of cosines at many frequencies
wide_swaps         permutation tests of quotients whose planes take long to add up
=================  ============================================================================
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from numpy.typing import NDArray

from core.distributions.added import AddedSwaps, additions
from core.distributions.binomial import BinomialSum
from core.distributions.enumeration import EnumeratedResamples, EnumeratedSwaps, listing_cost, outcomes
from core.distributions.fading import inversion_cost
from core.distributions.fourier import FourierSum
from core.distributions.heaped import HeapedSum
from core.distributions.heaps import MOST_LISTED, heaps_of
from core.distributions.jitter import jitter_of
from core.distributions.jittered import JitteredSum
from core.distributions.lattice import LatticeSum
from core.distributions.lattices import SeveralLattices
from core.distributions.likely import LikelyResamples
from core.distributions.linear import LinearDifference, Threshold, linear_difference
from core.distributions.listed import ListedSum, listable, soon_listed
from core.distributions.metric_swaps import SwappedMetric, swapped_metric
from core.distributions.peeled import PeeledSum, peelable
from core.distributions.peeled_strata import PeeledStrata
from core.distributions.rescaled import Rescaled, reduced
from core.distributions.stratified import Law, SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from core.distributions.tail import Tail, certified
from core.errors import NotExactError

__all__ = [
    "ExactSum",
    "FourierSum",
    "LinearDifference",
    "ResampledSum",
    "SwappedMetric",
    "SwappedSum",
    "Tail",
    "Threshold",
    "certified",
    "exact_sum",
    "linear_difference",
    "swapped_metric",
]

# So few outcomes are listed sooner than a lattice is inverted.
_FEW = 2**12
# A point of half a window takes as long as so many frequencies × values, and so does a multiset that is listed.
_POINT = _LISTED = 16
# A lattice is inverted where that takes no more frequencies × values, and of strata half a window times as many.
_MOST_COST, _WIDE_STRATA, _FADING = 2**22, 2**22, 64
# Adding up is chosen where it takes fewer additions than these, and than so many for each cosine of an inversion.
_MOST_ADDITIONS, _COSINE = 4 * 10**7, 8
# A lattice is inverted where that takes no more cosines.
_MOST_COSINES = 2**23
_NO_LATTICE = "the scores lie on no lattice that can be told from chance"


class ExactSum(Protocol):
    """What every engine offers."""

    @property
    def engine(self) -> str: ...

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail: ...

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail: ...

    def points(self) -> tuple[NDArray[Any], NDArray[Any]]: ...

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """Inverts the distribution function where ``points`` are only a grid."""


def exact_sum(law: Law) -> ExactSum:
    """Return the first engine that can compute this law; whole-numbered values are a law on a lattice.

    Raises
    ------
    NotExactError
        If none can. (The Fourier engine may still refuse a single tail that it cannot certify.)
    """
    smallest, *stretched = reduced(law)
    engine = _first(smallest)
    return Rescaled(engine, *stretched) if stretched else engine


def _first(law: Law) -> ExactSum:
    if isinstance(law, ResampledSum):
        return _first_of_resampled(law)
    if len(law.values) > 1 and soon_listed(law):
        return ListedSum(law)
    if isinstance(law, SumOfResamples):
        return _first_of_strata(law)
    if len(law.values) <= 1:
        return BinomialSum(law)
    reasons = [] if law.whole else [_NO_LATTICE]
    if law.whole and outcomes(law) > _FEW:
        cosines = 2 * law.half_width() * len(law.values)
        if additions(law) <= min(_MOST_ADDITIONS, _COSINE * cosines):
            return AddedSwaps(law)
        if _few_frequencies(law):
            try:
                return LatticeSum(law)
            except NotExactError as error:
                reasons.append(str(error))
    try:
        return EnumeratedSwaps(law)
    except NotExactError as error:
        reasons.append(str(error))
    if listable(law):
        return ListedSum(law)
    return _inverted(law, "; ".join(reasons))


def _first_of_resampled(law: ResampledSum) -> ExactSum:
    reasons = [] if law.whole else [_NO_LATTICE]
    engines: list[Callable[[ResampledSum], ExactSum]] = [EnumeratedResamples]
    if law.whole and _few_frequencies(law):
        cost = inversion_cost(law) + _POINT * law.half_width()
        engines.insert(1 if listing_cost(law) < max(_FEW, cost / _LISTED) else 0, LatticeSum)
    for engine in engines:
        try:
            return engine(law)
        except NotExactError as error:
            reasons.append(str(error))
    inverted = partial(_inverted, because="; ".join(reasons))
    with suppress(NotExactError):
        return LikelyResamples(law, inverted)
    return inverted(law)


def _inverted(law: Law, because: str = "") -> ExactSum:
    """The engine of real values, or of whole numbers on too wide a lattice."""
    others, ways = partial(_unheaped, because=because), heaps_of(law)
    jitter = jitter_of(law) if ways else None
    most = jitter.listed_sooner if jitter and jitter.as_near(ways[0]) else MOST_LISTED
    return HeapedSum(law, ways, others, most) if ways and most else others(law)


def _unheaped(law: Law, because: str) -> ExactSum:
    jitter = jitter_of(law)
    rest: Callable[[Any], ExactSum] = partial(_whole, because=because, tried=law if jitter and jitter.soon else None)
    if isinstance(law, SumOfResamples):
        rest = partial(_peeled_strata, rest=rest)
    elif peelable(law):
        rest = partial(PeeledSum, engine_of=rest)
    engines: list[Callable[[], ExactSum]] = [partial(SeveralLattices, law, rest)]
    if jitter and jitter.soon:
        engines.insert(int(jitter.rough), partial(JitteredSum, law, jitter, exact_sum))
    for engine in engines:
        with suppress(NotExactError):
            return engine()
    return rest(law)


def _peeled_strata(law: SumOfResamples, rest: Callable[[Any], ExactSum]) -> ExactSum:
    try:
        return PeeledStrata(law, rest, partial(_peeled_strata, rest=rest))
    except NotExactError:
        return LatticeSum(law) if _narrow(law) else rest(law)


def _whole(law: Law, because: str, tried: Law | None) -> ExactSum:
    """The engine of a law of which no values are taken by themselves; a tried one is near no lattice."""
    if law.whole and not isinstance(law, SumOfResamples) and _few_frequencies(law):
        with suppress(NotExactError):
            return LatticeSum(law)
    if law is not tried and (jitter := jitter_of(law)):
        with suppress(NotExactError):
            return JitteredSum(law, jitter, exact_sum)
    return FourierSum(law, because=because)


def _few_frequencies(law: ResampledSum | SwappedSum) -> bool:
    """Whether a law of whole numbers is soon inverted on its lattice."""
    if isinstance(law, SwappedSum):
        return 2 * law.half_width() * len(law.values) <= _MOST_COSINES
    return inversion_cost(law) + _POINT * law.half_width() <= _MOST_COST


def _first_of_strata(law: SumOfResamples) -> ExactSum:
    if _narrow(law):
        with suppress(NotExactError):
            return LatticeSum(law)
    if listable(law):
        return ListedSum(law)
    return _inverted(law)


def _narrow(law: SumOfResamples) -> bool:
    """Whether a law of whole numbers is soon inverted on its lattice."""
    each = len(law.parts if law.counts.sum() > _FADING else law.values)  # of few draws most frequencies matter
    return law.whole and law.half_width() * each <= _WIDE_STRATA
