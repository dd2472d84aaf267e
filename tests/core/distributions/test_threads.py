"""The engines' matrix products take one thread, and leave the number of threads as it was."""

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController, threadpool_limits

import core
from core.distributions.threads import on_one_thread


def threads():
    return [each.num_threads for each in ThreadpoolController().select(user_api="blas").lib_controllers]


def test_one_thread_within_and_as_many_as_before_after():
    with threadpool_limits(2, user_api="blas"):
        before = threads()
        with on_one_thread():
            assert set(threads()) == {1}
            with on_one_thread():
                pass
            assert set(threads()) == {1}
        assert threads() == before


def test_a_comparison_of_real_values_takes_one(monkeypatch):
    seen = []
    monkeypatch.setattr("core.distributions.frequencies.Grid.products", lambda *_: seen.append(threads()) or 1 / 0)
    scores = np.random.default_rng(1).normal(size=(2, 100))
    with threadpool_limits(2, user_api="blas"), pytest.raises(ZeroDivisionError):
        core.compare(*scores)
    assert set(seen[0]) == {1}


def test_so_does_whatever_an_answer_asks_for(monkeypatch):
    seen = []
    monkeypatch.setattr("core.distributions.peeled.numbers", lambda *_: seen.append(threads()) or [0])
    scores = np.random.default_rng(1).standard_cauchy((2, 200))
    with threadpool_limits(2, user_api="blas"):
        result = core.compare(*scores, test="bootstrap")
        result.confidence_interval()
        len(result.bootstrap_distribution.values)
    assert len(seen) > 2
    assert all(set(each) == {1} for each in seen)
