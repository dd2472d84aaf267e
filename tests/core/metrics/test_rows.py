"""Perplexity, an increasing function of a mean: its swaps and its sign are those of the mean."""

import math

import numpy as np
import pytest

import core
from core.errors import NotExactError
from tests.oracles.enumeration import resampled, swapped

LOSSES = [(7, 3), (2, 1), (9, 4), (5, 2), (12, 5)]
BETTER = [(6, 3), (2, 1), (10, 4), (3, 2), (11, 5)]
# Words counted by another tokenizer
OTHER = [(6, 2), (2, 1), (10, 5), (3, 2), (11, 5)]


def perplexity(sums):
    return math.exp(sums[0] / sums[1])


def share(law, counts):
    return float(sum(chance for value, chance in law.items() if counts(value)))


@pytest.mark.parametrize("experimental", [BETTER, OTHER])
@pytest.mark.parametrize("boundary", ["include", "exclude"])
def test_swaps_are_exact(experimental, boundary):
    law = swapped(LOSSES, experimental, perplexity)
    observed, slack = perplexity(np.sum(experimental, 0)) - perplexity(np.sum(LOSSES, 0)), 1e-9
    slack = slack if boundary == "include" else -slack
    sides = {
        "two-sided": lambda x: abs(x) >= abs(observed) - slack,
        "greater": lambda x: x <= observed + slack,  # lower is better
        "less": lambda x: x >= observed - slack,
    }
    for alternative, counts in sides.items():
        result = core.compare(LOSSES, experimental, metric="perplexity", alternative=alternative, boundary=boundary)
        assert result.statistic == pytest.approx(observed, rel=1e-12, abs=0)
        if experimental is BETTER:
            assert result.computed
            assert result.pvalue == pytest.approx(share(law, counts), abs=1e-12)
        else:
            low, high = result.pvalue_interval or (result.pvalue - 1e-12, result.pvalue + 1e-12)
            assert low <= share(law, counts) <= high


def test_the_sign_of_resamples_is_exact():
    law = resampled(LOSSES, BETTER, perplexity)
    for alternative, counts in (("greater", lambda x: x >= -1e-12), ("less", lambda x: x <= 1e-12)):
        result = core.compare(LOSSES, BETTER, metric="perplexity", test="bootstrap", alternative=alternative)
        assert result.computed
        assert result.pvalue == pytest.approx(share(law, counts), abs=1e-12)
    shifted = {"test": "shifted-bootstrap", "method": "exact"}
    assert core.compare(LOSSES, BETTER, metric="perplexity", **shifted).computed
    with pytest.raises(NotExactError, match="no exact method is known for perplexity"):
        core.compare(*(np.tile(each, (40, 1)) for each in (LOSSES, BETTER)), metric="perplexity", **shifted)


def test_the_picture_of_chance_is_that_of_all_swaps():
    law = swapped(LOSSES, BETTER, perplexity)
    drawn = core.compare(LOSSES, BETTER, metric="perplexity").null_distribution
    for value, chance in zip(drawn.values, drawn.mass, strict=True):
        assert share(law, lambda x, value=value: abs(x - value) < 1e-9) == pytest.approx(chance, abs=1e-12)
    assert drawn.mass.sum() == pytest.approx(1)
