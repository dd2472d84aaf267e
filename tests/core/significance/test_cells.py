"""p-values of whole arrays of helped/hurt data, against rational arithmetic and one comparison at a time."""

import itertools

import numpy as np
import pytest

import core
from core.errors import OptionError
from core.significance.cells import helped_hurt_pvalues
from tests.core.pairs import ALTERNATIVES, TESTS
from tests.oracles import rational, references

KINDS = list(itertools.product(TESTS, ALTERNATIVES, ("include", "exclude")))


@pytest.mark.parametrize("cell", references.HELPED_HURT)
def test_reference_values(cell):
    kinds = references.TESTS.values()
    found = [helped_hurt_pvalues(*cell, test=test, alternative=side, boundary=on) for test, side, on in kinds]
    assert found == pytest.approx(list(references.HELPED_HURT[cell]), rel=1e-9, abs=0)


@pytest.mark.parametrize(("test", "alternative", "boundary"), KINDS)
def test_every_cell_of_seven_items_against_rational_arithmetic(test, alternative, boundary):
    cells = [(helped, hurt) for helped in range(8) for hurt in range(8 - helped)]
    truth = [
        float(rational.pvalue(test, alternative, references.helped_hurt(7, helped, hurt), boundary))
        for helped, hurt in cells
    ]
    helped, hurt = np.array(cells).T
    found = helped_hurt_pvalues(7, helped, hurt, test=test, alternative=alternative, boundary=boundary)
    np.testing.assert_allclose(found, truth, rtol=1e-12, atol=0)


@pytest.mark.parametrize(("test", "alternative", "boundary"), KINDS)
def test_same_numbers_as_compare(test, alternative, boundary):
    random = np.random.default_rng(7)
    n = np.array([100, 100, 1_000, 1_000, 20_000, 20_000])
    helped = (n * random.uniform(0, 0.3, len(n))).astype(int)
    hurt = (helped * random.uniform(0.5, 1.2, len(n))).astype(int)
    options = {"test": test, "alternative": alternative, "boundary": boundary}
    found = helped_hurt_pvalues(n, helped, hurt, **options)
    expected = [
        core.compare(core.helped_hurt(*cell), **options).pvalue
        for cell in zip(n.tolist(), helped.tolist(), hurt.tolist(), strict=True)
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-300)


@pytest.mark.parametrize("test", ["bootstrap", "permutation", "shifted-bootstrap"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_with_as_many_items_changed_p_falls_with_those_helped(test, alternative):
    """Monotonicity allows bisection for the power and the largest significant number of items hurt."""
    for n in (*range(1, 20), 64):
        changed, helped = np.array([(m, k) for m in range(n + 1) for k in range(m + 1)]).T
        p = helped_hurt_pvalues(n, helped, changed - helped, test=test, alternative=alternative)
        # The next cell has one more item helped, if as many changed; a two-sided p falls from the middle on.
        rises = changed[1:] == changed[:-1]
        if alternative == "two-sided":
            rises &= 2 * helped[:-1] >= changed[:-1]
        assert (np.diff(p) <= 1e-12 * p[:-1])[rises].all(), n


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ((0, 0, 0), "n == 0, must be >= 1"),
        ((10, -1, 0), "helped == -1, must be >= 0"),
        ((10, 1, [0, -2]), "hurt == -2, must be >= 0"),
        ((10, [1, 6], 5), "helped \\+ hurt == 11, must be <= n == 10"),
        ((10, 1.5, 5), "helped == 1.5, must be whole numbers"),
        ((10, [[1], [2, 3]], 5), "helped == .*, must be whole numbers"),
        ((10, [1, 2, 3], [1, 2]), r"Shapes n \(\), helped \(3,\), hurt \(2,\): must be equal"),
        ((10**9, 1, 1), "n == 1,000,000,000, must be <= 10,000,000"),
    ],
)
def test_impossible_counts_get_a_sentence(cell, message):
    with pytest.raises(OptionError, match=message):
        helped_hurt_pvalues(*cell)
