"""Run independent tasks in this process or in several.

joblib starts the processes, so that any of its backends can be used::

    with joblib.parallel_config(backend="dask"):
        core.rank(scores, n_jobs=-1)
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from core.common.arguments import check_whole

T = TypeVar("T")

_MOST_JOBS = 1_024


def check_jobs(n_jobs: Any) -> int:
    """Return the number of processes, -1 for one per processor; raise OptionError if it is invalid."""
    if isinstance(n_jobs, int) and n_jobs == -1:
        return -1
    return check_whole("n_jobs", n_jobs, 1, _MOST_JOBS, ", or -1 for all processors")


def in_order(work: Callable[..., T], tasks: Sequence[tuple[Any, ...]], n_jobs: int) -> Iterator[T]:
    """Yield ``work(*task)`` for each task, in order, when the task and all tasks before it are done.

    >>> list(in_order(pow, [(2, 3), (3, 2)], n_jobs=1))
    [8, 9]
    """
    if n_jobs == 1 or len(tasks) < 2:
        yield from (work(*task) for task in tasks)
        return
    from joblib import Parallel, delayed  # which takes a while to load

    yield from Parallel(n_jobs=n_jobs, return_as="generator")(delayed(work)(*task) for task in tasks)
