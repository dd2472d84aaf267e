"""Lines do not break between a number and what belongs to it."""

import re

from core.report.escape import markdown

__all__ = ["shown", "unbroken"]

_UNITS = r"%|points?\b|items?\b|helped\b|hurt\b|tied\b|times\b|ms\b|s\b|×"
_TOGETHER = re.compile(
    rf"(?<=\d,) (?=[−\d][\d.,]*\])|"
    rf"(?<=\bp) (?=[=<>])|(?<=[=<>]) (?=[\d−])|(?<=\d) (?={_UNITS})|(?<=×) (?=\d)|(?<=α) (?==)"
)


def unbroken(text: str) -> str:
    """Return the text with no-break spaces in ``p = 0.03``, ``95 %``, ``[−1.5, 7.1]`` and the like.

    Examples
    --------
    >>> unbroken("by 4.3 points (p = 0.03)").count("\\N{NO-BREAK SPACE}")
    3
    """
    return _TOGETHER.sub("\N{NO-BREAK SPACE}", text)


def shown(text: str) -> str:
    r"""Return a sentence as the page shows it: its text literal, its numbers and units together.

    Examples
    --------
    >>> shown("*a* is 5 % better")
    '\\*a\\* is 5\xa0% better'
    """
    return unbroken(markdown(text))
