"""An inverted p-value is called exact only when its own bound is at most 1e-4 and at most a twentieth of it."""

import pytest

import core
from tests.core.test_certified_inversion import pair_of


@pytest.mark.parametrize("data", ["smooth, 60", "smooth, 400", "one outlier"])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_bound_of_an_exact_answer(data, test, alternative):
    result = core.compare(pair_of(data), test=test, alternative=alternative, n_resamples=100)
    if result.engine == "fourier":
        assert result.error_bound <= min(1e-4, result.pvalue / 20)
    else:
        assert result.method == "monte-carlo" or not result.error_bound or result.error_bound < 1e-9
