"""The oracles compared with each other, the reference values and SciPy."""

import random
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from tests.oracles import definitions, dynamic_program, enumeration, fine_lattice, rational, scores
from tests.oracles.references import DARWIN, F1_BASELINE, F1_EXPERIMENTAL, HELPED_HURT, TESTS, helped_hurt

SMALL = [key for key in HELPED_HURT if key[0] <= 100]


@pytest.mark.parametrize("data", SMALL)
@pytest.mark.parametrize("column", range(len(TESTS)))
def test_convolution_gives_the_reference_values(data, column):
    test, alternative, boundary = list(TESTS.values())[column]
    p = rational.pvalue(test, alternative, helped_hurt(*data), boundary)
    assert float(p) == pytest.approx(HELPED_HURT[data][column], rel=5e-10, abs=0)


@pytest.mark.parametrize("data", HELPED_HURT)
def test_trinomial_formula_gives_the_reference_values(data):
    n, helped, hurt = data
    difference = helped - hurt
    bootstrap, shifted, strict, _, permutation = HELPED_HURT[data]
    assert float(rational.helped_hurt_tail(n, helped, hurt, 0)) == pytest.approx(bootstrap, rel=5e-10, abs=0)
    # At least 2·difference is at most -2·difference of the mirrored data.
    mirrored = rational.helped_hurt_tail(n, hurt, helped, -2 * difference)
    assert float(mirrored) == pytest.approx(shifted, rel=5e-10, abs=0)
    mirrored = rational.helped_hurt_tail(n, hurt, helped, -2 * difference - 1)
    assert float(mirrored) == pytest.approx(strict, rel=5e-10, abs=0)
    assert float(rational.sign_test(helped, hurt)) == pytest.approx(permutation, rel=5e-10, abs=0)


def test_darwin_by_convolution_and_by_the_dynamic_program():
    assert rational.pvalue("permutation", "two-sided", DARWIN) == Fraction(863, 16384)
    assert dynamic_program.accuracy_pvalue(DARWIN, [0] * 15) == Fraction(863, 16384)


def test_f1_example_by_the_dynamic_program_and_over_all_swaps():
    distribution = enumeration.swapped(F1_BASELINE, F1_EXPERIMENTAL, scores.f1_errors)
    observed = enumeration.observed(F1_BASELINE, F1_EXPERIMENTAL, scores.f1_errors)
    assert definitions.pvalue("permutation", "two-sided", distribution, observed) == Fraction(223, 512)
    assert dynamic_program.f1_pvalue(F1_BASELINE, F1_EXPERIMENTAL) == Fraction(223, 512)


@pytest.mark.parametrize("seed", range(3))
def test_convolution_equals_enumeration(seed):
    generator = random.Random(seed)
    baseline = [(generator.randrange(4), 1) for _ in range(6)]
    experimental = [(generator.randrange(4), 1) for _ in range(6)]
    differences = [e[0] - a[0] for a, e in zip(baseline, experimental, strict=True)]
    assert rational.bootstrap(differences) == enumeration.resampled(baseline, experimental, scores.mean)
    assert rational.permutation(differences) == enumeration.swapped(baseline, experimental, scores.mean)


def test_permutation_agrees_with_scipy():
    differences = np.array(DARWIN)
    null = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=np.inf, alternative="greater"
    )
    assert float(rational.pvalue("permutation", "greater", DARWIN)) == pytest.approx(null.pvalue, rel=1e-12, abs=0)


def test_sign_test_agrees_with_scipy():
    assert float(rational.sign_test(306, 79)) == pytest.approx(stats.binomtest(306, 385).pvalue, rel=1e-9, abs=0)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", ["bootstrap", "permutation"])
def test_fine_lattice_agrees_with_convolution(seed, kind):
    generator = random.Random(seed)
    differences = [generator.randrange(-40, 60) for _ in range(25)]
    masses = {d * 25: p for d, p in getattr(rational, kind)(differences).items()}
    sums = getattr(fine_lattice, kind)(differences)
    for threshold in (0, sum(differences), 2 * sum(differences), -7, -5000, 5000):
        truth = sum(p for total, p in masses.items() if total <= threshold)
        assert fine_lattice.at_most(sums, threshold) == pytest.approx(float(truth), abs=1e-12)
        truth = sum(p for total, p in masses.items() if total >= threshold)
        assert fine_lattice.at_least(sums, threshold) == pytest.approx(float(truth), abs=1e-12)


def test_fine_lattice_refuses_a_circle_too_large():
    for kind in (fine_lattice.bootstrap, fine_lattice.permutation):
        with pytest.raises(ValueError, match="cells are needed"):
            kind([-(10**7), 10**7] * 50)


def test_macro_f1_of_sums_is_macro_f1_of_labels():
    gold, predicted, labels = list("aabbbcca"), list("abbbaaca"), "abcd"
    rows = scores.label_statistics(gold, predicted, labels)
    assert scores.macro_f1(enumeration.sums(rows)) == scores.macro_f1_of_labels(gold, predicted, labels)
    # By hand, 2·tp / (predicted + gold): a 4/7, b 4/6, c 2/3, d 0.
    assert scores.macro_f1_of_labels(gold, predicted, labels) == (Fraction(4, 7) + Fraction(4, 3)) / 4


def test_definitions_on_a_distribution_counted_by_hand():
    twentieth = Fraction(1, 20)
    distribution = {-2: 1 * twentieth, -1: 4 * twentieth, 0: 5 * twentieth, 1: 6 * twentieth, 2: 4 * twentieth}
    ask = definitions.pvalue
    assert ask("bootstrap", "greater", distribution, 1) == 10 * twentieth
    assert ask("bootstrap", "greater", distribution, 1, "exclude") == 5 * twentieth
    assert ask("bootstrap", "less", distribution, 1) == 15 * twentieth
    assert ask("bootstrap", "two-sided", distribution, 1) == 1
    assert ask("bootstrap", "two-sided", distribution, 1, "exclude") == 10 * twentieth
    assert ask("shifted-bootstrap", "greater", distribution, 1) == 4 * twentieth
    assert ask("shifted-bootstrap", "two-sided", distribution, 1) == 14 * twentieth
    assert ask("shifted-bootstrap", "two-sided", distribution, 1, "exclude") == 5 * twentieth
    assert ask("permutation", "greater", distribution, 1) == 10 * twentieth
    assert ask("permutation", "less", distribution, 1) == 16 * twentieth
    assert ask("permutation", "two-sided", distribution, 1) == 15 * twentieth
    assert ask("permutation", "two-sided", distribution, 1, "exclude") == 5 * twentieth
    assert [definitions.quantile(distribution, k * twentieth) for k in (1, 2, 5, 6, 10, 16, 17, 20)] == [
        -2, -1, -1, 0, 0, 1, 2, 2,
    ]  # fmt: skip
    assert definitions.percentile(distribution, Fraction(9, 10)) == (-2, 2)
    assert definitions.basic(distribution, 1, Fraction(9, 10)) == (0, 4)
    assert definitions.equivalence(distribution, 2) == (1 * twentieth, 4 * twentieth, 4 * twentieth)
