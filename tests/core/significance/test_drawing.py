"""Every method of drawing rows gives the counts of one multinomial draw."""

import numpy as np
import pytest

from core.significance.drawing import Multinomial

WEIGHTS = {
    "rare rows only": np.full(400, 1),
    "often and rare": np.append([900, 300], np.full(60, 1)),
    "often only": np.array([70, 20, 10]),
    "one row": np.array([7]),
    "no whole numbers": np.append([0.3, 0.2], np.linspace(0, 0.001, 80)),
}


def drawn(weights, draws, size=1_024, most=2**25, seed=5):
    law = Multinomial(weights, draws)
    return np.concatenate(list(law.times(lambda part: np.random.default_rng([seed, part]), size, most)))


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS)
@pytest.mark.parametrize("draws", [30, 200])
def test_means_and_variances_are_a_multinomials(weights, draws):
    counts = np.concatenate([drawn(weights, draws, seed=seed) for seed in range(20)])
    chances = weights / weights.sum()
    assert (counts.sum(axis=1) == draws).all()
    variance = draws * chances * (1 - chances)
    off = counts.mean(axis=0) - draws * chances
    assert (np.abs(off) <= 5 * np.sqrt(variance / len(counts))).all()
    common = variance > 5
    assert counts.var(axis=0)[common] == pytest.approx(variance[common], rel=0.1, abs=0)
