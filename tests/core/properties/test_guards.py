"""Guards and edge cases that a small change of one number or sign would break."""

import numpy as np
import pytest

import core
from core.distributions.units import find_lattice
from core.readers import Upload, read_tables


def test_a_sampled_permutation_test_counts_the_data_themselves():
    grid = core.pvalue_grid(1000, [20], [0], test="permutation", method="monte-carlo", n_resamples=50)
    assert grid.pvalue.tolist() == [1 / 51]


@pytest.mark.parametrize("alpha", [0.0625, 0.06])
def test_p_equal_to_alpha_is_significant(alpha):
    result = core.compare([0] * 5, [1] * 5, alpha=alpha)
    assert result.pvalue == 0.0625
    assert result.significant == (alpha == 0.0625)


def test_a_demand_for_an_exact_p_is_no_demand_on_its_companions():
    generator = np.random.default_rng(2)
    rows = [np.column_stack([right, generator.integers(3, 5, 30)]) for right in generator.integers(0, 4, (2, 30))]
    pair = core.PairedScores.from_scores(*rows, columns=("true_positives", "errors"))
    result = core.compare(pair, metric="f1-errors", method="exact", margin=0.05, n_resamples=200)
    assert result.computed
    assert result.equivalence.noninferiority.method == "monte-carlo"


def test_the_largest_denominator_that_is_looked_for():
    shares = np.array([round(k / 997, 6) for k in (1, 13, 500, 996)])
    assert find_lattice(shares, 6) == 997


def test_an_empty_last_cell_is_a_missing_score():
    rows = Upload("old.tsv", b"id\tscore\na\t1\nb\t0\nc\t\n")
    with pytest.raises(core.DataError, match="1 of 3 items"):
        read_tables(rows, Upload("new.tsv", b"id\tscore\na\t1\nb\t0\nc\t1\n"))
