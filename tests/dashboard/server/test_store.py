"""Cached values stay within the limits of bytes and time, and are dropped with their session."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

import core
from dashboard.server import cache
from dashboard.server.store import Store, weight


def test_the_oldest_values_make_room_for_new_ones():
    kept, made = Store(100_000), []

    def value(key):
        made.append(key)
        return np.zeros(2_000)  # 16 kB: six of them fit

    for key in (*range(6), 0, 6, 7, 0):
        kept.get_or_make(key, lambda key=key: value(key))
    assert made == list(range(8))
    assert kept.bytes <= kept.most_bytes
    kept.get_or_make(1, lambda: value(1))
    assert made[-1] == 1


def test_what_nobody_asks_for_is_dropped_in_time():
    now = [0.0]
    kept = Store(100_000, seconds=10, clock=lambda: now[0])
    kept.get_or_make("a", lambda: 1)
    kept.get_or_make("b", lambda: 2)
    now[0] = 8
    kept.get_or_make("a", lambda: 3)
    now[0] = 15
    kept.drop_expired()
    assert len(kept) == 1
    assert kept.get_or_make("a", lambda: 4) == 1
    now[0] = 26
    kept.drop_expired()
    assert (len(kept), kept.bytes) == (0, 0)


def test_a_session_takes_its_values_along_and_nobody_else_s():
    kept = Store(100_000)
    assert kept.get_or_make("x", lambda: "mine", owner="one") == "mine"
    assert kept.get_or_make("x", lambda: "yours", owner="two") == "yours"
    assert kept.get_or_make("x", lambda: "everybody's") == "everybody's"
    kept.forget("one")
    assert len(kept) == 2
    assert kept.get_or_make("x", lambda: "again", owner="one") == "again"


@pytest.mark.parametrize(
    ("value", "least"),
    [
        (np.zeros(1_000), 8_000),
        (np.zeros((1_000, 2))[:1], 16_000),
        ({"a": [np.zeros(1_000)]}, 8_000),
        (partial(len, np.zeros(1_000)), 8_000),
        (tuple(f"item {i}" for i in range(1_000)), 50_000),
        (pd.DataFrame({"a": np.zeros(1_000), "b": [f"item {i}" for i in range(1_000)]}), 30_000),
        (core.PairedScores.from_scores(np.zeros(1_000), np.ones(1_000)), 32_000),
    ],
)
def test_a_value_weighs_what_it_holds(value, least):
    assert least <= weight(value) <= 3 * least + 4_000


def test_results_of_a_visitor_s_own_data_are_private():
    assert cache._is_public(core.helped_hurt(10, 4, 3))
    assert cache._is_public(cache.sample("stdlib_modules").swapped())
    assert not cache._is_public(core.helped_hurt(10, 4, 3).named("mine", "theirs"))
    assert not cache._is_public(core.PairedScores.from_scores([0, 1], [1, 1]))
