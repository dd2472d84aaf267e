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


def test_the_command_prints_a_row_for_each_figure(capsys, monkeypatch):
    monkeypatch.setattr(grid, "RESAMPLES", 200)
    monkeypatch.setattr(grid, "MAP_SIZES", (100,))
    grid.main(["--quick", "--repeats", "1"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split(" | ") for line in lines if "×" in line and line.startswith("|")]
    assert [row[0] for row in rows] == ["| 100", "| 500", "| 2,000", "| 10,000", "| all four"]
    assert rows[-1][1] == "480"
    assert "scaled from 4 cells a size" in " ".join(lines)
    assert lines[-1].startswith("A heat map of 60 × 60 cells, n = 100: ")
