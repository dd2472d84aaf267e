"""The boundary of what is extreme: heights on it, and planes that nothing passes unproven."""

from dataclasses import replace

import numpy as np
import pytest

from core.data.collapsed import Collapsed
from core.distributions.harmonic import harmonic_of
from core.distributions.surfaces import coordinates
from core.distributions.swapped_score import swapped_score
from core.metrics import METRICS
from tests.oracles.documents import b_cubed, f1


def boundary(n, seed, apart=0.2):
    a, e = b_cubed(n, seed, apart)
    rows = Collapsed(a, e, np.ones(n, dtype=np.int64))
    score, steps, counts = swapped_score(rows, METRICS["f1"], None)
    return score, steps, *coordinates(score, steps, counts, harmonic_of(rows, METRICS["f1"]))


def difference(score, surface, at, height):
    swapped = (surface.origin + at @ surface.axes + height[..., None] * surface.up) * surface.law.means
    return f1(score.experimental - swapped) - f1(score.baseline + swapped)


def test_coordinates_say_what_a_swap_moves():
    _, steps, surface, heights, places = boundary(12, 1)
    moved = places @ surface.axes + heights[:, None] * surface.up
    assert moved * surface.law.means == pytest.approx(steps, abs=1e-12)
    assert places.T @ places / 4 == pytest.approx(np.eye(places.shape[1]), abs=1e-9)


@pytest.mark.parametrize("multiple", [0, 1, -2])
def test_the_height_is_where_the_difference_is_as_large(multiple):
    score, _, surface, _, _ = boundary(12, 2)
    surface = replace(surface, x=multiple * score.observed)
    at = np.random.default_rng(2).normal(size=(20, len(surface.axes)))
    assert difference(score, surface, at, surface.height(at)) == pytest.approx(surface.x, abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sloped", [False, True])
def test_nothing_passes_the_planes(seed, sloped):
    score, _, surface, _, _ = boundary(10 + 5 * seed, seed)
    generator, k = np.random.default_rng(seed), len(surface.axes)
    low = generator.normal(size=(8, k))
    high = low + generator.uniform(0, 2, (8, k))
    planes = surface.planes(low, high, 1e-9, generator.normal(0, 1e-4, (8, k)) if sloped else None)
    sure, maybe = planes.ends
    assert np.isfinite(planes.ends).all()
    assert (sure < maybe).all()
    if not sloped:  # and they are next to each other: bounds that tell little would be of no use
        spread = np.std(surface.height(generator.normal(size=(100, k))) + generator.normal(0, 0.02, 100))
        assert (maybe - sure < 0.3 * spread).all()
    for i in range(8):
        at = np.concatenate([low[i] + (high - low)[i] * generator.random((200, k)), [low[i], high[i]]])
        rise = at @ planes.slope[i]
        assert (difference(score, surface, at, sure[i] + rise) >= surface.x + 1e-9).all()
        assert (difference(score, surface, at, maybe[i] + rise) <= surface.x - 1e-9).all()


def test_where_a_sum_may_be_below_nothing_nothing_is_proven():
    _, _, surface, _, _ = boundary(5, 4, apart=1.0)
    far = np.full((1, len(surface.axes)), 40.0)
    planes = surface.planes(-far, far, 0.0)
    assert planes.ends[0][0] == -np.inf or planes.ends[1][0] == np.inf
    assert np.isfinite(planes.slope).all()


def test_planes_are_put_together_and_picked():
    _, _, surface, _, _ = boundary(12, 5)
    low = np.zeros((3, len(surface.axes)))
    planes = surface.planes(low, low + np.array([[0.1], [0.5], [1.0]]), 0.0)
    both = planes.only(np.array([2])).and_(planes.only(np.array([0, 1])))
    assert both.sure.tolist() == planes.sure[[2, 0, 1]].tolist()
    assert both.middle.tolist() == planes.middle[[2, 0, 1]].tolist()
