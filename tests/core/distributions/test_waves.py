"""Products of cosines, taken a few steps and many frequencies at a time, against plain products."""

import numpy as np
import pytest

from core.distributions.waves import cosine_product


@pytest.mark.parametrize("theta", [0.0, 0.02])
@pytest.mark.parametrize("once", [True, False], ids=["each once", "some often"])
def test_all_steps_count_at_all_frequencies(once, theta):
    generator = np.random.default_rng(3)
    steps = np.arange(1.0, 61.0)
    counts = np.ones(60) if once else generator.integers(1, 4, 60).astype(float)
    # More than are multiplied at once, and small ones too, where no product is negligible.
    frequencies = np.concatenate([np.linspace(0, 0.02, 20_000), np.linspace(0, 3, 200)])
    found = cosine_product(frequencies, steps, counts, np.multiply.outer, theta)
    right = np.ones(len(frequencies), dtype=complex)
    for step, count in zip(steps, counts, strict=True):
        right *= (np.cos(frequencies * step) + 1j * np.tanh(theta * step) * np.sin(frequencies * step)) ** count
    assert np.abs(right[10_000]) > 1e-9
    assert np.abs(found - right).max() < 1e-13
