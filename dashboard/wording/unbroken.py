"""Lines do not break between a number and what belongs to it."""

import re

__all__ = ["unbroken"]

_TOGETHER = re.compile(r"(?<=\bp) (?=[=<>])|(?<=[=<>]) (?=[\d−])|(?<=\d) (?=%|points?\b|×)|(?<=×) (?=\d)|(?<=α) (?==)")


def unbroken(text: str) -> str:
    """Return the text with no-break spaces in ``p = 0.03``, ``95 %`` and the like.

    Examples
    --------
    >>> unbroken("by 4.3 points (p = 0.03)").count("\\N{NO-BREAK SPACE}")
    3
    """
    return _TOGETHER.sub("\N{NO-BREAK SPACE}", text)
