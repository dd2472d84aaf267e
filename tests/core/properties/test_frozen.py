"""Results can be pickled and unpickled unchanged, and their arrays are read-only."""

import copy
import pickle

import numpy as np
import pytest

import core

RANDOM = np.random.default_rng(0)
COUNTS = core.PairedScores.from_scores(RANDOM.integers(1, 5, (50, 2)), RANDOM.integers(1, 5, (50, 2)))
PAIRS = {
    "binary": (core.helped_hurt(50, 7, 3), "mean"),
    "real": (core.PairedScores.from_scores(*RANDOM.normal(size=(2, 80))), "mean"),
    "few real": (core.PairedScores.from_scores(*RANDOM.normal(size=(2, 7))), "mean"),
    "f1": (COUNTS, "f1-errors"),
    "labels": (
        core.PairedScores(
            np.eye(6)[RANDOM.integers(0, 6, 30)], np.eye(6)[RANDOM.integers(0, 6, 30)],
            tuple(f"{what} {label}" for label in "xy" for what in ("tp", "predicted", "gold")), labels=("x", "y"),
        ),
        "macro-f1",
    ),
}  # fmt: skip


def arrays(result, pair):
    yield from (result.bootstrap_distribution.values, result.bootstrap_distribution.mass)
    if result.null_distribution is not None:
        yield from (result.null_distribution.values, result.null_distribution.mass)
    yield from (pair.baseline, pair.experimental, *pair.collapsed)


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize("test", core.TESTS)
@pytest.mark.parametrize("name", PAIRS)
def test_results_pickle_and_stay_frozen(name, test, method):
    pair, metric = PAIRS[name]
    result = core.compare(pair, metric=metric, test=test, method=method, n_resamples=200, margin=0.1)
    again = pickle.loads(pickle.dumps(result))
    for one, of in ((result, pair), (again, pickle.loads(pickle.dumps(pair))), (copy.deepcopy(result), pair)):
        assert one.to_dict() == result.to_dict()
        assert of.digest == pair.digest
        assert one.confidence_interval(0.8, "bca") == result.confidence_interval(0.8, "bca")
        for array in arrays(one, of):
            assert not array.flags.writeable
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 7
