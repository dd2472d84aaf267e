"""The benchmark of the p-value grid runs and measures the same numbers. Its times are not checked."""

import numpy as np
import pytest

from benchmarks import grid
from core.teaching.grid import pvalue_grid


@pytest.mark.parametrize("cell", [(100, 7, 2), (500, 10, 7), (10, 4, 3)])
def test_the_primers_algorithm_samples_the_exact_pvalue(cell):
    n, helped, hurt = cell
    exact = pvalue_grid(n, 100 * (helped - hurt) / n, 100 * hurt / n).pvalue[0]
    sampled = grid.primer_pvalue(*cell, np.random.default_rng(1))
    assert abs(sampled - exact) < 5 * np.sqrt(exact * (1 - exact) / grid.RESAMPLES)
