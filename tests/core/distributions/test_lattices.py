"""Sums of parts near lattices of their own: against whole numbers convolved, and against samples."""

from functools import reduce

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.distributions import lattices, part_halves
from core.distributions.fourier import FourierSum
from core.distributions.lattices import SeveralLattices
from core.distributions.parts import parts_of
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum, grouped
from core.errors import NotExactError

UNITS = (1_000, 1_618, 733, 2_236, 1_000, 1_618)


def never(law):
    raise NotExactError("asked of another engine")


def strata(sizes, noise, seed):
    """Whole numbers near multiples of a unit in each stratum, and how likely each sum of all is."""
    generator = np.random.default_rng(seed)
    parts, masses, lowest = [], np.ones(1), 0
    for size, unit in zip(sizes, UNITS, strict=False):
        values = unit * generator.integers(-2, 3, size) + generator.integers(-noise, noise + 1, size) + unit // 3
        parts.append(ResampledSum(*grouped(values.astype(float), np.ones(size))))
        once = np.bincount(values - values.min()) / size
        masses, lowest = _convolved(masses, reduce(_convolved, [once] * size)), lowest + size * int(values.min())
    return SumOfResamples(tuple(parts)), masses, lowest


def swaps(sizes, noise, seed):
    generator = np.random.default_rng(seed)
    values = [
        unit * generator.integers(1, 4, size) + generator.integers(-noise, noise + 1, size)
        for size, unit in zip(sizes, UNITS, strict=False)
    ]
    values = np.concatenate([*values, generator.integers(0, noise + 1, 4)])
    values = values[values > 0]
    masses = np.ones(1)
    for each in values:
        masses = np.append(masses, np.zeros(2 * each)) / 2 + np.append(np.zeros(2 * each), masses) / 2
    return SwappedSum(*grouped(values.astype(float), np.ones(len(values)))), masses, -int(values.sum())


def _convolved(one, other):
    size = len(one) + len(other) - 1
    cells = 1 << (size - 1).bit_length()
    return np.maximum(np.fft.irfft(np.fft.rfft(one, cells) * np.fft.rfft(other, cells), cells)[:size], 0.0)


@pytest.mark.parametrize("noise", [1, 6])
@pytest.mark.parametrize(
    ("made", "sizes"),
    [(strata, (20, 30)), (strata, (12, 9, 14)), (strata, (8, 7, 6, 9)), (swaps, (20, 30)), (swaps, (12, 9, 14))],
)
def test_the_truth_is_inside_the_bound(made, sizes, noise):
    law, masses, lowest = made(sizes, noise, len(sizes))
    found, plain = SeveralLattices(law, never), FourierSum(law)
    deviation, certain = np.sqrt(law.tilted(0.0).variance), 0
    generator = np.random.default_rng(noise)
    likely = generator.choice(len(masses), 3, p=masses / masses.sum())
    for x in [*(lowest + likely), *(round(law.mean + share * deviation) for share in (-3, -1, 0.2, 1, 2.5))]:
        at = int(np.clip(x - lowest, 0, len(masses)))
        above, below = masses[at:].sum(), masses[:at].sum()
        for tail, truth in ((found.at_least(x - 0.5), above), (found.at_most(x - 0.5), below)):
            assert abs(tail.probability - truth) <= tail.error_bound + 1e-10
            assert tail.error_bound <= max(2e-3 * truth, 1e-6)
        certain += plain.at_least(x - 0.5).error_bound > 3 * found.at_least(x - 0.5).error_bound
    assert certain >= (noise == 1)


def test_a_stratum_that_hardly_varies_is_left_over():
    law, masses, lowest = strata((20, 30), 3, 4)
    still = ResampledSum(np.array([-2.0, 0.0, 1.0]), np.array([3.0, 1.0, 2.0]))
    whole = SumOfResamples((*law.parts, still))
    found = SeveralLattices(whole, never)
    masses = reduce(_convolved, [np.array([0.5, 0, 1 / 6, 1 / 3])] * 6, masses)
    at = round(law.mean) - lowest
    tail = found.at_least(lowest - 12 + at - 0.5)
    assert abs(tail.probability - masses[at:].sum()) <= tail.error_bound + 1e-10
    assert tail.error_bound < 1e-3


def test_what_is_open_at_too_many_points_is_asked_of_another(monkeypatch):
    monkeypatch.setattr(lattices, "_MOST_OPEN", 2**10)
    law, masses, lowest = strata((40, 40, 40, 40), 30, 5)
    assert {len(parts) for parts in parts_of(law)} == {4}
    with pytest.raises(NotExactError, match="another engine"):
        SeveralLattices(law, never).at_least(law.mean)
    tail = SeveralLattices(law, FourierSum).at_least(law.mean + 0.5)
    assert abs(tail.probability - masses[round(law.mean + 1) - lowest :].sum()) <= tail.error_bound + 1e-10


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("sizes", [(60, 60), (16, 16, 16)])
def test_tasks_that_are_normalised_by_themselves_are_exact(sizes, test):
    generator = np.random.default_rng(sizes)
    d = []
    for size in sizes:
        scores = generator.integers(0, 2, (2, size))
        scores = (scores - scores.mean()) / scores.std() + 1e-7 * generator.normal(size=(2, size))
        d.append(scores[1] - scores[0])
    of = np.repeat(np.arange(len(sizes)), sizes).astype(str).tolist()
    pair = PairedScores.from_scores(np.zeros(sum(sizes)), np.concatenate(d)).with_strata(of)
    result = core.compare(pair, test=test, alternative="greater")
    sampled = core.compare(pair, test=test, alternative="greater", method="monte-carlo", n_resamples=40_000)
    assert result.exact
    assert sampled.pvalue == pytest.approx(result.pvalue, abs=4 * 0.5 / 200)
    assert result.confidence_interval().method == "exact"
    one, other = result.confidence_interval(), sampled.confidence_interval()
    assert [one.low, one.high] == pytest.approx([other.low, other.high], abs=0.03)
    picture, drawn = result.bootstrap_distribution, sampled.bootstrap_distribution
    for q in (0.1, 0.5, 0.9):
        x = drawn.quantile(q) + 1e-3
        assert picture.mass[picture.values <= x].sum() == pytest.approx(drawn.mass[drawn.values <= x].sum(), abs=0.02)


@pytest.mark.parametrize("sizes", [(16, 15, 17), (9, 10, 8, 9, 8), (6, 5, 7, 6, 5, 4, 6)])
@pytest.mark.parametrize("noise", [0, 1])
def test_strata_of_a_few_sizes_are_taken_by_how_many_of_each_are_drawn(sizes, noise):
    generator = np.random.default_rng(7)
    parts, masses, lowest = [], np.ones(1), 0
    for size in sizes:
        values = generator.choice([-16180, -10000, 0, 10000, 16180], size) + generator.integers(-noise, noise + 1, size)
        parts.append(ResampledSum(*grouped(values.astype(float), np.ones(size))))
        once = np.bincount(values - values.min()) / size
        masses, lowest = _convolved(masses, reduce(_convolved, [once] * size)), lowest + size * int(values.min())
    law = SumOfResamples(tuple(parts))
    found = SeveralLattices(law, never)
    for x in (round(law.mean) - 90_000, round(law.mean), 6_180 * 3 + 10_000 * 2, -16_180 + 2):
        truth = masses[x - lowest :].sum()
        tail = found.at_least(x - 0.5)
        assert abs(tail.probability - truth) <= tail.error_bound + 1e-10
        assert tail.error_bound <= 2e-3 * truth


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
def test_neither_the_systems_nor_the_order_of_strata_change_what_is_taken_together(test):
    generator = np.random.default_rng(30)
    d = generator.choice([0, 1, np.pi / 2, -1, -np.pi / 2], 100)
    of = np.arange(100) % 5

    def pvalue(baseline, experimental, alternative, names="01234"):
        pair = PairedScores.from_scores(baseline, experimental).with_strata([names[each] for each in of])
        return core.compare(pair, test=test, alternative=alternative).pvalue

    found = pvalue(0 * d, d, "greater")
    assert pvalue(d, 0 * d, "less") == pytest.approx(found, rel=1e-10, abs=0)
    assert pvalue(0 * d, d, "greater", "30214") == pytest.approx(found, rel=1e-10, abs=0)


def test_no_more_is_held_of_many_strata_than_of_few(monkeypatch):
    law = strata((8, 7, 6, 9), 1, 4)[0]
    SeveralLattices(law, never)
    monkeypatch.setattr(part_halves, "_MOST_HELD", 2**4)
    with pytest.raises(NotExactError, match="no parts of few points"):
        SeveralLattices(law, never)
