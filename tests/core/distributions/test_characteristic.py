"""Characteristic functions against products over all parts, value by value."""

import numpy as np
import pytest

from core.distributions.characteristic import off_lattice, on_lattice
from core.distributions.sums import bootstrap_sum, sign_flip_sum


def directly(law, t):
    """Return E e^{itS}, one part after the other."""
    phi = np.ones(len(t), dtype=complex)
    for n, of in zip(law.draws, law.parts(), strict=True):
        phi *= (np.exp(1j * np.multiply.outer(t, law.values[of])) @ law.weights[of]) ** int(n)
    return phi


WHOLE = {
    "draws": bootstrap_sum([(np.array([-3, 0, 1, 4]), np.array([5, 20, 7, 3]))]),
    "strata": bootstrap_sum([(np.array([-3, 0, 4]), np.array([5, 2, 3])), (np.array([-1, 2]), np.array([4, 2]))]),
    "signs": sign_flip_sum(np.array([1, 2, 5]), np.array([4, 3, 1])),
    "many signs": sign_flip_sum(np.arange(1, 31), 5 * (np.arange(30) % 3 + 1)),
}


@pytest.mark.parametrize("theta", [0.0, 0.05, 0.4])
@pytest.mark.parametrize("centre", [0, 7])
@pytest.mark.parametrize("name", WHOLE)
def test_on_a_lattice(name, theta, centre):
    law, window = WHOLE[name].tilted(theta), 512
    t = 2 * np.pi * np.arange(window // 2 + 1) / window
    found, error = on_lattice(law, window, centre)
    expected = directly(law, t) * np.exp(-1j * t * centre)
    seen = np.abs(expected) > 1e-8
    assert (np.abs(found - expected)[seen] <= (error * np.abs(expected) + 1e-12)[seen]).all()
    assert (error < 1e-10).all()
    assert (np.abs(found - expected)[~seen] < 1e-8).all()
    assert np.abs(expected[found == 0]).max(initial=0) < 1e-12


GENERATOR = np.random.default_rng(3)
REAL = {
    "draws": bootstrap_sum([(np.sort(GENERATOR.normal(size=700)), np.ones(700))]),
    "strata": bootstrap_sum([(np.sort(GENERATOR.normal(size=n)), np.ones(n)) for n in (2, 40, 90)]),
    "few signs": sign_flip_sum(np.sort(GENERATOR.exponential(size=12)), np.ones(12)),
    "many signs": sign_flip_sum(np.sort(GENERATOR.exponential(size=400)), np.repeat([1, 3], 200)),
    "near a lattice": sign_flip_sum(np.sort(1 + 1e-4 * GENERATOR.normal(size=300)), np.ones(300)),
    "beside an outlier": bootstrap_sum([(np.sort(np.append(GENERATOR.normal(size=300), 500.0)), np.ones(301))]),
}


@pytest.mark.parametrize("theta", [0.0, 0.2])
@pytest.mark.parametrize("name", REAL)
def test_off_a_lattice_nothing_that_matters_is_left_out(name, theta):
    law = REAL[name].tilted(theta / np.sqrt(REAL[name].variance) * 10)
    step, count = np.pi / (2 * law.half_width()), 6_000
    t = step * (np.arange(count) + 0.5)
    k, phi, error = off_lattice(law, step / 2, step, count, 23.0)
    expected = directly(law, t) * np.exp(-1j * t * law.mean)
    found = np.zeros(count, dtype=complex)
    found[k] = phi
    assert np.abs(found - expected).max() <= error + 1e-9
    assert error < 1e-7
