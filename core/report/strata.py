"""Strata in words: how many tasks, of how many items, and what was resampled."""

from core.common.phrases import counted

__all__ = ["of_tasks", "sizes_of_tasks", "strata_sentence"]

_LISTED = 5


def of_tasks(strata: dict[str, int] | None) -> str:
    """Return what to add to a number of items, nothing without strata.

    Examples
    --------
    >>> of_tasks({"sums": 20, "words": 30}), of_tasks(None)
    (' of 2 tasks', '')
    """
    return "" if strata is None else f" of {counted(len(strata), 'task')}"


def sizes_of_tasks(strata: dict[str, int]) -> str:
    """Return how many tasks there are, and how many items they have.

    Examples
    --------
    >>> sizes_of_tasks({"sums": 20, "words": 1})
    '2 tasks (sums 20 items, words 1)'
    """
    tasks = counted(len(strata), "task")
    if len(strata) > _LISTED:
        return f"{tasks} of {min(strata.values()):,} to {counted(max(strata.values()), 'item')}"
    (first, n), *others = strata.items()
    listed = ", ".join([f"{first} {counted(n, 'item')}", *(f"{name} {size:,}" for name, size in others)])
    return f"{tasks} ({listed})"


def strata_sentence(strata: dict[str, int] | None, unit: str = "item") -> str | None:
    """Return how the tasks were averaged and resampled; None without strata.

    Examples
    --------
    >>> print(strata_sentence({"sums": 20, "words": 30}))
    Scores are the macro average over 2 tasks (sums 20 items, words 30), each of which counts the same; items were \
resampled within each task.
    """
    if strata is None:
        return None
    return (
        f"Scores are the macro average over {sizes_of_tasks(strata)}, each of which counts the same; {unit}s were "
        "resampled within each task."
    )
