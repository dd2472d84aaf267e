"""An inverted p-value is called exact only when its own bound is at most 1e-4 and at most a twentieth of it."""

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.distributions.test_fourier import pair_of


@pytest.mark.parametrize("data", ["smooth, 60", "smooth, 400", "one outlier"])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_bound_of_an_exact_answer(data, test, alternative):
    result = core.compare(pair_of(data), test=test, alternative=alternative, n_resamples=100)
    if "fourier" in result.engine:
        assert result.error_bound <= min(1e-4, result.pvalue / 20)
    else:
        assert result.method == "monte-carlo" or not result.error_bound or result.error_bound < 1e-9


def test_the_engine_names_every_engine_that_a_tail_came_from():
    # Whole numbers at the threshold 0; at twice the difference a span too wide for a lattice.
    generator = np.random.default_rng(7)
    sizes = generator.integers(10, 2_000, 60)
    a, e = (generator.integers(0, sizes) for _ in range(2))
    pair = PairedScores.from_scores(np.column_stack([a, sizes]), np.column_stack([e, sizes]))
    question = {"metric": "ratio", "test": "shifted-bootstrap"}
    assert core.compare(pair, alternative="greater", **question).engine == "fourier"
    assert core.compare(pair, alternative="two-sided", **question).engine == "lattice+fourier"
