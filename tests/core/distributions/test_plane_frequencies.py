"""The frequencies that are found: all others together add no more than is said, and that is no more than they may."""

from dataclasses import replace

import numpy as np
import pytest

from core.distributions import plane_frequencies
from core.distributions.plane_frequencies import frequencies
from core.distributions.swapped_plane import COARSE, SwappedPlane
from core.errors import NotExactError


def all_frequencies(shape):
    j, k = np.meshgrid(np.arange(shape[0]) - (shape[0] - 1) // 2, np.arange(shape[1] // 2 + 1), indexing="ij")
    return np.column_stack([j.ravel(), k.ravel()])


def decay(law, slope, turns):
    angles = np.pi * turns @ law.steps.T
    return np.abs(np.cos(angles) + 1j * slope * np.sin(angles)) ** law.counts


def added(law, shape, slope, listed):
    """What each adds at most: |φ| times the largest geometric series over a row, in the worse direction."""
    turns = listed / shape
    gap = np.sin(2 * np.pi * np.minimum(np.abs(turns), 0.25))
    series = np.minimum(2 / np.maximum(gap, 1e-9), shape) / shape
    return 2 * decay(law, slope, turns).prod(axis=1) * series.max(axis=1)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("most_cells", [2**12, 32])
def test_what_is_left_out_adds_no_more_than_it_says(seed, most_cells, monkeypatch):
    monkeypatch.setattr(plane_frequencies, "_MOST_CELLS", most_cells)
    monkeypatch.setattr(plane_frequencies, "_FEWEST_CELLS", min(most_cells, 2**8))
    monkeypatch.setattr(plane_frequencies, "_MOST_FREQUENCIES", 4_000 if most_cells > 32 else 700)
    rng = np.random.default_rng(seed)
    n, span = int(rng.integers(90, 300)), int(rng.integers(2, 9))
    steps, counts = np.unique(rng.integers(-span, span + 1, (n, 2)), axis=0, return_counts=True)
    law = replace(SwappedPlane(steps, counts), outside=float(rng.choice([4e-16, COARSE, 1e-5])))
    shape = rng.integers(60, 200, 2)
    slope = np.tanh(steps @ rng.uniform(-0.1, 0.1, 2) * (seed % 2))
    try:
        found, left_out = frequencies(law, shape, slope)
    except NotExactError:
        assert most_cells == 32
        return
    whole = all_frequencies(shape)
    kept = {tuple(each) for each in found.tolist()}
    assert kept <= {tuple(each) for each in whole.tolist()}
    rest = np.array([tuple(each) not in kept for each in whole.tolist()])
    assert added(law, shape, slope, whole[rest]).sum() <= left_out <= law.outside


def test_frequencies_past_half_a_turn_are_found_too():
    # Steps of even whole numbers: φ is as large at half a turn as at none.
    steps = np.array([[2, 0], [0, 2], [2, 2], [4, 2]])
    law = SwappedPlane(steps, np.full(4, 60))
    shape = np.array([80, 81])
    found, _ = frequencies(law, shape, np.zeros(4))
    assert {(40, 0), (0, 0), (0, 40)} <= {tuple(each) for each in found.tolist()}
    large = decay(law, np.zeros(4), all_frequencies(shape) / shape).prod(axis=1) > 1e-9
    assert {tuple(each) for each in all_frequencies(shape)[large].tolist()} <= {tuple(e) for e in found.tolist()}


def test_few_items_are_refused_before_anything_is_listed():
    rng = np.random.default_rng(1)
    law = SwappedPlane(rng.integers(-900, 900, (30, 2)), np.ones(30, dtype=int))
    with pytest.raises(NotExactError, match="too few items changed to tell"):
        frequencies(law, np.array([6_000, 9_000]), np.zeros(30))
