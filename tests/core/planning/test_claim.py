"""Claims: the worked example, every pair of counts and every overlap by brute force, and the shape of the curve."""

import json

import numpy as np
import pytest

from core.errors import OptionError
from core.planning.claim import CLAIM_TESTS, REAL_PAIRS, check_claim
from core.significance.cells import helped_hurt_pvalues
from dashboard.samples import load
from tests.oracles.rational import helped_hurt_tail, sign_test


def answer(*claim, **options):
    return check_claim(*claim, **options).to_dict()


def every_overlap(test, alternative, n, counts, alpha):
    """Return the figures over all counts and all numbers of items hurt, one p-value at a time."""
    best, worst, independence, largest = [], [], [], []
    for b in range(counts[0][0], counts[0][1] + 1):
        for e in range(counts[1][0], counts[1][1] + 1):
            hurt = np.arange(max(0, b - e), min(b, n - e) + 1)
            p = helped_hurt_pvalues(n, hurt + e - b, hurt, test=test, alternative=alternative)
            best.append(p.min())
            worst.append(p.max())
            independence.append(p[np.argmin(np.abs(hurt * n - b * (n - e) - 1e-9))])
            significant = hurt[p <= alpha]
            largest.append(int(significant[-1]) if len(significant) else None)
    low = None if None in largest else min(largest)
    high = max((each for each in largest if each is not None), default=None)
    return [(min(each), max(each)) for each in (best, worst, independence)], (low, high)


def test_the_worked_example():
    claim = answer(1000, "71.2", "71.7")
    bootstrap, permutation = claim["tests"]["bootstrap"], claim["tests"]["permutation"]
    assert claim["counts"] == {"baseline": [712, 712], "experimental": [717, 717]}
    assert bootstrap["best"] == {"hurt": 0, "pvalue": pytest.approx(0.995**1000)}
    assert bootstrap["best"]["pvalue"] == pytest.approx(0.007, abs=5e-4)
    assert bootstrap["largest_significant_hurt"] == 1
    assert helped_hurt_pvalues(1000, [6, 7], [1, 2]) == pytest.approx([0.034, 0.060], abs=5e-4)
    assert bootstrap["independence"] == {"hurt": 201, "pvalue": pytest.approx(0.41, abs=5e-3)}
    assert bootstrap["worst"]["hurt"] == 283
    assert permutation["best"] == {"hurt": 0, "pvalue": float(sign_test(5, 0))}
    assert permutation["best"]["pvalue"] == 0.0625
    assert permutation["largest_significant_hurt"] is None


def test_its_pvalues_in_rational_arithmetic():
    claim = answer(200, "71.0", "74.5")
    bootstrap = claim["tests"]["bootstrap"]
    for name, hurt in (("best", 0), ("independence", 36), ("worst", 51)):
        truth = float(helped_hurt_tail(200, hurt + 7, hurt, 0))
        assert bootstrap[name] == {"hurt": hurt, "pvalue": pytest.approx(truth, rel=1e-11, abs=0)}


def test_json_keys():
    claim = answer(1000, "71.2", "71.7", alpha=0.1)
    assert list(claim) == ["n", "alpha", "printed", "counts", "tests"]
    assert (claim["n"], claim["alpha"]) == (1000, 0.1)
    assert claim["printed"] == {"baseline": "71.2", "experimental": "71.7"}
    assert list(claim["tests"]) == ["bootstrap", "permutation"]
    for test in claim["tests"].values():
        assert list(test) == ["best", "worst", "independence", "largest_significant_hurt"]
        assert all(list(test[name]) == ["hurt", "pvalue"] for name in ("best", "worst", "independence"))
    json.dumps(answer(np.int64(10_000), "71.2", "71.7"), allow_nan=False)


def test_several_counts_make_every_figure_a_range():
    claim = answer(10_000, "71.2", "71.7", tests=["permutation"])
    assert claim["counts"] == {"baseline": [7115, 7125], "experimental": [7165, 7175]}
    test = claim["tests"]["permutation"]
    assert test["best"]["hurt"] == [0, 0]
    assert test["best"]["pvalue"] == pytest.approx([2.0**-59, 2.0**-39])
    assert all(low < high for low, high in (test["worst"]["pvalue"], test["largest_significant_hurt"]))


@pytest.mark.parametrize("test", CLAIM_TESTS)
@pytest.mark.parametrize(("alternative", "alpha"), [(None, 0.05), ("greater", 0.3), ("less", 0.05), ("two-sided", 0.3)])
@pytest.mark.parametrize(
    ("n", "baseline", "experimental"),
    [
        (60, "50", "52"), (60, "50", "50"), (61, "48", "54"), (151, "50", "55"), (250, "74", "71"), (250, "99", "100"),
        (250, "0", "0"), (250, "0", "2"), (130, "20", "80"),
    ],
)  # fmt: skip
def test_every_pair_of_counts_and_every_overlap(test, alternative, alpha, n, baseline, experimental):
    claim = check_claim(n, baseline, experimental, alpha=alpha, tests=[test], alternative=alternative)
    (found,) = claim.tests
    assert found.alternative == (alternative or CLAIM_TESTS[test])
    figures, largest = every_overlap(test, found.alternative, n, claim.counts, alpha)
    for figure, truth in zip((found.best, found.worst, found.independence), figures, strict=True):
        assert figure.pvalue == pytest.approx(truth, rel=1e-10, abs=0)
    assert found.largest_significant_hurt == largest


def test_p_grows_with_the_items_hurt_until_hardly_an_item_is_tied():
    """Which lets the largest significant number be bisected, and the extremes be looked for at the ends."""
    for n in (*range(2, 20), 101, 400):
        for gap in sorted({*range(1, min(n, 12)), n // 4, n // 2} - {0}):
            hurt = np.arange((n - gap) // 2 + 1)
            tied = n - gap - 2 * hurt
            p = helped_hurt_pvalues(n, hurt + gap, hurt)
            rises = np.diff(p) >= -1e-12 * p[:-1]
            assert rises[tied[1:] > 4].all(), (n, gap)
            p = helped_hurt_pvalues(n, hurt + gap, hurt, test="permutation", alternative="two-sided")
            assert (np.diff(p) >= -1e-12 * p[:-1]).all(), (n, gap)


@pytest.mark.parametrize("test", CLAIM_TESTS)
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("printed", [("71", "72"), ("50", "50"), ("53", "51")])
def test_the_band_of_the_curve_holds_every_pair_of_counts(test, alternative, printed):
    claim = check_claim(250, *printed, tests=[test], alternative=alternative)
    curve = claim.curve(test)
    low, high = np.full(len(curve.hurt), np.inf), np.full(len(curve.hurt), -np.inf)
    for b in range(claim.counts[0][0], claim.counts[0][1] + 1):
        for e in range(claim.counts[1][0], claim.counts[1][1] + 1):
            can = (curve.hurt >= max(0, b - e)) & (curve.hurt <= min(b, 250 - e))
            p = helped_hurt_pvalues(250, curve.hurt[can] + e - b, curve.hurt[can], test=test, alternative=alternative)
            low[can], high[can] = np.minimum(low[can], p), np.maximum(high[can], p)
    np.testing.assert_allclose(curve.low, low, rtol=1e-10)
    np.testing.assert_allclose(curve.high, high, rtol=1e-10)


def test_realistic_items_hurt_are_those_of_the_real_pairs():
    assert check_claim(1000, "71.2", "71.7").realistic_hurt == (45, 201)
    for pair in REAL_PAIRS:  # as if only their accuracies were printed
        low, high = check_claim(pair.n, *(f"{100 * right / pair.n:.4f}" for right in pair.right)).realistic_hurt
        assert low <= pair.hurt <= high, pair


def test_a_million_items():
    claim = check_claim(1_000_000, "71.20", "71.25")
    (bootstrap, permutation) = claim.tests
    assert bootstrap.best.pvalue[0] < 1e-100
    low, high = bootstrap.largest_significant_hurt
    assert 0 < low < high < bootstrap.worst.hurt[1]
    # At the largest number the narrowest gap is still significant, and one more is not.
    gap = claim.counts[1][0] - claim.counts[0][1]
    p = helped_hurt_pvalues(1_000_000, np.array([low, low + 1]) + gap, [low, low + 1])
    assert p[0] <= 0.05 < p[1]
    assert permutation.largest_significant_hurt[0] < low
    assert len(claim.curve().hurt) <= 300


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((0, "71", "72"), {}, "n == 0, must be a whole number >= 1 and <= 10,000,000"),
        ((100, "71", "72"), {"alpha": 1}, "alpha == 1, must be a number > 0 and < 1"),
        ((100, "71", "72"), {"tests": []}, r"tests == \[\], must be a list of one or more of bootstrap, permutation"),
        ((100, "71", "72"), {"tests": "bootstrap"}, "tests == 'bootstrap', must be a list of one or more"),
        ((100, "71", "72"), {"tests": ["shifted-bootstrap"]}, "a list of one or more of bootstrap, permutation"),
    ],
)
def test_mistakes_get_a_sentence(arguments, options, message):
    with pytest.raises(OptionError, match=message):
        check_claim(*arguments, **options)


@pytest.mark.parametrize(("one", "other"), [("717/1000", "712/1000"), ("90.0", "60.0"), ("55", "54")])
def test_what_real_pairs_break_is_mirrored_where_the_new_system_is_behind(one, other):
    ahead, behind = check_claim(1000, other, one), check_claim(1000, one, other)
    lead = ahead.counts[1][0] - ahead.counts[0][0]
    if not ahead.several_counts:
        # The items hurt by the worse system are those hurt by the better one plus the lead.
        assert behind.realistic_hurt == tuple(lead + hurt for hurt in ahead.realistic_hurt)
        for hurt in range(0, 400, 7):
            assert behind.real_pairs_within(lead + hurt) == ahead.real_pairs_within(hurt)
    assert behind.realistic_hurt[0] >= lead


def test_our_own_experiment_is_among_them():
    # In these pairs the better system is the baseline.
    scores = load("stdlib_modules")
    right = [statistics[:, 0::3].sum(axis=1) for statistics in (scores.experimental, scores.baseline)]
    [pair] = [pair for pair in REAL_PAIRS if pair.data == "docstring sentences"]
    assert (pair.n, *pair.right) == (len(scores), *(int(each.sum()) for each in right))
    assert pair.hurt == ((right[0] == 1) & (right[1] == 0)).sum()
