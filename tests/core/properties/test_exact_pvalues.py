"""Every test, alternative and boundary against rational arithmetic on data drawn by hypothesis."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, TESTS, assert_exact, assert_sampled, of_differences
from tests.oracles import definitions, enumeration, rational, scores

# Strict comparison of identical systems warns, which `test_symmetry` looks at.
pytestmark = pytest.mark.filterwarnings("ignore:The two systems are identical")

SETTINGS = [(t, a, b) for t in TESTS for a in ALTERNATIVES for b in ("include", "exclude")]
# The denominators of lattices that a search finds, of printed decimals, and one too fine for any lattice.
SCALES = (1, 2, 10, 30, 7919)


def drawn(largest):
    """Return a strategy for lists of (baseline, experimental) whole-number scores."""
    return st.lists(st.tuples(st.integers(0, largest), st.integers(0, largest)), min_size=1, max_size=9)


@settings(max_examples=20, deadline=None)
@given(st.one_of(drawn(1), drawn(5), drawn(60)), st.sampled_from(SCALES))
def test_mean_on_a_lattice_and_off_it(items, scale):
    differences = [e - a for a, e in items]
    pair = PairedScores.from_scores([a / scale for a, _ in items], [e / scale for _, e in items])
    distributions = {"permutation": rational.permutation(differences)}
    distributions["bootstrap"] = distributions["shifted-bootstrap"] = rational.bootstrap(differences)
    observed = Fraction(sum(differences), len(items))
    for test, alternative, boundary in SETTINGS:
        truth = definitions.pvalue(test, alternative, distributions[test], observed, boundary)
        result = core.compare(pair, test=test, alternative=alternative, boundary=boundary)
        assert_exact(result, truth)
        assert result.statistic == pytest.approx(float(observed / scale), rel=1e-12, abs=1e-15)


@pytest.mark.thorough
@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=30, max_size=60))
def test_mean_of_more_items(items):
    differences = [e - a for a, e in items]
    pair = PairedScores.from_scores(*zip(*items, strict=True))
    for test in TESTS:
        for alternative in ALTERNATIVES:
            truth = rational.pvalue(test, alternative, differences)
            assert_exact(core.compare(pair, test=test, alternative=alternative), truth, rel=1e-9)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.integers(1, 4).flatmap(lambda size: st.tuples(st.integers(0, size), st.integers(0, size), st.just(size))),
        min_size=1,
        max_size=6,
    )
)
def test_ratio_whose_denominators_both_systems_share(items):
    baseline = [(a, size) for a, _, size in items]
    experimental = [(e, size) for _, e, size in items]
    pair = PairedScores.from_scores(baseline, experimental)
    distributions = {"permutation": enumeration.swapped(baseline, experimental, scores.ratio)}
    resampled = enumeration.resampled(baseline, experimental, scores.ratio)
    distributions["bootstrap"] = distributions["shifted-bootstrap"] = resampled
    observed = enumeration.observed(baseline, experimental, scores.ratio)
    for test, alternative, boundary in SETTINGS:
        truth = definitions.pvalue(test, alternative, distributions[test], observed, boundary)
        result = core.compare(pair, metric="ratio", test=test, alternative=alternative, boundary=boundary)
        assert_exact(result, truth)


@pytest.mark.parametrize("scale", SCALES)
def test_rounding_breaks_no_tie(scale):
    # 0.1 + 0.2 is 0.3 only in print: the tie with the observed sum has to count at every scale.
    differences = [1, 2, -3, 4, -4, 7, 0, -1]
    pair = PairedScores.from_scores([0.3] * 8, [0.3 + d / scale for d in differences])
    for test, alternative, boundary in SETTINGS:
        truth = rational.pvalue(test, alternative, differences, boundary)
        result = core.compare(pair, test=test, alternative=alternative, boundary=boundary)
        assert_exact(result, truth)


def test_clusters_are_resampled_whole():
    baseline, experimental = [1, 0, 1, 1, 0, 2, 0, 1], [2, 1, 0, 2, 0, 0, 3, 1]
    clusters = list("aabbbccd")
    rows = {}
    for cluster, a, e in zip(clusters, baseline, experimental, strict=True):
        before = rows.get(cluster, (0, 0, 0))
        rows[cluster] = (before[0] + a, before[1] + e, before[2] + 1)
    first, second = [(a, n) for a, _, n in rows.values()], [(e, n) for _, e, n in rows.values()]
    pair = PairedScores.from_scores(baseline, experimental).by_cluster(clusters)
    observed = enumeration.observed(first, second, scores.mean)
    for test in TESTS:
        every = enumeration.swapped if test == "permutation" else enumeration.resampled
        distribution = every(first, second, scores.mean)
        for alternative in ALTERNATIVES:
            truth = definitions.pvalue(test, alternative, distribution, observed)
            assert_exact(core.compare(pair, test=test, alternative=alternative), truth)


@pytest.mark.parametrize("size", [10**4, 10**6, 10**9])
def test_one_huge_score_among_ordinary_ones(size):
    ordinary = [1] * 25 + [-1] * 18 + [0] * 56
    differences = [*ordinary, size]
    n = len(differences)
    pair = of_differences(differences)
    # A resample with the huge score in it is above zero: every draw has to be an ordinary item.
    masses = Counter({0: 1})
    for _ in range(n):
        masses = rational.convolve(masses, Counter(ordinary))
    bootstrap = Fraction(sum(weight for total, weight in masses.items() if total <= 0), n**n)
    questions = {
        ("bootstrap", "greater"): bootstrap,
        ("bootstrap", "two-sided"): 2 * bootstrap,
        ("permutation", "greater"): rational.pvalue("permutation", "greater", ordinary) / 2,
        ("permutation", "two-sided"): rational.pvalue("permutation", "greater", ordinary),
    }
    for (test, alternative), truth in questions.items():
        result = core.compare(pair, test=test, alternative=alternative)
        if result.computed:
            assert abs(result.pvalue - truth) <= (result.error_bound or 0) + 1e-9 * truth
        else:
            assert_sampled(result, truth)


@pytest.mark.parametrize("test", ["permutation", "shifted-bootstrap"])
@pytest.mark.parametrize("strata", [1, 2, 7])
def test_an_observed_difference_of_none_has_p_1(strata, test):
    generator = np.random.default_rng(strata)
    d = np.repeat(generator.choice([math.sqrt(2), math.e, math.pi], 10 * strata), 2) * np.tile([1, -1], 10 * strata)
    pair = PairedScores.from_scores(0 * d, d)
    pair = pair.with_strata([str(each // 20) for each in range(len(d))]) if strata > 1 else pair
    result = core.compare(pair, test=test)
    assert (result.pvalue, result.error_bound) == (1.0, 0.0)
    assert result.computed
