"""Permutation tests of quotients off any lattice: against every swap listed, samples, and planes of whole numbers."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_rows import RowSwaps
from core.distributions.quotients import QuotientSwaps
from core.errors import NotExactError
from core.metrics import METRICS, Metric
from tests.core.significance.test_tilted_sampling import tilted
from tests.oracles import enumeration
from tests.oracles.scores import f1, ratio

SCORES = {"ratio": ratio, "f1": f1}


def rates(n, gain, seed, spread=0.3):
    """Return tokens and seconds of two systems, real numbers, of which the experimental is faster by so much."""
    generator = np.random.default_rng(seed)
    tokens, seconds = generator.uniform(5, 60, (2, n, 1)), generator.uniform(0.5, 4, (2, n, 1))
    tokens[1] = tokens[0] * np.exp(spread * generator.normal(size=(n, 1)) + gain)
    seconds[1] = seconds[0] * np.exp(spread * generator.normal(size=(n, 1)))
    return np.concatenate([tokens, seconds], axis=2)


def pages(n, gain, seed, largest=3_000):
    """Return right, gold, right and predicted of two systems, a row a page, where so large counts leave no plane."""
    generator = np.random.default_rng(seed)
    gold = generator.integers(1, largest, n)
    sides = []
    for extra in (0, gain):
        predicted = generator.integers(1, largest, n)
        right = generator.binomial(np.minimum(gold, predicted), 0.6 + extra)
        sides.append(np.column_stack([right, gold, right, predicted]).astype(float))
    return sides


def check_inside(found, law, observed, multiple, strict):
    """See that the truth, with and without ties, is inside the bound; return the tail and both."""
    tail, x = found.at_least(multiple, strict), multiple * observed
    low, high = (
        float(sum(mass for each, mass in law.items() if float(each) > x + off * abs(x))) for off in (1e-11, -1e-11)
    )
    assert low - tail.error_bound - 1e-15 <= tail.probability <= high + tail.error_bound + 1e-15
    return tail, low, high


def engine(sides, metric):
    return QuotientSwaps(Collapsed(*sides, np.ones(len(sides[0]))), METRICS[metric])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.integers(4, 9), st.sampled_from([0, 0.1, 0.4, 2]), st.sampled_from([0, 0.3, 4]))
@example(seed=250, n=9, gain=2, spread=4)
def test_the_truth_of_few_items_is_inside_the_bound(seed, n, gain, spread):
    metric = "ratio" if spread else "f1"
    sides = rates(n, gain, seed, spread) if spread else pages(n, gain / 8, seed, 30)
    law = enumeration.swapped(*(side.tolist() for side in sides), SCORES[metric])
    observed = enumeration.observed(*(side.tolist() for side in sides), SCORES[metric])
    found = engine(sides, metric)
    if observed == 0:
        return
    for multiple in (1, -1):
        for strict in (False, True):
            tail, low, high = check_inside(found, law, float(observed), multiple, strict)
            if tail.engine == "enumeration" and multiple > 0:
                assert tail.probability == pytest.approx(low if strict else high, rel=1e-12, abs=0)
            other = found.at_most(-multiple, strict)
            assert other.probability == tail.probability


@pytest.mark.parametrize(("n", "largest", "gain"), [(120, 30, 0.0), (200, 60, 0.02), (200, 60, 0.1), (1_000, 60, 0.05)])
def test_whole_numbers_have_the_p_of_their_plane(n, largest, gain):
    rows = Collapsed(*pages(n, gain, n, largest), np.ones(n))
    bracket = QuotientSwaps(rows, METRICS["f1"])
    try:
        plane = RowSwaps(rows, METRICS["f1"], 0)
    except NotExactError:
        plane = PlaneSwaps(rows, METRICS["f1"], 0)
    for multiple in (1, -1):
        one, other = bracket.at_least(multiple), plane.at_least(multiple)
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
        assert one.error_bound <= 0.05 * one.probability


def test_items_that_are_alike_count_so_often():
    a, e = rates(30, 0.1, 4)
    once = QuotientSwaps(Collapsed(np.repeat(a, 3, axis=0), np.repeat(e, 3, axis=0), np.ones(90)), METRICS["ratio"])
    counted = QuotientSwaps(Collapsed(a, e, np.full(30, 3)), METRICS["ratio"])
    for multiple in (1, -1):
        one, other = once.at_least(multiple), counted.at_least(multiple)
        assert one.probability == pytest.approx(other.probability, abs=one.error_bound + other.error_bound)
    for found, expected in zip(once.points(), counted.points(), strict=True):
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kind", ["ratio", "f1"])
@pytest.mark.parametrize(
    ("n", "gain"), [(45, 0.02), (100, 0.0), (400, 0.03), pytest.param(5_000, 0.005, marks=pytest.mark.thorough)]
)
def test_samples_agree(kind, n, gain):
    sides = rates(n, gain, n) if kind == "ratio" else pages(n, gain, n)
    if kind == "f1":
        sides = [side * np.random.default_rng(n).uniform(0.5, 1, (n, 1)) for side in sides]
    pair = PairedScores.from_scores(*sides)
    for alternative in ("greater", "two-sided"):
        exact = core.compare(pair, metric=kind, alternative=alternative)
        assert (exact.method, exact.engine) == ("exact", "tilted-fourier")
        sampled = core.compare(pair, metric=kind, alternative=alternative, method="monte-carlo", n_resamples=20_000)
        low, high = sampled.pvalue_interval
        assert low - exact.error_bound <= exact.pvalue <= high + exact.error_bound
        assert exact.error_bound <= 0.02 * exact.pvalue
    null, other = exact.null_distribution, sampled.null_distribution
    spreads = [np.sqrt(each.mass @ each.values**2) for each in (null, other)]
    assert spreads[0] == pytest.approx(spreads[1], rel=0.03, abs=0)
    assert exact.counted_in_null.share(null) == pytest.approx(exact.pvalue, abs=0.02)
    assert (np.diff(null.values) > 0).all()
    left, right, mass = null.histogram()
    assert (right > left).all()
    assert mass.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("n", "gain", "kind"), [(60, 0.25, "ratio"), (100, 0.2, "f1"), (500, 0.1, "ratio")])
def test_small_p_agrees_with_tilted_samples_and_mirrors(n, gain, kind):
    sides = rates(n, gain, n) if kind == "ratio" else [each * 1.1**0.5 for each in pages(n, gain, n)]
    pair, mirrored = PairedScores.from_scores(*sides), PairedScores.from_scores(*sides[::-1])
    exact = core.compare(pair, metric=kind, alternative="greater")
    assert exact.exact
    assert exact.pvalue < 1e-4
    low, high = tilted(pair, "permutation", "greater", kind).interval
    assert low - exact.error_bound <= exact.pvalue <= high + exact.error_bound
    other = core.compare(mirrored, metric=kind, alternative="less")
    assert other.pvalue == pytest.approx(exact.pvalue, abs=exact.error_bound + other.error_bound)


def test_where_every_page_is_better_it_is_one_way_of_all():
    a, e = rates(50, 0.0, 9)
    e[:, 0], e[:, 1] = a[:, 0] * 1.2, a[:, 1]
    e[:3, 1] *= 0.99  # denominators that differ
    result = core.compare(PairedScores.from_scores(a, e), metric="ratio", alternative="greater")
    assert (result.engine, result.pvalue) == ("enumeration", pytest.approx(2.0**-50, rel=1e-12, abs=0))
    many = [np.tile(side, (40, 1)) * np.random.default_rng(2).uniform(0.5, 1, (2_000, 1)) for side in (a, e)]
    result = core.compare(PairedScores.from_scores(*many), metric="ratio", alternative="greater")
    assert (result.engine, result.log10_pvalue) == (
        "enumeration",
        pytest.approx(-2_000 * np.log10(2), rel=1e-12, abs=0),
    )
    excluded = core.compare(PairedScores.from_scores(a, e), metric="ratio", alternative="greater", boundary="exclude")
    assert excluded.pvalue == 0


def test_equal_systems_have_a_p_of_one():
    a, e = rates(50, 0.0, 3)
    both = PairedScores.from_scores(np.concatenate([a, e]), np.concatenate([e, a]))
    assert core.compare(both, metric="ratio").pvalue == 1.0


def test_what_is_no_quotient_is_refused():
    a, e = (np.hstack([side, side, side]) for side in pages(60, 0.1, 1))
    with pytest.raises(NotExactError, match="conll is no quotient of two sums"):
        engine((a, e), "conll")
    a, e = pages(60, 0.1, 1)
    a[:, 2] *= 0.9  # another numerator of precision than of recall
    with pytest.raises(NotExactError, match="f1 is no quotient of two sums"):
        engine((a, e), "f1")
    scores = Metric("curious", ("a", "b", "c", "d"), score=_curious, parts=METRICS["f1"].parts)
    with pytest.raises(NotExactError, match="curious is no quotient of two sums"):
        QuotientSwaps(Collapsed(*pages(60, 0.1, 1), np.ones(60)), scores)
    rows = rates(50, 0.1, 1)
    rows[0, :, 1] = 0.0
    with pytest.raises(NotExactError, match="a system has no denominator of ratio"):
        engine(rows, "ratio")


def _curious(sums):
    return np.asarray(sums[..., 0] / (1 + sums[..., 1]), dtype=float)


def test_the_observed_outcome_counts_once_however_sums_are_rounded():
    for seed in range(300):
        generator = np.random.default_rng(seed)
        n = int(generator.integers(3, 10))
        sides = np.exp(generator.normal(0, 3, (2, n, 2)))
        found = engine(sides, "ratio")
        tails = [(found if found.observed > 0 else engine(sides[::-1], "ratio")).at_least(1, each) for each in (0, 1)]
        assert [each.engine for each in tails] == ["enumeration"] * 2
        assert tails[0].probability - tails[1].probability == pytest.approx(0.5**n, rel=1e-9, abs=0)


@pytest.mark.parametrize("scale", [1e-6, 1e-10, 1e-13])
def test_errors_that_are_few_beside_what_is_right_are_not_lost(scale):
    for seed in range(20):
        generator = np.random.default_rng(seed)
        shape = (2, int(generator.integers(3, 8)), 1)
        right, wrong = generator.integers(5, 9, shape), generator.uniform(0, 10, shape) * scale
        sides = np.concatenate([right, wrong], axis=2)
        law = enumeration.swapped(*sides.tolist(), f1_of_errors)
        observed = enumeration.observed(*sides.tolist(), f1_of_errors)
        truth = float(sum(mass for each, mass in law.items() if each >= observed))
        tail = engine(sides, "f1-errors").at_least(1)
        assert abs(tail.probability - truth) <= tail.error_bound + 1e-15


def f1_of_errors(sums):
    return sums[0] / (sums[0] + sums[1] / 2)


def _with_one_huge_document(n, base, size):
    """Two clusters of extreme swaps: that of a huge document, which one system left out, changes little."""
    generator = np.random.default_rng(0)
    a = generator.integers(0, 3, (n, 2))
    baseline = np.column_stack([base + a[:, 0], 2 * base + generator.integers(0, 5, n)])
    gains = np.where(generator.random(n) < 0.05, -1, 1)
    experimental = baseline + np.column_stack([gains, generator.integers(-1, 2, n)])
    (top_a, under_a), (top_e, under_e) = baseline.sum(0), experimental.sum(0)
    balanced = min(
        range(size * 4 // 5, size * 6 // 5),
        key=lambda v: abs(
            top_e / under_e - (top_a + v) / (under_a + 2 * size) - (top_e + v) / (under_e + 2 * size) + top_a / under_a
        ),
    )
    return np.vstack([baseline, [balanced, 2 * size]]), np.vstack([experimental, [0, 0]])


def _listed_totals(baseline, experimental):
    """P(δ' ≥ δ) from the masses of all totals of the ordinary documents, twice, in whole numbers."""
    *rest, huge = experimental - baseline
    low, high = (np.sum([bound(step, 0) for step in rest], axis=0) for bound in (np.minimum, np.maximum))
    mass = np.zeros(high - low + 1)
    mass[tuple(-low)] = 1.0
    for step in rest:
        mass = (mass + np.roll(mass, tuple(step), (0, 1))) / 2
    p, q = np.ogrid[low[0] : high[0] + 1, low[1] : high[1] + 1]
    (top_a, under_a), (top_e, under_e) = ([int(each) for each in side.sum(0)] for side in (baseline, experimental))
    found = 0.0
    for x, y in ((0, 0), huge.tolist()):
        tops, unders = (top_e - p - x, top_a + p + x), (under_e - q - y, under_a + q + y)
        moved = (tops[0] * unders[1] - tops[1] * unders[0]).astype(object) * (under_a * under_e)
        beyond = moved >= (top_e * under_a - top_a * under_e) * (unders[0] * unders[1]).astype(object)
        found += float(mass[beyond.astype(bool)].sum()) / 2
    return found


@pytest.mark.parametrize(("n", "base", "size"), [(100, 50, 5_000), (60, 20, 1_000), (100, 20, 3_000), (50, 50, 2_000)])
def test_extreme_swaps_that_a_tilted_window_misses_are_in_the_bound(n, base, size):
    baseline, experimental = _with_one_huge_document(n, base, size)
    truth = _listed_totals(baseline, experimental)
    rows = Collapsed(baseline, experimental, np.ones(n + 1, dtype=np.int64))
    for engine in (PlaneSwaps, RowSwaps):
        try:
            tail = engine(rows, METRICS["ratio"], 0).at_least(1)
        except NotExactError:
            continue
        assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth


@pytest.mark.parametrize("seed", range(8))
def test_either_system_may_be_the_better_one(seed):
    generator = np.random.default_rng(seed)
    rows = [np.column_stack([generator.lognormal(0, 1, 60), generator.lognormal(1 + more, 1, 60)]) for more in (0, 0.8)]
    one, other = (PairedScores.from_scores(*sides) for sides in (rows, rows[::-1]))
    above, below = (
        core.compare(one, metric="ratio", alternative="greater"),
        core.compare(other, metric="ratio", alternative="less"),
    )
    assert above.exact
    assert below.exact
    assert below.pvalue == pytest.approx(above.pvalue, rel=1e-6, abs=0)
