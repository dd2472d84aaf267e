"""The reference values of the specification, through the library."""

import pytest

import core
from core.data.synthetic import helped_hurt
from tests.core.pairs import assert_exact, of_differences
from tests.oracles import rational
from tests.oracles.references import DARWIN, HELPED_HURT, TESTS

CASES = [
    (data, *TESTS[name], value)
    for data, values in HELPED_HURT.items()
    for name, value in zip(TESTS, values, strict=True)
]
CASE = ("data", "test", "alternative", "boundary", "value")


@pytest.mark.parametrize(CASE, CASES)
def test_library_gives_the_reference_value(data, test, alternative, boundary, value):
    result = core.compare(helped_hurt(*data), test=test, alternative=alternative, boundary=boundary)
    assert result.computed
    assert result.pvalue == pytest.approx(value, rel=1e-9, abs=0)
    n, helped, hurt = data
    assert result.statistic == pytest.approx((helped - hurt) / n, rel=1e-15, abs=0)
    assert (result.helped, result.hurt, result.tied) == (helped, hurt, n - helped - hurt)
    assert result.n_items == n


def test_darwins_maize():
    result = core.compare(of_differences(DARWIN, 8), test="permutation", alternative="two-sided")
    assert_exact(result, rational.pvalue("permutation", "two-sided", DARWIN))
    assert result.pvalue == pytest.approx(0.05267333984375, rel=1e-9, abs=0)
