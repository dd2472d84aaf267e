"""What a lesson is made of: steps that check themselves off as they are done, and questions with their answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# What a page is set to, by name.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to try.

    Parameters
    ----------
    what : str
        What to do, in a few words.
    how : str
        How to do it, or what to look at; Markdown.
    done : callable
        Tells from all that the page was set to so far, the last of it now, whether this is done.
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
        What the steps look at, from all that the session holds; by default the settings of the page.
    """

    steps: tuple[Step, ...]
    questions: tuple[Question, ...]
    facts: Callable[[Facts], Facts] | None = None


def now(check: Callable[[Facts], bool]) -> Callable[[Sequence[Facts]], bool]:
    """Return the condition that only looks at what the page is set to now.

    Examples
    --------
    >>> now(lambda page: page["draws"] >= 1)([{"draws": 0}, {"draws": 1}])
    True
    """
    return lambda seen: check(seen[-1])
