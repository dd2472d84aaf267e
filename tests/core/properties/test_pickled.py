"""Results of every engine can be sent to other processes."""

import pickle

import numpy as np
import pytest

import core
from core.data.paired import PairedScores


def values(kind, n):
    generator = np.random.default_rng(n)
    signs, noise = generator.choice([-1, 0, 1], n), generator.normal(size=n)
    return {
        "right or wrong": signs,
        "with noise": signs + 1e-7 * noise,
        "real": noise,
        "two sizes": signs * generator.choice([1, 2**0.5], n) + 1e-6 * noise,
        "outliers": np.append(noise[3:], [1e6, -4e5, 7e5]),
        "heavy-tailed": generator.standard_cauchy(n),
        "quarters": np.round(4 * noise) / 4 + 0.1,
    }[kind].astype(float)


@pytest.mark.parametrize("strata", [1, 3])
@pytest.mark.parametrize("n", [24, 60, 400])
@pytest.mark.parametrize(
    "kind", ["right or wrong", "with noise", "real", "two sizes", "outliers", "heavy-tailed", "quarters"]
)
def test_results_of_means_can_be_pickled(kind, n, strata):
    pair = PairedScores.from_scores(np.zeros(n), values(kind, n))
    if strata > 1:
        pair = pair.with_strata([str(each % strata) for each in range(n)])
    for test in core.TESTS:
        result = core.compare(pair, test=test)
        result.confidence_interval()
        sent = pickle.loads(pickle.dumps(result))
        assert sent.pvalue == result.pvalue
        assert sent.confidence_interval() == result.confidence_interval()
        assert len(sent.bootstrap_distribution.values) == len(result.bootstrap_distribution.values)
