"""Exact permutation of F1, precision and macro-F1 against all 2^n swaps, and against sampling on more items."""

import random
from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.errors import NotExactError
from tests.core.pairs import ALTERNATIVES, assert_exact, assert_sampled, labelled, sampled_count
from tests.oracles import definitions, dynamic_program, enumeration, scores
from tests.oracles.references import F1_BASELINE, F1_EXPERIMENTAL

# Strict comparison of identical systems warns, which `test_symmetry` looks at.
pytestmark = pytest.mark.filterwarnings("ignore:The two systems are identical")

BOUNDARIES = ("include", "exclude")


def error_of(generator):
    """Return (true positives, errors) of both systems on one item."""
    return [(generator.randrange(4), generator.randrange(4)) for _ in range(2)]


def entity_of(generator):
    """Return the four counts of both systems on one item: numerators within denominators, gold shared."""
    gold = generator.randrange(4)
    rows = []
    for predicted in (generator.randrange(4), generator.randrange(4)):
        hits = generator.randint(0, min(predicted, gold))
        rows.append((hits, gold, hits, predicted))
    return rows


def ratio_of(generator):
    """Return (numerator, denominator) of both systems on one item, denominators their own."""
    return [(generator.randint(0, size), size) for size in (generator.randrange(5), generator.randrange(5))]


def draw(metric, n, generator):
    """Return the statistics of both systems on n items."""
    _, of_item = COUNTED[metric]
    return map(list, zip(*(of_item(generator) for _ in range(n)), strict=True))


def assert_enumerated(pair, metric, score, baseline, experimental):
    """Compare every alternative and boundary of the permutation test with all 2^n swaps."""
    distribution = enumeration.swapped(baseline, experimental, score)
    observed = enumeration.observed(baseline, experimental, score)
    for alternative in ALTERNATIVES:
        for boundary in BOUNDARIES:
            truth = definitions.pvalue("permutation", alternative, distribution, observed, boundary)
            result = core.compare(
                pair, metric=metric, test="permutation", alternative=alternative, boundary=boundary, n_resamples=100
            )
            assert result.computed, result.reason
            assert result.statistic == pytest.approx(float(observed), rel=1e-12, abs=1e-15)
            assert result.pvalue == pytest.approx(float(truth), rel=1e-9, abs=1e-13), (alternative, boundary)


COUNTED = {"f1-errors": (scores.f1_errors, error_of), "f1": (scores.f1, entity_of), "ratio": (scores.ratio, ratio_of)}


@pytest.mark.parametrize("metric", COUNTED)
@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_counts_against_all_swaps(metric, n):
    baseline, experimental = draw(metric, n, random.Random(f"{metric} {n}"))
    pair = PairedScores.from_scores(baseline, experimental)
    assert_enumerated(pair, metric, COUNTED[metric][0], baseline, experimental)


@pytest.mark.parametrize("metric", COUNTED)
def test_zero_denominators_against_all_swaps(metric):
    score = COUNTED[metric][0]
    (one,), (other,) = draw(metric, 1, random.Random(2))
    zero = (0,) * len(one)
    for old, new in (([zero] * 4, [zero] * 4), ([zero, zero, one], [zero, zero, other]), ([zero], [other])):
        pair = PairedScores.from_scores(old, new)
        assert_enumerated(pair, metric, score, old, new)


@pytest.mark.parametrize("n", [3, 9])
@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "micro-f1", "f1:a", "precision:a", "recall:b"])
def test_two_labels_against_all_swaps(metric, n):
    pair, baseline, experimental = labelled(random.Random(n), n, "ab")
    family, _, label = metric.partition(":")
    first = 3 * "ab".index(label) if label else 0

    def of_label(sums):
        tp, predicted, gold = sums[first : first + 3]
        precision, recall = scores.ratio((tp, predicted)), scores.ratio((tp, gold))
        return {"precision": precision, "recall": recall, "f1": scores.harmonic(precision, recall)}[family]

    score = {"macro-f1": scores.macro_f1, "micro-f1": scores.micro_f1, "accuracy": scores.micro_f1}
    assert_enumerated(pair, metric, of_label if label else score[metric], baseline, experimental)


def test_the_f1_example():
    pair = PairedScores.from_scores(F1_BASELINE, F1_EXPERIMENTAL)
    result = core.compare(pair, metric="f1-errors", test="permutation", alternative="two-sided")
    assert (result.method, result.engine) == ("exact", "enumeration")
    assert result.pvalue == pytest.approx(223 / 512, rel=1e-12, abs=0)


def test_thirty_sentences_against_the_dynamic_program():
    generator = random.Random(4)
    baseline, experimental = draw("f1-errors", 30, generator)
    truth = dynamic_program.f1_pvalue(baseline, experimental)
    pair = PairedScores.from_scores(baseline, experimental)
    result = core.compare(pair, metric="f1-errors", test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue == pytest.approx(float(truth), rel=1e-9, abs=0)


def test_token_counts_against_the_dynamic_program():
    generator = random.Random(5)
    length = [generator.randint(1, 40) for _ in range(80)]
    baseline, experimental = ([generator.randint(0, size) for size in length] for _ in range(2))
    truth = dynamic_program.accuracy_pvalue(baseline, experimental)
    rows = [list(zip(right, length, strict=True)) for right in (baseline, experimental)]
    result = core.compare(PairedScores.from_scores(*rows), metric="ratio", test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue == pytest.approx(float(truth), rel=1e-9, abs=0)


@pytest.mark.parametrize(("metric", "n"), [("f1-errors", 1000), ("f1", 3000), ("macro-f1", 3000)])
def test_exact_and_sampled_agree_on_many_items(metric, n):
    generator = random.Random(n)
    if metric == "macro-f1":
        pair, *_ = labelled(generator, n, "ab")
    else:
        pair = PairedScores.from_scores(*draw(metric, n, generator))
    options = {"metric": metric, "test": "permutation", "alternative": "two-sided", "n_resamples": 5000}
    exact = core.compare(pair, **options)
    assert (exact.method, exact.engine) == ("exact", "plane")
    assert_sampled(core.compare(pair, method="monte-carlo", **options), Fraction(exact.pvalue))


def test_three_labels_are_sampled_and_say_so():
    pair, *_ = labelled(random.Random(6), 60, "abc")
    result = core.compare(pair, metric="macro-f1", test="permutation", n_resamples=500)
    assert (result.method, result.engine) == ("monte-carlo", "sampling")
    assert result.reason
    assert sampled_count(result) >= 0
    with pytest.raises(NotExactError):
        core.compare(pair, metric="macro-f1", test="permutation", method="exact")


EMPTY = [
    ([(0, 0), (1, 2)], [(0, 0), (2, 2)]),
    ([(0, 0), (0, 0), (0, 0), (2, 4)], [(0, 0), (0, 0), (0, 0), (0, 4)]),
    ([(0, 0), (0, 0), (3, 4), (1, 2), (0, 1)], [(0, 0), (0, 0), (1, 4), (2, 2), (1, 1)]),
    ([(0, 0), (1, 3), (2, 3)], [(0, 0), (2, 3), (1, 3)]),  # δ = 0
]


@pytest.mark.parametrize("boundary", ["include", "exclude"])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
@pytest.mark.parametrize("rows", EMPTY)
def test_resamples_without_any_denominator_have_no_difference(rows, test, alternative, boundary):
    # As sums they would lie on every threshold: of ten such items an exact 0 would become .0625 or more.
    baseline, experimental = rows
    pair = PairedScores.from_scores(baseline, experimental, decimals=0)
    result = core.compare(pair, metric="ratio", test=test, alternative=alternative, boundary=boundary, margin=0.125)
    distribution = enumeration.resampled(baseline, experimental, scores.ratio)
    observed = enumeration.observed(baseline, experimental, scores.ratio)
    truth = definitions.pvalue(test, alternative, distribution, observed, boundary)
    assert result.computed, result.reason
    assert result.pvalue == pytest.approx(float(truth), abs=result.error_bound + 1e-15)
    others = definitions.equivalence(distribution, Fraction(1, 8))
    found = result.equivalence
    for p, right in zip((found.noninferiority, found.baseline_noninferiority, found.equivalence), others, strict=True):
        assert p.method == "exact"
        assert p.value == pytest.approx(float(right), abs=1e-9)


def fractional_documents(changed, seed, distinct):
    """Return rows of four counts of both systems, such as B³'s 2.33 of 4; the last three are the same in both."""
    generator = np.random.default_rng(seed)

    def row(gold, predicted):
        thirds = [Fraction(int(generator.integers(0, 8 * size)), 8 * size) * size for size in (gold, predicted)]
        sevenths = Fraction(int(generator.integers(0, 3)), 7)
        return thirds[0], Fraction(gold), min(thirds[1] + sevenths, Fraction(predicted)), Fraction(predicted)

    baseline, experimental = [], []
    for i in range(changed):
        if i < distinct:
            gold = int(generator.integers(2, 9))
            pair = [row(gold, int(generator.integers(2, 9))) for _ in range(2)]
        baseline.append(pair[0])
        experimental.append(pair[1])
    same = [row(4, 5) for _ in range(3)]
    return baseline + same, experimental + same


@pytest.mark.thorough
@pytest.mark.parametrize(("changed", "distinct"), [(1, 1), (4, 4), (6, 6), (7, 3)])
def test_swaps_of_fractions_are_listed(changed, distinct):
    baseline, experimental = fractional_documents(changed, changed, distinct)
    pair = PairedScores.from_scores(*(np.array(side, dtype=float) for side in (baseline, experimental)))
    # The oracle finds ties by equal fractions, the engine by equality up to rounding.
    null = enumeration.swapped(baseline, experimental, scores.f1)
    observed = enumeration.observed(baseline, experimental, scores.f1)
    for alternative in ALTERNATIVES:
        for boundary in ("include", "exclude"):
            result = core.compare(pair, metric="f1", method="exact", alternative=alternative, boundary=boundary)
            truth = definitions.pvalue("permutation", alternative, null, observed, boundary)
            assert_exact(result, truth)
            assert result.engine == "enumeration"
    assert result.null_distribution.mass.sum() == pytest.approx(1)
