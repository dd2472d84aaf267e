"""The engines' matrix products use one thread, and do not change the number of threads afterwards."""

import numpy as np
from threadpoolctl import ThreadpoolController, threadpool_limits

import core
from core.distributions.characteristic import _Wide
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


def test_whatever_an_answer_asks_for_takes_one(monkeypatch):
    seen, plain = [], _Wide.sums
    monkeypatch.setattr(_Wide, "sums", lambda *given: seen.append(threads()) or plain(*given))
    scores = np.random.default_rng(1).normal(size=(2, 300))
    with threadpool_limits(2, user_api="blas"):
        result = core.compare(*scores, test="bootstrap")
        result.confidence_interval()
        len(result.bootstrap_distribution.values)
    assert seen
    assert all(set(each) == {1} for each in seen)
