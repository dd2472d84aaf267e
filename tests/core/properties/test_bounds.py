"""Every engine's p-value is within its stated error bound of the exact value from integer arithmetic."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.sum_cases import KINDS, compared, random_case
from tests.oracles.sums import pvalue

pytestmark = pytest.mark.filterwarnings("ignore:The two systems are identical")

# Each kind, and the engine that most of its cases need.
ENGINES = {"signs": "binomial", "few reals": "enumeration"}
# How many cases to draw where counting the truth takes a second; `benchmarks.bounds` draws thousands.
FEWER = {"real": 3, "far reals": 4, "near a lattice": 4, "outlier": 6}


def assert_holds(result, truth):
    """Compare an exact p-value with the true one, within its bound and the rounding of a double."""
    error = abs(Fraction(result.pvalue) - truth)
    assert error <= Fraction(result.error_bound) + truth * Fraction(4, 10**16), (result.pvalue, float(truth))


@pytest.mark.parametrize("kind", KINDS)
def test_random_cases(kind):
    random = np.random.default_rng(5)
    engines = Counter()
    for _ in range(FEWER.get(kind, 15)):
        case = random_case(random, [kind])
        truth = pvalue(case.test, case.alternative, case.differences, case.weights, case.boundary)
        if truth is None:
            continue
        result = compared(case)
        engines[result.engine] += 1
        if result.computed:
            assert_holds(result, truth)
            if "fourier" not in result.engine and truth:
                assert result.error_bound <= 1e-6 * truth, case
    assert kind not in ENGINES or engines[ENGINES[kind]] >= 1, engines


@pytest.mark.parametrize(
    ("baseline", "experimental"),
    [
        ([0, 1000, 101001, 101000], [100000, 100000, 1000, 101001]),
        ([0] * 20, [60716] * 12 + [64065] * 6 + [-64066] * 2),
        ([0] * 30, [99_991] * 20 + [-99_989] * 10),
        ([7] * 9, [7 + 3 * 2**k for k in range(9)]),
    ],
)
def test_spans_far_wider_than_a_turn(baseline, experimental):
    differences = [e - a for a, e in zip(baseline, experimental, strict=True)]
    for test in ("bootstrap", "shifted-bootstrap", "permutation"):
        for alternative in ("greater", "less", "two-sided"):
            result = core.compare(PairedScores.from_scores(baseline, experimental), test=test, alternative=alternative)
            truth = pvalue(test, alternative, differences, [1] * len(differences))
            assert_holds(result, truth)
            assert result.error_bound <= 1e-8 * truth + 1e-300


@pytest.mark.parametrize("magnitude", [5e14, 4e15, 9e15, 1e17, 1e30, 1e139])
def test_whole_numbers_of_any_size_keep_their_ties(magnitude):
    generator = np.random.default_rng(1)
    some = np.rint(generator.random(3) * magnitude)
    baseline, experimental = generator.choice(some, 7), generator.choice(some, 7)
    differences = [int(e) - int(a) for a, e in zip(baseline, experimental, strict=True)]
    for test in ("bootstrap", "shifted-bootstrap", "permutation"):
        for alternative in ("greater", "less", "two-sided"):
            result = core.compare(PairedScores.from_scores(baseline, experimental), test=test, alternative=alternative)
            assert result.computed
            assert_holds(result, pvalue(test, alternative, differences, [1] * 7))


@pytest.mark.parametrize("size", [2, 1e15, 1e17])
def test_a_loss_that_all_items_share_is_a_loss(size):
    pair = PairedScores.from_scores([size] * 3, [0] * 3)
    found = {way: core.compare(pair, test="shifted-bootstrap", alternative=way).pvalue for way in ("greater", "less")}
    assert found == {"greater": 1, "less": 0}


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
def test_a_large_tied_score_blurs_no_difference(test):
    steps = np.random.default_rng(3).normal(0.6e-4, 1e-4, 60)
    alone = core.compare(PairedScores.from_scores(np.zeros(61), np.append(steps, 0)), test=test)
    assert alone.pvalue < 1e-3
    for shared in (1e6, 1e9, 1e12):
        pair = PairedScores.from_scores(np.append(np.zeros(60), shared), np.append(steps, shared))
        assert core.compare(pair, test=test).pvalue == alone.pvalue, shared


def test_large_scores_of_all_items_blur_hardly_any_difference():
    generator = np.random.default_rng(4)
    baseline = 1e9 + generator.normal(0, 1, 12)
    experimental = baseline + generator.normal(0.2e-4, 1e-4, 12)
    differences = [int((Fraction(e) - Fraction(a)) * 2**40) for a, e in zip(baseline, experimental, strict=True)]
    result = core.compare(PairedScores.from_scores(baseline, experimental), test="permutation", alternative="two-sided")
    assert_holds(result, pvalue("permutation", "two-sided", differences, [1] * 12))
