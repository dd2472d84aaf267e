"""P-values far too small for sampling or plain Fourier inversion, against integer arithmetic."""

import random
from fractions import Fraction

import pytest

import core
from core.data.synthetic import helped_hurt
from tests.core.pairs import ALTERNATIVES, assert_exact, log10, of_differences
from tests.oracles import definitions, rational


@pytest.mark.parametrize(
    ("n", "helped", "hurt"), [(100, 60, 5), (400, 150, 20), (400, 300, 5), (400, 350, 1), (500, 200, 3)]
)
def test_bootstrap_keeps_six_digits(n, helped, hurt):
    pair, truth = helped_hurt(n, helped, hurt), rational.helped_hurt_tail(n, helped, hurt, 0)
    assert_exact(core.compare(pair, test="bootstrap", alternative="greater"), truth, rel=1e-6)
    assert_exact(core.compare(helped_hurt(n, hurt, helped), alternative="less", test="bootstrap"), truth, rel=1e-6)
    strict = rational.helped_hurt_tail(n, helped, hurt, -1)
    assert_exact(core.compare(pair, boundary="exclude", test="bootstrap", alternative="greater"), strict, rel=1e-6)


@pytest.mark.parametrize(("n", "helped", "hurt"), [(200, 60, 5), (400, 150, 3), (500, 200, 20)])
def test_shifted_bootstrap_keeps_six_digits(n, helped, hurt):
    difference = helped - hurt
    upper = rational.helped_hurt_tail(n, hurt, helped, -2 * difference)
    lower = rational.helped_hurt_tail(n, helped, hurt, 0)
    pair = helped_hurt(n, helped, hurt)
    assert_exact(core.compare(pair, test="shifted-bootstrap", alternative="greater"), upper, rel=1e-6)
    two_sided = core.compare(pair, test="shifted-bootstrap", alternative="two-sided")
    assert_exact(two_sided, upper + lower, rel=1e-6)


@pytest.mark.parametrize(
    ("helped", "hurt"), [(306, 79), (340, 73), (500, 20), (900, 30), (1000, 0), (980, 5), (3000, 2600)]
)
def test_sign_test_keeps_nine_digits(helped, hurt):
    truth = rational.sign_test(helped, hurt)
    pair = helped_hurt(helped + hurt + 17, helped, hurt)
    assert_exact(core.compare(pair, test="permutation", alternative="two-sided"), truth)
    assert_exact(core.compare(pair, test="permutation", alternative="greater"), truth / 2)
    assert_exact(core.compare(pair.swapped(), test="permutation", alternative="less"), truth / 2)


GRADED = random.Random(1).choices([-1, 1, 2, 3, 3, 4], k=140)


@pytest.mark.parametrize("scale", [1, 30])
def test_graded_scores_keep_six_digits(scale):
    pair = of_differences(GRADED, scale)
    observed = Fraction(sum(GRADED), len(GRADED))
    bootstrap, null = rational.bootstrap(GRADED), rational.permutation(GRADED)
    for test, distribution in (("bootstrap", bootstrap), ("shifted-bootstrap", bootstrap), ("permutation", null)):
        for alternative in ALTERNATIVES:
            for boundary in ("include", "exclude"):
                truth = definitions.pvalue(test, alternative, distribution, observed, boundary)
                result = core.compare(pair, test=test, alternative=alternative, boundary=boundary)
                assert_exact(result, truth, rel=1e-6)


def test_below_the_smallest_double_the_logarithm_goes_on():
    truth = rational.sign_test(1400, 10)
    assert float(truth) == 0
    result = core.compare(helped_hurt(1500, 1400, 10), test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue < 1e-300
    assert result.log10_pvalue == pytest.approx(log10(truth), abs=1e-6)
    truth = rational.helped_hurt_tail(400, 395, 1, 0)
    assert float(truth) == 0
    result = core.compare(helped_hurt(400, 395, 1), test="bootstrap", alternative="greater")
    assert result.pvalue < 1e-300
    assert result.log10_pvalue == pytest.approx(log10(truth), abs=1e-6)


@pytest.mark.parametrize(("n", "zeros"), [(20, 3), (100, 3), (100, 1), (200, 2), (1000, 700)])
@pytest.mark.parametrize("largest", [1, 4])
def test_bootstrap_on_the_edge_of_its_support(n, zeros, largest):
    pair = of_differences([0] * zeros + [1 + i % largest for i in range(n - zeros)])
    assert_exact(core.compare(pair, test="bootstrap", alternative="greater"), Fraction(zeros, n) ** n)
    assert core.compare(pair, boundary="exclude", test="bootstrap", alternative="greater").pvalue == 0
    assert core.compare(pair, alternative="less", test="bootstrap").pvalue == pytest.approx(1, abs=1e-12)


def test_bootstrap_beyond_its_support_is_impossible():
    result = core.compare(of_differences([1, 2, 3, 1, 1]), test="bootstrap", alternative="greater")
    assert result.computed
    assert result.pvalue == 0
    # Twice the mean difference, 1.6, is more than any resample can reach.
    assert core.compare(of_differences([1, 1, 1, 1, 0]), test="shifted-bootstrap", alternative="greater").pvalue == 0


@pytest.mark.parametrize("swapped", [False, True])
def test_twice_an_empty_tail_is_empty_whatever_the_other_is(swapped):
    # Of 40 sentences without a kind in common the other tail cannot be listed.
    systems = [[(found, 50, found, 50 + i) for i in range(40)] for found in (10, 40)]
    result = core.compare(*systems[:: -1 if swapped else 1], metric="f1", test="bootstrap", alternative="two-sided")
    assert (result.pvalue, result.method, result.engine) == (0, "exact", "bounds")


@pytest.mark.parametrize("half", [5, 50, 500, 600])
def test_shifted_bootstrap_on_the_edge_of_its_support(half):
    # Twice the difference is 1: every draw has to be a helped item.
    result = core.compare(helped_hurt(2 * half, half, 0), test="shifted-bootstrap", alternative="greater")
    assert_exact(result, Fraction(1, 2) ** (2 * half))


@pytest.mark.parametrize("changed", [1, 10, 60, 300, 1000, 1200])
@pytest.mark.parametrize("largest", [1, 3])
def test_permutation_on_the_edge_of_its_support(changed, largest):
    pair = of_differences([1 + i % largest for i in range(changed)] + [0] * 5)
    assert_exact(core.compare(pair, test="permutation", alternative="greater"), Fraction(1, 2**changed))
    two_sided = core.compare(pair, test="permutation", alternative="two-sided")
    assert_exact(two_sided, Fraction(2, 2**changed))
    assert core.compare(pair, test="permutation", boundary="exclude", alternative="greater").pvalue == 0


@pytest.mark.parametrize("changed", [12, 60, 200, 1200])
def test_permutation_of_real_scores_on_the_edge_of_its_support(changed):
    generator = random.Random(changed)
    pair = of_differences([generator.uniform(0.1, 1) for _ in range(changed)] + [0] * 3)
    assert_exact(core.compare(pair, test="permutation", alternative="greater"), Fraction(1, 2**changed))
