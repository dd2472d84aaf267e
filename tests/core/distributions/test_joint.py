"""E e^{iθZ + itR} of values near a lattice: against its definition, and negligible where it is left out."""

import numpy as np
import pytest

from core.distributions.jitter import jitter_of
from core.distributions.joint import NEGLIGIBLE, JointWaves
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from core.errors import NotExactError


def joint(swapped, n, noise=1e-3, counted=False, slope=0.0):
    generator = np.random.default_rng(n)
    d = generator.integers(-2, 3, n) + noise * generator.standard_t(4, n)
    values = np.sort(np.abs(d) if swapped else d)
    counts = generator.integers(1, 4, n).astype(float) if counted else np.ones(n)
    law = (SwappedSum if swapped else ResampledSum)(values, counts)
    jitter = jitter_of(law)
    return law, jitter, JointWaves(law, jitter, slope=slope)


@pytest.mark.parametrize("swapped", [True, False])
@pytest.mark.parametrize("slope", [0.0, 0.2, -1.0])
@pytest.mark.parametrize(("n", "counted"), [(40, False), (40, True), (300, False), (300, True)])
def test_its_values_are_those_of_the_definition(swapped, n, counted, slope):
    law, jitter, waves = joint(swapped, n, counted=counted, slope=slope)
    k, j, values, error = waves.below(256)
    spacing = 2 if swapped else 1
    theta, t = 2 * np.pi * np.arange(waves.angles) / (spacing * waves.angles), (np.arange(256) + 0.5) * waves.step
    full = np.ones((256, waves.angles), dtype=complex) if swapped else np.zeros((256, waves.angles), dtype=complex)
    weights = law.counts * np.exp(slope * jitter.whole)
    means = np.tanh(slope * jitter.whole) * law.counts if swapped else weights / weights.sum() * law.counts.sum()
    assert waves.mean == pytest.approx(means @ jitter.rest)
    for z, r, count, weight in zip(jitter.whole, jitter.rest, law.counts, weights / weights.sum(), strict=True):
        angle = np.add.outer(t * r, theta * z)
        if swapped:
            full *= (np.cos(angle) + 1j * np.tanh(slope * z) * np.sin(angle)) ** count
        else:
            full += weight * np.exp(1j * angle)
    if not swapped:
        full = full ** law.counts.sum()
    full *= np.exp(-1j * t * waves.mean)[:, None]
    # Angles beyond half a turn are the negative ones: of swaps the sign of an odd sum turns with them.
    at = j % waves.angles
    turned = np.where((j < 0) & swapped & (int(law.counts @ jitter.whole) % 2 == 1), -1, 1)
    assert values * turned == pytest.approx(full[k, at], rel=error + 1e-11, abs=2 * NEGLIGIBLE)
    left_out = np.ones(full.shape, dtype=bool)
    left_out[k, at] = False
    assert np.abs(full[left_out]).max(initial=0.0) <= NEGLIGIBLE * 1.001
    assert n < 100 or left_out.mean() > 0.5


@pytest.mark.parametrize("swapped", [True, False])
def test_the_sums_on_the_lattice_that_carry_mass(swapped):
    _, jitter, waves = joint(swapped, 60)
    z = waves.between()
    spacing = 2 if swapped else 1
    assert set(np.diff(z)) == {spacing}
    assert (z[0] - int(jitter.on_lattice.support[0])) % spacing == 0
    assert len(z) <= waves.angles
    assert waves.between(z[3] - 1, z[5]).tolist() == z[3 if swapped else 2 : 6].tolist()


def test_too_much_work_is_refused():
    _, _, waves = joint(True, 45, noise=1e-5)
    with pytest.raises(NotExactError, match="too many frequencies matter of values near a lattice"):
        waves.below(2**20)


@pytest.mark.parametrize("swapped", [True, False])
@pytest.mark.parametrize("slope", [0.0, 0.3])
def test_fewer_angles_tell_those_sums_that_are_asked_for(swapped, slope):
    _, _, waves = joint(swapped, 60, slope=slope)
    first, last = waves.tilt.mean - 2, waves.tilt.mean + 2
    few = waves.telling(first, last)
    assert 0.4 * waves.angles < few.angles < 0.65 * waves.angles
    asked = waves.between(first, last)
    assert few.between(first, last).tolist() == asked.tolist()
    assert len(asked) > 1

    def of_each(joint):  # E[e^{itR}·1(Z = z)]
        k, j, values, _ = joint.below(16)
        rows = np.zeros((len(asked), 16), dtype=complex)
        for row, z in zip(rows, asked, strict=True):
            np.add.at(row, k, values * joint.wave(-j * z) / joint.angles)
        return rows

    assert of_each(few) == pytest.approx(of_each(waves), rel=0, abs=1e-10)
    assert np.abs(np.diff(of_each(few), axis=0)).max() > 1e-4


@pytest.mark.parametrize("slope", [0.0, 0.3, -0.7])
def test_strata_are_multiplied(slope):
    generator = np.random.default_rng(2)
    parts = []
    for n, weight, origin in ((40, 3.0, 0.0), (60, 2.0, 0.4)):
        d = generator.integers(-1, 2, n) + 1e-3 * generator.standard_t(4, n)
        parts.append(ResampledSum(np.sort(weight * d + origin), generator.integers(1, 3, n).astype(float)))
    law = SumOfResamples(tuple(parts))
    jitter = jitter_of(law)
    waves = JointWaves(law, jitter, slope=slope)
    k, j, values, error = waves.below(64)
    theta, t = 2 * np.pi * np.arange(waves.angles) / waves.angles, (np.arange(64) + 0.5) * waves.step
    full, mean = np.exp(-1j * waves.mean * t)[:, None], 0.0
    for own in (slice(0, 40), slice(40, 100)):
        z, r, counts = jitter.whole[own], jitter.rest[own], law.counts[own]
        shares = counts * np.exp(slope * z) / (counts @ np.exp(slope * z))
        one = sum(
            share * np.exp(1j * np.add.outer(t * rest, theta * whole))
            for share, rest, whole in zip(shares, r, z, strict=True)
        )
        full, mean = full * one ** counts.sum(), mean + counts.sum() * float(shares @ r)
    assert waves.mean == pytest.approx(mean)
    assert values == pytest.approx(full[k, j % waves.angles], rel=error + 1e-11, abs=2 * NEGLIGIBLE)
    left_out = np.ones(full.shape, dtype=bool)
    left_out[k, j % waves.angles] = False
    assert np.abs(full[left_out]).max(initial=0.0) <= NEGLIGIBLE * 1.001
