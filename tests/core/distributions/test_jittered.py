"""Sums of values near a lattice: against all outcomes listed, samples, the lattice itself, and plain inversion."""

import math
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions import exact_sum
from core.distributions.fourier import FourierSum
from core.distributions.jitter import jitter_of
from core.distributions.jittered import JitteredSum
from core.distributions.lattice import LatticeSum
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum, grouped
from core.errors import NotExactError

SIGNS = np.array(list(product((-1, 1), repeat=12)))
DRAWS = np.array(list(product(range(6), repeat=6)))


def values_of(n, noise, generator, steps=1):
    return generator.integers(-steps, steps + 1, n) + noise * generator.normal(size=n)


def engine(d, swapped):
    law = SwappedSum(np.sort(np.abs(d)), np.ones(len(d))) if swapped else ResampledSum(np.sort(d), np.ones(len(d)))
    jitter = jitter_of(law)
    return None if jitter is None else JitteredSum(law, jitter, exact_sum)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.booleans(), st.sampled_from([0.03, 1e-3, 1e-6, 1e-9]), st.integers(1, 3))
def test_the_truth_of_few_values_is_inside_the_bound(seed, swapped, noise, steps):
    generator = np.random.default_rng(seed)
    d = values_of(12 if swapped else 6, noise, generator, steps)
    found = engine(d, swapped)
    if found is None:
        return
    sums = SIGNS @ np.abs(d) if swapped else d[DRAWS].sum(axis=1)
    # The observed sum, others that are reached, some of the largest and smallest, and between them
    for x in [d.sum(), *generator.choice(sums, 2), *np.sort(sums)[[-9, -3, 2, 8]], float(generator.normal())]:
        off = 1e-13 * np.abs(d).sum()
        low, high = (sums > x + off).mean(), (sums >= x - off).mean()
        tail, other = found.at_least(x), found.at_most(x, strict=True)
        assert low - tail.error_bound - 1e-15 <= tail.probability <= high + tail.error_bound + 1e-15
        assert 1 - high - other.error_bound - 1e-15 <= other.probability <= 1 - low + other.error_bound + 1e-15


@pytest.mark.parametrize("swapped", [True, False])
@pytest.mark.parametrize("n", [100, 3_000])
def test_plain_inversion_agrees(n, swapped):
    d = values_of(n, 0.6 / np.sqrt(n) / 4, np.random.default_rng(n))
    found = engine(d, swapped)
    plain = FourierSum(found.law)
    for share in (-1.5, 0.0, 1.0, 2.0):
        x = found.law.mean + share * np.sqrt(n)
        one, other = found.at_least(x), plain.at_least(x)
        assert one.error_bound <= 2e-3
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound


@pytest.mark.parametrize("test", list(core.TESTS))
@pytest.mark.parametrize(("n", "noise"), [(60, 1e-3), (200, 1e-7), (1_000, 1e-5), (10_000, 1e-9)])
def test_right_or_wrong_with_noise_is_computed(n, noise, test):
    generator = np.random.default_rng(n)
    a, e = generator.integers(0, 2, (2, n)).astype(float)
    pair = PairedScores.from_scores(a, e + noise * generator.normal(size=n))
    for alternative in ("greater", "less"):
        found = core.compare(pair, test=test, alternative=alternative)
        assert found.exact
        assert found.error_bound <= 2e-3 * found.pvalue
        # The noise only decides between the sums that are equal without it.
        ends = (
            core.compare(PairedScores.from_scores(a, e), test=test, alternative=alternative, boundary=boundary).pvalue
            for boundary in ("exclude", "include")
        )
        low, high = ends
        slack = 0.0 if noise < 1e-4 else 0.02
        assert low * (1 - slack) - found.error_bound <= found.pvalue <= high * (1 + slack) + found.error_bound
        if n <= 1_000:
            sampled = core.compare(pair, test=test, alternative=alternative, method="monte-carlo", n_resamples=20_000)
            assert sampled.pvalue_interval[0] - 1e-3 <= found.pvalue <= sampled.pvalue_interval[1] + 1e-3


@pytest.mark.parametrize("changed", [3, 4, 10, 16])
@pytest.mark.parametrize("noise", [1e-3, 1e-7])
def test_few_changed_among_noise_are_drawn_at_once(monkeypatch, changed, noise):
    def peeled(*_):
        raise AssertionError("one after another")

    monkeypatch.setattr("core.distributions.peeled.peeled", peeled)
    generator = np.random.default_rng(changed)
    d = noise * generator.normal(size=100)
    d[:changed] += np.resize([1, -1], changed)
    found = core.compare(PairedScores.from_scores(0 * d, d), test="bootstrap", alternative="greater")
    assert found.exact
    assert found.error_bound <= 1e-3 * found.pvalue
    # Draws in which none or as many of either side are drawn are told by the noise alone.
    draws = generator.integers(0, 100, (20_000, 100))
    share = (d[draws].sum(axis=1) <= 0).mean()
    assert abs(share - found.pvalue) < 4 * math.sqrt(found.pvalue * (1 - found.pvalue) / 20_000) + found.error_bound


@pytest.mark.parametrize("test", list(core.TESTS))
@pytest.mark.parametrize("decimals", [7, 9])
def test_noise_that_is_printed_is_computed(decimals, test):
    generator = np.random.default_rng(decimals)
    a, e = generator.integers(0, 2, (2, 300)).astype(float)
    e = np.round(e + 1e-6 * generator.normal(size=300), decimals)
    printed = core.compare(PairedScores.from_scores(a, e), test=test)
    off = core.compare(PairedScores.from_scores(a * np.pi, e * np.pi * (1 + 1e-15)), test=test)
    assert printed.exact
    assert off.exact
    slack = 0.0 if decimals == 9 else 1e-2 * off.pvalue  # sums that are tied as printed
    assert abs(printed.pvalue - off.pvalue) <= printed.error_bound + off.error_bound + slack


def test_far_values_near_one_another_are_a_lattice_of_their_own():
    generator = np.random.default_rng(7)
    d = np.append(generator.normal(0.3, 1, 200), 1e9 * (1 + 1e-4 * generator.normal(size=150)) * np.tile([1, -1], 75))
    pair = PairedScores.from_scores(0 * d, d)
    for test in core.TESTS:
        found = core.compare(pair, test=test, alternative="greater")
        assert found.exact
        sampled = core.compare(pair, test=test, alternative="greater", method="monte-carlo", n_resamples=20_000)
        assert sampled.pvalue_interval[0] - 1e-3 <= found.pvalue <= sampled.pvalue_interval[1] + 1e-3


@pytest.mark.parametrize("swapped", [True, False])
def test_its_picture_and_its_quantiles(swapped):
    found = engine(values_of(300, 1e-3, np.random.default_rng(3)), swapped)
    sums, mass = found.points()
    assert (np.diff(sums) >= 0).all()
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    assert mass @ sums == pytest.approx(found.law.mean, abs=1e-2)
    variance = found.law.tilted(0.0).variance
    assert mass @ (sums - found.law.mean) ** 2 == pytest.approx(variance, rel=1e-2, abs=0)
    for q in (0.025, 0.5, 0.975):
        x = found.quantile(q)
        assert found.at_most(x).probability == pytest.approx(q, abs=1e-4)


@pytest.mark.parametrize("swapped", [True, False])
@pytest.mark.parametrize(("n", "steps", "noise"), [(60, 1, 9), (90, 3, 2), (400, 1, 40), (3_000, 2, 3)])
def test_small_tails_are_those_of_a_finer_lattice(n, steps, noise, swapped):
    generator = np.random.default_rng(n)
    fine = 2_000 * generator.integers(-steps, steps + 1, n) + generator.integers(-noise, noise + 1, n)
    values, counts = np.unique(np.abs(fine[fine != 0]) if swapped else fine, return_counts=True)
    kind = SwappedSum if swapped else ResampledSum
    truth, law = LatticeSum(kind(values, counts)), kind(values.astype(float), counts)
    found = JitteredSum(law, jitter_of(law), exact_sum)
    spread, tilted = np.sqrt(law.tilted(0.0).variance), 0
    for share in (3, 4.5, 6, 7.2, 10, 13):
        x = 2_000 * round((law.mean + share * spread) / 2_000) + round(float(generator.normal(0, noise * n**0.5)))
        below = 2 * round(law.mean) - x
        for one, other in (
            (found.at_least(x - 0.5), truth.at_least(x)),
            (found.at_most(below + 0.5), truth.at_most(below)),
        ):
            # Whole numbers are atoms off a lattice: where many share one, the bracket is no narrower than that one.
            assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
            assert one.error_bound <= 0.02 * other.probability
            tilted += one.engine == "tilted-fourier"
    assert tilted >= 4


def test_a_small_tail_is_tilted():
    generator = np.random.default_rng(4)
    a, e = generator.integers(0, 2, 200).astype(float), np.where(generator.random(200) < 0.45, 1.0, 0.0)
    e = np.maximum(a, e)
    e[:6] = 0
    noisy = PairedScores.from_scores(a, e + 1e-7 * generator.normal(size=200))
    for test in core.TESTS:
        low, high = (
            core.compare(PairedScores.from_scores(a, e), test=test, alternative="greater", boundary=each).pvalue
            for each in ("exclude", "include")
        )
        found = core.compare(noisy, test=test, alternative="greater")
        assert found.exact
        assert found.pvalue < 1e-3
        assert low * (1 - 1e-4) - found.error_bound <= found.pvalue <= high * (1 + 1e-4) + found.error_bound


def test_a_far_tail_on_a_point_of_the_lattice_is_certain():
    # Quarters less a tenth, of 32 bits: Z in twentieths and R in units of 2^-28, counted together by adding up.
    generator = np.random.default_rng(4)
    z, r = generator.choice([2, 3, 7, 8, 12, 17, 22], 100), generator.integers(-2, 3, 100)
    values, signs = z / 20 + r * 2.0**-28, np.where(generator.random(100) < 0.93, 1, -1)
    chances = np.zeros((2 * z.sum() + 1, 2 * np.abs(r).sum() + 1))
    chances[z.sum(), np.abs(r).sum()] = 1.0
    for each, rest in zip(z, r, strict=True):
        chances = sum(np.roll(chances, (sign * each, sign * rest), (0, 1)) for sign in (1, -1)) / 2
    at = int(signs @ z) + z.sum(), int(signs @ r) + np.abs(r).sum()
    exact = chances[at[0] + 1 :].sum() + chances[at[0], at[1] :].sum()
    above = chances[at[0] + 1 :].sum() + chances[at[0], at[1] + 1 :].sum()
    law = SwappedSum(np.sort(values), np.ones(100, dtype=np.int64))
    found = JitteredSum(law, jitter_of(law), exact_sum)
    tail = found.at_least(signs @ values)
    assert 1e-24 < exact < 1e-16
    assert chances[at[0]].sum() > exact / 6  # so that what is left over decides much of it
    assert above - tail.error_bound <= tail.probability <= exact + tail.error_bound
    assert tail.error_bound < 0.02 * tail.probability


@pytest.mark.parametrize("sizes", [(60, 90), (40, 40, 40), (130, 170)])
@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
@pytest.mark.parametrize("gain", [0.0, 0.25])
def test_right_or_wrong_with_noise_in_strata(sizes, test, gain):
    # The truth without noise, where ties count and where they do not, by convolved whole numbers.
    generator = np.random.default_rng(sizes)
    d = [generator.choice([-1, 0, 1], size, p=[0.3 - gain / 2, 0.4, 0.3 + gain / 2]) for size in sizes]
    common = math.lcm(*sizes)
    masses, lowest = np.ones(1), 0
    for values, size in zip(d, sizes, strict=True):
        once = np.bincount(values + 1, minlength=3) / size
        of_sum = reduce(np.convolve, [once] * size)
        apart = np.zeros((len(of_sum) - 1) * (common // size) + 1)
        apart[:: common // size] = of_sum
        masses, lowest = np.convolve(masses, apart), lowest - size * (common // size)
    observed = sum(common // size * int(values.sum()) for values, size in zip(d, sizes, strict=True))
    at = (0 if test == "bootstrap" else 2 * observed) - lowest
    with_ties = masses[: at + 1].sum() if test == "bootstrap" else masses[at:].sum()
    without = with_ties - masses[at]
    strata = np.repeat([str(size) + str(at) for at, size in enumerate(sizes)], sizes).tolist()
    noisy = np.concatenate(d) + 1e-7 * generator.normal(size=sum(sizes))
    pair = PairedScores.from_scores(np.zeros(sum(sizes)), noisy).with_strata(strata)
    result = core.compare(pair, test=test, alternative="greater")
    assert result.exact
    assert result.confidence_interval().method == "exact"
    # Noise breaks some of the ties.
    assert without < result.pvalue < with_ties
    assert masses[at] > 8 * result.error_bound


def test_strata_that_begin_anywhere_against_whole_numbers():
    generator = np.random.default_rng(8)
    parts, masses, lowest = [], np.ones(1), 0
    for n, weight, origin in ((30, 300, 77), (40, 200, -901)):
        values = weight * generator.integers(0, 4, n) + origin + generator.integers(-2, 3, n)
        parts.append(ResampledSum(*grouped(values.astype(float), np.ones(n))))
        once = np.bincount(values - values.min()) / n
        masses, lowest = np.convolve(masses, reduce(np.convolve, [once] * n)), lowest + n * int(values.min())
    law = SumOfResamples(tuple(parts))
    found, plain = JitteredSum(law, jitter_of(law), exact_sum), FourierSum(law)
    for share in (-6, -2.5, -1, 0, 0.7, 3, 8):
        x = round(law.mean + share * math.sqrt(law.tilted(0.0).variance))
        truth = masses[x - lowest :].sum()
        tail = found.at_least(x - 0.5)
        assert abs(tail.probability - truth) <= tail.error_bound + 1e-13 * (1 + 1e5 * (share < 0))
        assert tail.error_bound <= max(0.01 * truth, 1e-15)
    assert plain.at_least(law.mean + 0.5).error_bound > 2 * found.at_least(law.mean + 0.5).error_bound


def test_what_few_frequencies_told_of_a_far_tail_is_kept_where_more_are_refused(monkeypatch):
    generator = np.random.default_rng(9)
    d = generator.integers(-2, 4, 300) + 1e-4 * generator.normal(size=300)
    law = ResampledSum(np.sort(d), np.ones(300))
    found, asked = JitteredSum(law, jitter_of(law), exact_sum), []
    certain = found.at_most(0.0)
    inverted = JitteredSum._inverted

    def refused(self, joint, x, frequencies, *others):
        asked.append((joint.tilt.theta != 0, frequencies))
        if frequencies > 2**10:
            raise NotExactError("too many")
        return inverted(self, joint, x, frequencies, *others)._replace(error_bound=0.01 * certain.probability)

    monkeypatch.setattr(JitteredSum, "_inverted", refused)
    kept = JitteredSum(law, jitter_of(law), exact_sum).at_most(0.0)
    assert certain.probability < 1e-3
    assert asked[-1] == (True, 2**12)
    assert (kept.engine, kept.error_bound) == ("tilted-fourier", 0.01 * certain.probability)
    assert kept.probability == pytest.approx(certain.probability, rel=0.01, abs=0)
