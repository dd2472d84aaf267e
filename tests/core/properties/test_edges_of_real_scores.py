"""If all differences have one sign, the observed difference is the largest outcome of the swaps."""

import random
from fractions import Fraction

import pytest

import core
from tests.core.pairs import assert_exact, of_differences


@pytest.mark.parametrize("changed", [12, 60, 200, 1200])
def test_permutation_of_real_scores_on_the_edge_of_its_support(changed):
    generator = random.Random(changed)
    pair = of_differences([generator.uniform(0.1, 1) for _ in range(changed)] + [0] * 3)
    assert_exact(core.compare(pair, test="permutation", alternative="greater"), Fraction(1, 2**changed))
