"""Line breaks are prevented between a number and its unit, and within the word p-value."""

import re

from core.report.escape import markdown

_UNITS = r"%|points?\b|items?\b|clusters?\b|questions?\b|helped\b|hurt\b|tied\b|times\b|ms\b|s\b|×"
# For speed, each pattern begins with the character that it looks for: a slider waits for the texts of its page.
_TOGETHER = re.compile(
    rf" (?:(?<=\d, )(?=[−\d][\d.,]*\])|(?<=\bp )(?=\\?[=<>≤≥])|(?<=[=<>≤≥≈±] )(?=\\?[\d−.])|(?<=\d )(?={_UNITS}|±)|"
    r"(?<=× )(?=\d)|(?<=α )(?==))"
)
_HYPHEN = re.compile(r"-(?:(?<=\bp-)(?=values?\b)|(?<=\bm[ai]cro-)(?=F1\b))")
# Code and formulas are not changed.
_VERBATIM = re.compile(r"(`[^`]*`|\$(?<!\\\$)[^$\n]*\$)")


def unbroken(text: str) -> str:
    """Return the text with no-break spaces in ``p = 0.03``, ``95 %``, ``[−1.5, 7.1]`` and joiners in ``p-value``.

    Examples
    --------
    >>> unbroken("by 4.3 points (p = 0.03)").count("\\N{NO-BREAK SPACE}")
    3
    >>> unbroken("a p-value"), unbroken("`a p-value`")
    ('a p-\\u2060value', '`a p-value`')
    """
    parts = _VERBATIM.split(text)
    for i in range(0, len(parts), 2):
        # A browser's search finds text with a word joiner, but not text with a non-breaking hyphen.
        parts[i] = _HYPHEN.sub("-\N{WORD JOINER}", _TOGETHER.sub("\N{NO-BREAK SPACE}", parts[i]))
    return "".join(parts)


def shown(text: str) -> str:
    r"""Return a sentence for the page: its characters are literal, and a number and its unit stay on one line.

    Examples
    --------
    >>> shown("*a* is 5 % better")
    '\\*a\\* is 5\xa0% better'
    >>> shown("p < .001")
    'p\xa0\\<\xa0.001'
    """
    return unbroken(markdown(text))
