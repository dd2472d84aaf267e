"""Pairs of boxes: together they are all pairs of sums, and what they leave open shrinks."""

import numpy as np
import pytest
from scipy.stats import norm

from core.distributions.boxes import Boxes
from core.distributions.pairs import Spread, halved_pairs
from tests.core.distributions.test_surfaces import boundary


def test_the_share_of_a_normal_law_between_two_heights():
    spread = Spread(np.array([0.5, -1.0]), 2.0)
    places = np.array([[1.0, 0.0], [0.0, 3.0], [2.0, 2.0], [0.0, 0.0]])
    low, high = np.array([-1.0, -np.inf, 20.0, 3.0]), np.array([2.0, 1.0, 22.0, np.inf])
    law = norm(places @ spread.slope, 2.0)
    right = np.where(low > 0, law.sf(low) - law.sf(high), law.cdf(high) - law.cdf(low))
    assert spread.between(places, low, high) == pytest.approx(right, rel=1e-12, abs=0)


@pytest.mark.parametrize("enough", [1.0, 1e-3, 1e-4])
def test_boxes_are_halved_until_little_is_left_open(enough):
    _, _, surface, heights, places = boundary(24, 6)
    halves = tuple(
        Boxes(heights[i::2], places[i::2], np.ones(12, dtype=np.int64), np.sqrt(surface.bends)) for i in (0, 1)
    )
    slope = heights @ places / 4
    spread = Spread(slope, float(np.sqrt(heights @ heights / 4 - slope @ slope)))
    pairs = halved_pairs(halves, surface, 0.0, spread, enough, few=0)
    sizes = pairs.sizes
    assert sizes.prod(axis=1).sum() == 2**24  # each pair of sums once
    rise = (pairs.planes.slope * pairs.planes.middle).sum(axis=1)
    share = spread.between(pairs.planes.middle, *(end + rise for end in pairs.planes.ends))
    assert sizes.prod(axis=1) @ share / 2**24 <= enough
    assert (len(pairs.boxes) == 1) == (enough == 1.0)
    # Asked to leave few pairs of sums, it goes on as well.
    assert len(halved_pairs(halves, surface, 0.0, spread, 0.0, few=2**14).boxes) > 1
