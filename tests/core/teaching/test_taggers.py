"""The simulated taggers have the moments and the factors of the paper's tables."""

import math

import numpy as np
import pytest

from core.teaching.convergence import tagged_sentences


def test_drawn_taggers_have_the_moments_of_table_1():
    pair = tagged_sentences(200_000, seed=1, factor=1.0)
    length = pair.baseline[:, 1]
    assert (pair.baseline[:, 1] == pair.experimental[:, 1]).all()
    assert (length >= 1).all()
    assert (length == np.rint(length)).all()
    # E max(round(X), 1) of a normal X with mean 12.08 and standard deviation 10.60, by summing over whole numbers
    cells = np.arange(2, 100)
    above = np.array([0.5 * math.erfc((k - 0.5 - 12.08) / (10.60 * math.sqrt(2))) for k in cells])
    assert length.mean() == pytest.approx(1 + above.sum(), abs=0.1)
    for right in (pair.baseline[:, 0], pair.experimental[:, 0]):
        assert (right >= 0).all()
        assert (right <= length).all()
        # E clip(X, 0, 1) of a normal X with mean 0.9543 and standard deviation 0.1116
        z = (1 - 0.9543) / 0.1116
        density = math.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
        below = 0.5 * math.erfc(-z / math.sqrt(2))
        clipped = 0.9543 * below - 0.1116 * density + (1 - below)
        long = length >= 20  # rounding to whole tokens has little effect here
        assert (right[long] / length[long]).mean() == pytest.approx(clipped, abs=0.002)


def test_the_second_tagger_is_scaled_as_in_table_2():
    def scaled(n, factor):
        return tagged_sentences(n, 3, factor).experimental.tolist()

    for n, factor in [(250, 0.95), (1000, 0.97), (8000, 0.99), (100, 0.95), (20_000, 0.99)]:
        assert tagged_sentences(n, 3).experimental.tolist() == scaled(n, factor)
    between = 0.95 + 0.01 * math.log(300 / 250) / math.log(2)
    assert tagged_sentences(300, 3).experimental.tolist() == scaled(300, between)
