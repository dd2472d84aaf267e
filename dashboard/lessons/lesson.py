"""The parts of a lesson: steps that are recorded when they are done, and questions with answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# The settings of a page, by name.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One task of a lesson.

    Parameters
    ----------
    what : str
        The task, in a few words.
    how : str
        How to do it, or which part of the page to look at; Markdown.
    done : callable
        Returns whether the step is done, from all settings that the page has had; the last are the present ones.
    """

    what: str
    how: str
    done: Callable[[Sequence[Facts]], bool]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answer, as Markdown."""

    asked: str
    answer: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a page.

    Parameters
    ----------
    steps : Steps
    questions : Questions
    facts : callable, optional
        The values that the steps use, from the session; by default the settings of the page.
    """

    steps: tuple[Step, ...]
    questions: tuple[Question, ...]
    facts: Callable[[Facts], Facts] | None = None


def now(check: Callable[[Facts], bool]) -> Callable[[Sequence[Facts]], bool]:
    """Return a condition that only looks at the present settings of the page.

    Examples
    --------
    >>> now(lambda page: page["draws"] >= 1)([{"draws": 0}, {"draws": 1}])
    True
    """
    return lambda seen: check(seen[-1])
