"""The smallest n and the smallest gain, against a search of every n."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.planning.rejections import Changes
from core.planning.sizes import smallest_gain, smallest_n


@settings(max_examples=12, deadline=None)
@given(
    st.floats(0.05, 1), st.floats(0.15, 1), st.sampled_from([0.01, 0.05, 0.2]), st.sampled_from([0.5, 0.8, 0.9]),
    st.sampled_from(["two-sided", "greater"]),
)  # fmt: skip
def test_no_size_is_missed(changed, relative, alpha, target, alternative):
    gain = changed * relative
    rates = min((changed + gain) / 2, 1.0), max((changed - gain) / 2, 0.0)
    changes = Changes.of(*rates, "permutation", alternative, alpha)
    found = smallest_n(changes, target)
    powers = changes.power(np.arange(1, 2 * found.stays + 200))
    assert found.first == int(np.argmax(powers >= target)) + 1
    lost = np.flatnonzero(powers < target)
    assert found.stays == (lost[-1] + 2 if lost.size else 1)


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
@pytest.mark.parametrize(("helped", "hurt"), [(0.7, 0.3), (1.0, 0.0)])
def test_no_size_is_missed_by_the_bootstraps(test, helped, hurt):
    changes = Changes.of(helped, hurt, test, "two-sided", 0.05)
    found = smallest_n(changes, 0.8)
    powers = changes.power(np.arange(1, found.stays + 40))
    assert found.first == int(np.argmax(powers >= 0.8)) + 1
    lost = np.flatnonzero(powers < 0.8)
    assert found.stays == (lost[-1] + 2 if lost.size else 1)


def test_the_smallest_gain_has_the_power_and_no_more():
    changes = Changes.of(0.05, 0.05, "permutation", "two-sided", 0.05)
    for n in (100, 500, 20_000):
        gain = smallest_gain(n, changes, 0.8)
        rates = (0.1 + gain) / 2, (0.1 - gain) / 2
        assert Changes.of(*rates, "permutation", "two-sided", 0.05).power(np.array([n]))[0] == pytest.approx(
            0.8, abs=1e-9
        )


@pytest.mark.parametrize("n", [1, 20])
def test_too_few_changed_items_can_show_nothing(n):
    assert smallest_gain(n, Changes.of(0.03, 0.0, "permutation", "two-sided", 0.05), 0.8) is None


@pytest.mark.parametrize(
    ("helped", "hurt", "alternative"),
    [(0.05, 0.05, "two-sided"), (0.0, 0.0, "two-sided"), (0.02, 0.05, "greater"), (0.05, 0.02, "less")],
)
def test_no_size_shows_what_is_not_there(helped, hurt, alternative):
    assert smallest_n(Changes.of(helped, hurt, "permutation", alternative, 0.05), 0.8) is None


@pytest.mark.thorough
@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_large_sizes_are_where_the_power_crosses(test):
    changes = Changes.of(0.051, 0.05, test, "two-sided", 0.05)
    found = smallest_n(changes, 0.8)
    before, at = changes.power(np.array([found.stays - 1, found.stays]))
    assert before < 0.8 <= at
