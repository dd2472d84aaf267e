"""The swapped sums of half of the items: all of them, and each in one box."""

import itertools
import math

import numpy as np
import pytest

from core.distributions.boxes import Boxes


def boxes(counts, seed=0, k=2):
    generator = np.random.default_rng(seed)
    heights, places = generator.normal(size=len(counts)), generator.normal(size=(len(counts), k))
    return heights, places, Boxes(heights, places, np.array(counts), np.array([1.0, 0.5])[:k])


@pytest.mark.parametrize("counts", [[1, 1, 1, 1], [3, 1, 2], [5]])
def test_every_sum_is_there_with_its_ways(counts):
    heights, places, found = boxes(counts)
    slope = np.array([0.3, -0.2])
    above, ways = found.above(0, slope)
    expected = {}
    for swapped in itertools.product(*(range(count + 1) for count in counts)):
        from_mean = np.array(swapped) - np.array(counts) / 2
        at = from_mean @ (heights - places @ slope)
        expected[swapped] = at, math.prod(math.comb(c, k) for c, k in zip(counts, swapped, strict=True))
    numbers = found.swapped(0, np.arange(len(above)))
    assert len(numbers) == len(expected)
    for swapped, at, way in zip(numbers.tolist(), above, ways, strict=True):
        assert (at, way) == pytest.approx(expected.pop(tuple(swapped)), abs=1e-12)
    assert found.ways[0] == 2 ** sum(counts)


def test_halves_of_a_box_share_its_sums_and_are_narrower():
    _, _, found = boxes([1] * 8, seed=1)
    whole = np.sort(found.above(0, np.zeros(2))[0])
    width = found.widths[0]
    one, other = found.halved(0)
    assert (one, other) == found.halved(0)  # it is cut once
    parts = np.sort(np.concatenate([found.above(each, np.zeros(2))[0] for each in (one, other)]))
    assert parts.tolist() == whole.tolist()
    assert found.sizes[[one, other]].sum() == found.sizes[0]
    assert found.ways[[one, other]].sum() == found.ways[0]
    axis = int((np.array([1.0, 0.5]) * (found.high - found.low)[0]).argmax())
    assert found.high[one, axis] < found.low[other, axis]
    third, _ = found.halved(one)
    assert found.widths[third] <= width
    assert sorted(found.above(0, np.zeros(2))[0]) == pytest.approx(whole)


def test_thinned_sums_stand_for_all():
    heights, _, found = boxes([1] * 10, seed=2)
    swapped, share = found.thinned(64)
    assert len(swapped) <= 64
    assert share.sum() == pytest.approx(1)
    at = (swapped - 0.5) @ heights
    assert share @ at == pytest.approx(0, abs=0.05)
    assert share @ at**2 == pytest.approx(heights @ heights / 4, rel=0.02, abs=0)
    few, alone = boxes([1, 1], seed=3)[2].thinned(64)
    assert sorted(few.tolist()) == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert alone.tolist() == [0.25] * 4
