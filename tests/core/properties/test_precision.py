"""The precision contract: exact p-values have a relative error of at most 1e-6, numerical ones of at most 2e-3."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from tests.core.pairs import ALTERNATIVES, TESTS

LARGEST = {"exact": 1e-6, "numerical": 2e-3}


def assert_kept(result):
    """Require that the error of a result is within the promise of its method."""
    if result.method == "monte-carlo":
        assert result.error_bound is None
        assert result.pvalue_interval is not None
        return
    assert result.pvalue_interval is None
    if result.pvalue > 1e-290:
        assert result.error_bound <= LARGEST[result.method] * result.pvalue * (1 + 1e-9)


@st.composite
def pairs(draw):
    """Paired scores of many shapes: outliers, ties, jitter, huge and tiny units, whole numbers and real ones."""
    n, seed = draw(st.sampled_from([1, 2, 3, 8, 15, 30, 80, 300])), draw(st.integers(0, 10**6))
    generator = np.random.default_rng(seed)
    kind = draw(st.sampled_from(["normal", "whole", "heavy", "jitter", "few", "outlier", "float32"]))
    d = {
        "normal": lambda: generator.normal(generator.choice([0, 0.2, 1]), 1, n),
        "whole": lambda: generator.integers(-4, 6, n).astype(float),
        "heavy": lambda: generator.standard_cauchy(n),
        "jitter": lambda: generator.integers(-2, 3, n) + 1e-5 * generator.normal(size=n),
        "few": lambda: np.where(generator.random(n) < 0.1, generator.normal(size=n), 0.0),
        "outlier": lambda: np.append(generator.normal(size=n - 1), 1e4),
        "float32": lambda: generator.normal(0.1, 1, n).astype(np.float32).astype(float),
    }[kind]()
    return d * draw(st.sampled_from([1.0, 1e-6, 1e9]))


@settings(max_examples=30, deadline=None)
@given(pairs(), st.sampled_from(TESTS), st.sampled_from(ALTERNATIVES))
def test_no_result_is_less_certain_than_its_method_says(d, test, alternative):
    assert_kept(core.compare(np.zeros(len(d)), d, test=test, alternative=alternative, n_resamples=500))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["f1-errors", "ratio", "f1"]), st.sampled_from(TESTS))
def test_no_result_of_counts_is_less_certain_than_its_method_says(seed, metric, test):
    generator = np.random.default_rng(seed)
    n, k = int(generator.choice([3, 12, 40, 200])), 4 if metric == "f1" else 2
    sides = np.sort(generator.integers(0, int(generator.choice([3, 40])), (2, n, k)), axis=2)
    result = core.compare(sides[0] + 1.0 * (np.arange(k) % 2), sides[1] + 1.0 * (np.arange(k) % 2), metric=metric,
                          test=test, n_resamples=500)  # fmt: skip
    assert_kept(result)


def test_a_demand_not_to_sample_takes_numerical_results():
    scores = np.random.default_rng(1).normal(0.1, 1, (2, 300))
    assert core.compare(*scores, method="exact").method == "numerical"


def test_scores_with_the_noise_of_32_bits_tie_and_a_note_says_so():
    generator = np.random.default_rng(2)
    right = generator.integers(0, 2, (2, 400)).astype(float)
    noisy = right * (1 - 1e-7 * generator.random((2, 400)))
    clean, result = core.compare(*right), core.compare(*noisy)
    assert result.pvalue == clean.pvalue
    assert (result.helped, result.hurt, result.tied) == (clean.helped, clean.hurt, clean.tied)
    assert any("32-bit rounding" in note for note in result.notes)
    assert not any("32-bit rounding" in note for note in clean.notes)


def test_differences_larger_than_32_bit_rounding_are_left_alone():
    result = core.compare([0.5, 0.25, 0.75], [0.5 * (1 + 3e-7), 0.25, 0.75])
    assert (result.helped, result.tied) == (1, 2)
    assert not math.isnan(result.pvalue)


@pytest.mark.parametrize("test", TESTS)
def test_a_page_prints_the_digits_that_hold(test):
    scores = np.random.default_rng(4).normal(0.1, 1, (2, 300))
    result = core.compare(*scores, test=test)
    printed = float(result.claimable_pvalue().replace("< ", ""))
    digits = len(result.claimable_pvalue().lstrip("0.").replace(".", ""))
    assert abs(printed - result.pvalue) <= 0.51 * 10.0 ** (math.floor(math.log10(result.pvalue)) + 1 - digits)
    assert result.error_bound <= 0.5 * 10.0 ** (math.floor(math.log10(result.pvalue)) + 1 - digits)
