"""The engines' matrix products use one thread, and do not change the number of threads afterwards."""

from threadpoolctl import ThreadpoolController, threadpool_limits

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
