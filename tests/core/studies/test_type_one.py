"""Type-I errors, against going through every outcome of the null hypothesis one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError, Stopped
from core.studies import DEFINITIONS, type_one_errors
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
    """Return P(p ≤ α) of every definition, going through the outcomes of the null hypothesis one by one."""
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


def test_the_permutation_test_never_exceeds_alpha():
    for n, changed in [(10, 0.7), (50, 0.14), (100, 0.05), (500, 0.2)]:
        result = type_one_errors(n, changed)
        assert (np.array(result.rates["permutation"]) <= np.array(result.alphas) + 1e-9).all()
        assert (np.array(result.rates["one-sided-as-two"]) <= 2 * np.array(result.alphas) + 1e-9).all()


def test_effects_are_as_the_registry_describes_them():
    rates = {
        key: values[0] for key, values in type_one_errors(500, 0.2, both_correct=0.6, alphas=(0.05,)).rates.items()
    }
    assert rates["bootstrap"] == pytest.approx(0.05, abs=0.005)
    assert rates["shifted-bootstrap"] == pytest.approx(0.05, abs=0.005)
    assert 0.08 < rates["one-sided-as-two"] <= 0.1
    assert 0.1 < rates["folded"] < 0.12
    assert rates["half-size"] < 0.015
    assert rates["unpaired"] < 0.02
    assert rates["ties-as-losses"] == 0
    few = {key: values[0] for key, values in type_one_errors(100, 0.05, alphas=(0.05,)).rates.items()}
    assert few["permutation"] < 0.01
    for key in ("bootstrap", "shifted-bootstrap", "permutation"):
        assert few[f"{key}-strict"] > 0.05


def test_systems_that_never_differ_are_called_different_by_four_definitions():
    result = type_one_errors(30, 0.0, alphas=(0.01, 0.05))
    always = {key for key, rates in result.rates.items() if rates == (1.0, 1.0)}
    never = {key for key, rates in result.rates.items() if rates == (0.0, 0.0)}
    assert always == {"bootstrap-strict", "shifted-bootstrap-strict", "permutation-strict", "folded"}
    assert always | never == set(result.rates)
    assert "unpaired" not in result.rates


def test_few_resamples_let_a_count_without_plus_one_pass_every_alpha():
    result = type_one_errors(50, 0.5, alphas=(0.001, 0.05), n_resamples=20)
    assert result.rates["no-plus-one"][0] > 0.03
    assert result.rates["no-plus-one"][1] > 0.05


def test_records_are_one_row_per_definition_and_alpha():
    result = type_one_errors(20, 0.3, alphas=(0.05, 0.1))
    rows = result.records()
    assert len(rows) == 2 * len(result.rates)
    assert rows[1] == {"definition": "bootstrap", "alpha": 0.1, "type_one_error": result.rates["bootstrap"][1]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n == 0, must be >= 1"),
        ({"n": 20_000}, "n == 20000, must be >= 1 and <= 10,000"),
        ({"changed": 1.5}, "changed == 1.5, must be >= 0 and <= 1"),
        ({"both_correct": 0.9}, "changed \\+ both_correct == 1.1"),
        ({"alphas": (0.1, 0.05)}, "must be increasing"),
        ({"alphas": ()}, "must be increasing"),
        ({"n_resamples": 0}, "n_resamples == 0"),
    ],
)
def test_options_out_of_range_are_named(arguments, message):
    with pytest.raises(OptionError, match=message):
        type_one_errors(**{"n": 20, "changed": 0.2, **arguments})


def test_progress_can_stop_the_sum():
    with pytest.raises(Stopped):
        type_one_errors(100, 0.2, progress=lambda done, total: False)
