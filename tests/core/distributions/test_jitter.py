"""Values near a lattice: which lattice is found, and where none is taken."""

import numpy as np
import pytest

from core.distributions.jitter import jitter_of
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum


def law_of(kind, d):
    values = np.unique(np.abs(d) if kind is SwappedSum else d)
    return kind(values, np.ones(len(values)))


@pytest.mark.parametrize("kind", [SwappedSum, ResampledSum])
@pytest.mark.parametrize(("steps", "step"), [(1, 1.0), (3, 1 / 3), (1, 2e7)])
@pytest.mark.parametrize("noise", [1e-3, 1e-9])
def test_the_step_and_what_is_left_over(kind, steps, step, noise):
    generator = np.random.default_rng(steps)
    law = law_of(kind, step * (generator.integers(-steps, steps + 1, 300) + noise * generator.normal(size=300)))
    found = jitter_of(law)
    assert found.step == pytest.approx(step, rel=noise, abs=0)
    assert found.step * found.whole + found.rest == pytest.approx(law.values, rel=1e-15, abs=0)
    assert np.abs(found.rest).max() < 6 * noise * step
    assert found.on_lattice.whole
    assert found.on_lattice.counts.sum() == (found.whole != 0).sum() if kind is SwappedSum else 300


def test_a_step_that_is_a_part_of_the_smallest_size():
    generator = np.random.default_rng(1)
    d = generator.choice([2.0, 3.0, 5.0], 200) + 1e-6 * generator.normal(size=200)
    assert jitter_of(law_of(SwappedSum, d)).step == pytest.approx(1, rel=1e-6, abs=0)


def test_far_values_are_one_point_however_far_from_one_another():
    generator = np.random.default_rng(3)
    far = 1e9 * np.tile([1, -1], 10) * (1 + 1e-3 * generator.uniform(-1, 1, 20))
    found = jitter_of(law_of(ResampledSum, np.append(generator.normal(size=380), far)))
    assert found.step == pytest.approx(1e9, rel=1e-3, abs=0)
    assert np.unique(found.whole).tolist() == [-1, 0, 1]


@pytest.mark.parametrize("kind", ["smooth", "noise as wide as a step", "two values"])
def test_there_is_none(kind):
    generator = np.random.default_rng(2)
    d = {
        "smooth": generator.normal(size=300),
        "noise as wide as a step": generator.integers(-1, 2, 300) + 0.4 * generator.normal(size=300),
        "two values": np.array([1.0, np.pi]),
    }[kind]
    assert jitter_of(law_of(ResampledSum, d)) is None


def test_the_lattice_of_draws_may_begin_anywhere():
    generator = np.random.default_rng(5)
    values = 0.25 * generator.integers(0, 4, 200) - 0.6 + 1e-9 * generator.normal(size=200)
    found = jitter_of(law_of(ResampledSum, values))
    assert found.step == pytest.approx(0.25, rel=1e-8, abs=0)
    assert found.rest + 0.6 - 0.25 * round(float(0.6 + found.rest[0]) / 0.25) == pytest.approx(0, abs=1e-8)
    assert found.alike


@pytest.mark.parametrize(("sizes", "steps"), [((130, 170), (17, 13)), ((40, 40, 40), (1, 1, 1)), ((60, 90), (3, 2))])
def test_strata_share_a_step(sizes, steps):
    # A right answer counts n/(S·D) in a stratum of D: the smaller it is, the more.
    generator = np.random.default_rng(6)
    parts = []
    for at, size in enumerate(sizes):
        d = generator.integers(-1, 2, size) + 1e-8 * generator.normal(size=size) + at / 7
        parts.append(law_of(ResampledSum, d / size))
    found = jitter_of(SumOfResamples(tuple(parts)))
    assert found.step == pytest.approx(1 / (sizes[0] * steps[0]), rel=1e-7, abs=0)
    starts = np.cumsum([0, *sizes])
    for start, end, step in zip(starts, starts[1:], steps, strict=False):
        assert np.diff(np.unique(found.whole[start:end])).tolist() == [step, step]
        assert np.ptp(found.rest[start:end]) < 1e-7 / size
    assert found.on_lattice.whole
    assert [part.n for part in found.off_lattice.parts] == list(sizes)


def test_of_strata_that_hardly_vary_the_others_tell():
    generator = np.random.default_rng(7)
    still, moving = 1e-7 * generator.normal(size=30), generator.integers(0, 3, 80) + 1e-7 * generator.normal(size=80)
    found = jitter_of(SumOfResamples((law_of(ResampledSum, still), law_of(ResampledSum, moving))))
    assert found.step == pytest.approx(1, rel=1e-6, abs=0)
    assert not found.whole[:30].any()
    assert jitter_of(SumOfResamples((law_of(ResampledSum, generator.normal(size=60)),) * 2)) is None
