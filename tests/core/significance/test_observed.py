"""The items that differ, beside rounding."""

import math

import pytest

import core


@pytest.mark.parametrize(("noisy", "clean"), [(0.1 + 0.2, 0.3), (1.1 * 1.1, 1.21), (0.7 + 0.1, 0.8)])
@pytest.mark.parametrize("beside", [[], [math.pi, math.e, math.sqrt(2)]])
def test_items_that_differ_by_rounding_are_tied(noisy, clean, beside):
    assert noisy != clean
    a, e = [noisy] * 3 + [0.5] * 6 + beside, [clean] * 3 + [0.7] * 6 + beside
    result = core.compare(a, e)
    assert (result.helped, result.hurt, result.tied) == (6, 0, 3 + len(beside))
    assert (result.changed, result.pvalue) == (6, 2 / 2**6)


def test_whole_numbers_that_differ_by_one_are_not_tied():
    result = core.compare([1e15, 1e15, 5], [1e15 + 1, 1e15, 6])
    assert (result.helped, result.hurt, result.tied, result.pvalue) == (2, 0, 1, 0.5)
