"""The p-value grid: the primer's counts, its statements about its figures, and the cells left out."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from core.errors import OptionError
from core.teaching.grid import PRIMER, pvalue_grid
from tests.oracles.rational import helped_hurt_tail


def significant_up_to(n, effect, alpha=0.05):
    """Return the largest percentage hurt at which p <= alpha, all smaller ones being significant too."""
    grid = pvalue_grid(n, effect, range(20))
    significant = grid.pvalue <= alpha
    assert (np.diff(significant.astype(int)) <= 0).all()
    return grid.hurt[significant].max(initial=-1)


def test_the_primers_statements_about_its_figures():
    assert pvalue_grid(100, 2, 0).pvalue[0] == pytest.approx(0.1326195558947532, rel=1e-12, abs=0)
    five = pvalue_grid(100, 5, 2)
    assert (five.helped_items[0], five.hurt_items[0]) == (7, 2)
    assert five.pvalue[0] == pytest.approx(0.0584204605287048, rel=1e-12, abs=0)
    assert significant_up_to(100, 5) == 1
    assert significant_up_to(500, 2) == 2
    assert significant_up_to(2_000, 1) == 3
    assert significant_up_to(10_000, "0.5") == 4


def test_all_four_figures_are_one_table():
    grid = pvalue_grid(**PRIMER)
    assert len(grid) == 4 * 6 * 20
    assert grid.left_out == 0
    assert list(grid.columns()) == ["n", "effect", "hurt", "helped_items", "hurt_items", "pvalue"]
    rows = list(zip(*(column.tolist() for column in grid.columns().values()), strict=True))
    assert rows[0][:5] == (100, 0.5, 0.0, 0, 0)
    assert rows[21][:5] == (100, 1.0, 1.0, 2, 1)
    assert rows[-1][:5] == (10_000, 10.0, 19.0, 2_900, 1_900)
    assert [row[:3] for row in rows] == sorted(row[:3] for row in rows)
    assert ((grid.pvalue >= 0) & (grid.pvalue <= 1)).all()
    # Only a value below the smallest floating-point number is 0: 1,000 of 10,000 helped, none hurt, is 0.9^10,000.
    assert rows[-20][5] == 0.0 < rows[-19][5]


@pytest.mark.parametrize("row", [3, 77, 101, 150, 222])
def test_cells_of_the_figures_in_rational_arithmetic(row):
    grid = pvalue_grid(**PRIMER)
    cell = int(grid.n[row]), int(grid.helped_items[row]), int(grid.hurt_items[row])
    assert grid.pvalue[row] == pytest.approx(float(helped_hurt_tail(*cell, 0)), rel=1e-11, abs=0)


def test_counts_are_rounded_down_in_exact_arithmetic():
    assert int(0.29 * 100) == 28  # the result in floating point
    assert pvalue_grid(100, 0, 29).hurt_items.tolist() == [29]
    assert pvalue_grid(1000, 0.1, 0.2).helped_items.tolist() == [3]  # 0.1 + 0.2 is 0.30000000000000004
    assert pvalue_grid(250, 1, 1).columns()["helped_items"].tolist() == [5]
    assert pvalue_grid(250, 1, 1).columns()["hurt_items"].tolist() == [2]


@pytest.mark.parametrize("half", [0.5, "0.5", ".5", Decimal("0.5"), Fraction(1, 2), np.float64(0.5), np.float32(0.5)])
def test_an_effect_can_be_written_in_many_ways(half):
    assert pvalue_grid(10_000, half, 4).helped_items.tolist() == [450]


def test_cells_that_no_data_can_have_are_left_out_and_counted():
    grid = pvalue_grid(100, [50, -5], [0, 10, 30])
    assert grid.left_out == 2
    assert list(zip(grid.effect, grid.hurt, strict=True)) == [(50, 0), (50, 10), (-5, 10), (-5, 30)]
    with pytest.raises(OptionError, match="No cell is possible"):
        pvalue_grid(100, 100, 10)


@pytest.mark.thorough
@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_sampled_values_scatter_about_the_exact_ones_as_binomial_counts_do(test, alternative):
    options = {"n": [100, 400], "effects": [0, 2], "hurts": range(0, 20, 5), "test": test, "alternative": alternative}
    exact = pvalue_grid(**options)
    drawn = [pvalue_grid(**options, method="monte-carlo", n_resamples=1_000, seed=seed) for seed in range(60)]
    assert (drawn[0].n_resamples, drawn[0].seed, exact.n_resamples, exact.seed) == (1_000, 0, None, None)
    mean = np.mean([grid.pvalue for grid in drawn], axis=0)
    # Twice a sampled minimum is slightly biased downwards if both tails are near ½; no other value is biased.
    sides = 2 if (test, alternative) == ("bootstrap", "two-sided") else 1
    error = sides * np.sqrt(exact.pvalue / sides * (1 - exact.pvalue / sides) / (60 * 1_000))
    assert (np.abs(mean - exact.pvalue) <= 5 * error + 1e-3 * (test == "permutation") + 0.02 * (sides - 1)).all()


def test_ten_thousand_resamples_wiggle_as_in_the_primer():
    grid = pvalue_grid(500, 2, range(20), method="monte-carlo")
    exact = pvalue_grid(500, 2, range(20)).pvalue
    low, high = stats.binom.interval(1 - 1e-5, 10_000, exact)
    assert ((grid.pvalue * 10_000 >= low) & (grid.pvalue * 10_000 <= high)).all()
    assert (grid.pvalue != exact).all() or exact[0] < 1e-4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n": 0}, "n == 0, must be a whole number >= 1 and <= 10,000,000"),
        ({"n": []}, "n is empty"),
        ({"effects": "two"}, "effect == 'two', must be a number"),
        ({"effects": 101}, "effect == 101, must be >= -100 and <= 100"),
        ({"hurts": -1}, "hurt == -1, must be >= 0 and <= 100"),
        ({"hurts": range(100), "effects": np.linspace(0, 1, 3_000)}, "300,000 cells, must be <= 250,000"),
        ({"method": "auto"}, "method == 'auto', must be one of exact, monte-carlo"),
    ],
)
def test_mistakes_get_a_sentence(change, message):
    with pytest.raises(OptionError, match=message):
        pvalue_grid(**{"n": 100, "effects": 1, "hurts": 1} | change)
