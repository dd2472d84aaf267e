"""Type I error rates, against enumeration of every outcome under the null hypothesis."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError, Stopped
from core.teaching.definitions import DEFINITIONS
from core.teaching.type_one import type_one_errors
from tests.oracles import rational
from tests.oracles.definitions import from_laws

ALPHAS = (0.01, 0.03, 0.05, 0.1, 0.2, 0.5)


def pvalues(n, helped, hurt, both):
    """Return every definition's p-value of one outcome, in rational arithmetic."""
    differences = [1] * helped + [-1] * hurt + [0] * (n - helped - hurt)
    resampled, swapped = rational.bootstrap(differences), rational.permutation(differences)
    halves = Counter({0: Fraction(1)})
    for _ in range(max(n // 2, 1)):
        halves = rational.convolve(halves, {d: Fraction(times, n) for d, times in Counter(differences).items()})
    scores = [
        [comb(n, k) * Fraction(right, n) ** k * Fraction(n - right, n) ** (n - k) for k in range(n + 1)]
        for right in (both + hurt, both + helped)
    ]
    return from_laws(resampled, swapped, halves, Fraction(helped - hurt, n)) | {
        "unpaired": sum(scores[1][e] * scores[0][a] for a in range(n + 1) for e in range(a + 1)),
        "ties-as-losses": Fraction(sum(comb(n, k) for k in range(helped, n + 1)), 2**n),
    }


def by_enumeration(n, changed, both_correct, n_resamples):
    """Return P(p ≤ α) of every definition, by enumeration of the outcomes under the null hypothesis."""
    rates = {key: np.zeros(len(ALPHAS)) for key in DEFINITIONS}
    levels = [Fraction(str(alpha)) for alpha in ALPHAS]
    for helped, hurt, both in product(range(n + 1), repeat=3):
        neither = n - helped - hurt - both
        if neither < 0:
            continue
        ways = comb(n, helped) * comb(n - helped, hurt) * comb(n - helped - hurt, both)
        weight = ways * (changed / 2) ** (helped + hurt) * both_correct**both * (1 - changed - both_correct) ** neither
        p = pvalues(n, helped, hurt, both)
        for key in p:
            rates[key] += float(weight) * np.array([p[key] <= level for level in levels])
        counts = [int(level * n_resamples) for level in levels]
        rates["no-plus-one"] += float(weight) * stats.binom.cdf(counts, n_resamples, float(p["permutation"]))
    return rates


@pytest.mark.parametrize(
    ("n", "changed", "both_correct"),
    [(1, Fraction(1, 2), Fraction(1, 4)), (5, Fraction(7, 10), Fraction(1, 5)), (8, Fraction(1, 4), Fraction(1, 2))],
)
def test_rates_agree_with_every_outcome_one_by_one(n, changed, both_correct):
    truth = by_enumeration(n, changed, both_correct, 50)
    result = type_one_errors(n, float(changed), both_correct=float(both_correct), alphas=ALPHAS, n_resamples=50)
    assert list(result.rates) == list(DEFINITIONS)
    assert result.left_out <= 1e-7
    for key, rates in result.rates.items():
        assert rates == pytest.approx(truth[key], abs=2e-7), key


@pytest.fixture
def designs():
    """Type I error rates in units of α at 0.001, 0.05 and 0.1, of every definition that `BOUNDS` names."""
    changes = [(10, 2), (10, 5), (10, 7), (12, 4), (15, 3), (15, 7), (20, 10), (30, 2), (30, 15), (50, 5), (50, 7)]
    changes += [(50, 25), (100, 3), (100, 20), (100, 50), (500, 10), (500, 100), (500, 250), (2_000, 2)]
    changes += [(n, round(share * n)) for n in (10, 11, 13, 14, 19, 20, 50, 200) for share in (0.8, 0.9, 1)]
    alphas = (0.001, 0.05, 0.1)
    found = []
    for n, changed in changes:
        errors = type_one_errors(n, changed / n, both_correct=(1 - changed / n) / 2, alphas=alphas)
        for key, rates in errors.rates.items():
            found += [
                (key, alpha, changed, changed / n, rate / alpha) for alpha, rate in zip(alphas, rates, strict=True)
            ]
    return found


# The registry's claim for each definition: at this α, with at least this number and at most this share of items
# changed, the type I error rate is within these multiples of α.
HALF = 0.5
STRICT = ("bootstrap-strict", "shifted-bootstrap-strict", "permutation-strict")
BOUNDS = [
    ("bootstrap", 0.05, 2, HALF, 0, 1.1),
    ("bootstrap", 0.05, 10, HALF, 0.7, 1),
    ("bootstrap", 0.05, 2, 1, 0, 1.7),
    ("bootstrap", 0.001, 100, HALF, 0.7, 1),
    ("shifted-bootstrap", 0.05, 2, HALF, 0, 1.4),
    ("shifted-bootstrap", 0.05, 20, HALF, 0.7, 1),
    ("shifted-bootstrap", 0.05, 2, 1, 0, 2.3),
    ("shifted-bootstrap", 0.001, 250, HALF, 0.7, 1.1),
    *(("permutation", alpha, 2, 1, 0, 1) for alpha in (0.001, 0.05, 0.1)),
    *((key, 0.05, 2, HALF, 1, 20) for key in STRICT),
    *((key, 0.05, 100, HALF, 1, 1.3) for key in STRICT),
    ("permutation-strict", 0.05, 2, 1, 1, 20),
    ("folded", 0.05, 2, HALF, 2, 20),
    ("folded", 0.05, 100, HALF, 2, 2.5),
    ("half-size", 0.05, 2, HALF, 0, 1 / 3),
    *(("ties-as-losses", alpha, 2, HALF, 0, 0.06) for alpha in (0.001, 0.05, 0.1)),
    *(("one-sided-as-two", alpha, 2, 1, 0, 2) for alpha in (0.001, 0.05, 0.1)),
    # α + 1 / R, R being 10,000
    *(("no-plus-one", alpha, 2, 1, 0, 1 + 1e-4 / alpha) for alpha in (0.001, 0.05, 0.1)),
]


ALL_CHANGE = [
    ("bootstrap", 0, 1.1), ("shifted-bootstrap", 0, 1.4), ("bootstrap-strict", 1, 20),
    ("shifted-bootstrap-strict", 1, 20), ("folded", 2, 20), ("half-size", 0, 1 / 3), ("ties-as-losses", 0, 0.06),
]  # fmt: skip


@pytest.mark.thorough
def test_false_alarms_are_as_the_registry_describes_them(designs):
    for key, alpha, fewest, share, low, high in BOUNDS:
        times = [
            ratio
            for each, at, changed, part, ratio in designs
            if (each, at) == (key, alpha) and changed >= fewest and part <= share
        ]
        assert low <= min(times), (key, alpha, fewest, share)
        assert max(times) <= high + 1e-9, (key, alpha, fewest, share)
    # What is said of tied items is not so where nearly all change.
    for key, low, high in ALL_CHANGE:
        times = [ratio for each, at, _, part, ratio in designs if (each, at) == (key, 0.05) and part > 0.7]
        assert min(times) < low or max(times) > high, key


def test_ten_items_can_give_many_times_the_smallest_levels():
    rates = type_one_errors(10, 0.7, alphas=(0.001,)).rates
    assert 9 < rates["bootstrap"][0] / 0.001 < 11
    assert 19 < rates["shifted-bootstrap"][0] / 0.001 < 22


@pytest.mark.parametrize(
    ("n", "changed", "low", "high"), [(100, 0.1, 0, 0.1), (30, 0.3, 0.1, 0.4), (100, 0.5, 0.75, 1), (30, 0.7, 1.2, 2)]
)
def test_unpaired_resampling_is_judged_by_what_the_systems_share(n, changed, low, high):
    # Each system has half of the items right; by chance both have a quarter right, as where half of them change.
    errors = type_one_errors(n, changed, both_correct=(1 - changed) / 2, alphas=(0.05,))
    assert low <= errors.rates["unpaired"][0] / 0.05 <= high


def test_systems_that_never_differ_are_called_different_by_four_definitions():
    result = type_one_errors(30, 0.0, alphas=(0.01, 0.05))
    always = {key for key, rates in result.rates.items() if rates == (1.0, 1.0)}
    never = {key for key, rates in result.rates.items() if rates == (0.0, 0.0)}
    assert always == {"bootstrap-strict", "shifted-bootstrap-strict", "permutation-strict", "folded"}
    assert always | never == set(result.rates)
    assert "unpaired" not in result.rates


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 20_000}, "n == 20000, must be a whole number >= 1 and <= 10,000"),
        ({"both_correct": 0.9}, "changed \\+ both_correct == 1.1"),
        ({"alphas": (0.1, 0.05)}, "must be increasing"),
    ],
)
def test_options_out_of_range_are_named(arguments, message):
    with pytest.raises(OptionError, match=message):
        type_one_errors(**{"n": 20, "changed": 0.2, **arguments})


def test_progress_can_stop_the_sum():
    with pytest.raises(Stopped):
        type_one_errors(100, 0.2, progress=lambda done, total: False)
