"""Lines do not break between a number and what belongs to it."""

import re

__all__ = ["unbroken"]

_UNITS = r"%|points?\b|items?\b|helped\b|hurt\b|tied\b|×"
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
