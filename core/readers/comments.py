"""Comments above scores, as NumPy and many scripts write them: lines that begin with ``# ``."""

import re
from collections.abc import Sequence

__all__ = ["below_comments"]

# A token may be a number sign too, with its tag behind it.
_COMMENT = re.compile(r"#(?:$|[#!]|[ ](?!(?:O|[A-Z]-\S+)$))")
_NUMBER = re.compile(r"[+-]?[0-9.]")


def below_comments(lines: Sequence[str]) -> list[str]:
    """Return the lines below the comments at the top, with the last of these where it names the columns."""
    n = next((i for i, line in enumerate(lines) if not _COMMENT.match(line.rstrip())), len(lines))
    below = list(lines[n:])
    if below and n and _names_columns(lines[n - 1], below[0]):
        below.insert(0, lines[n - 1].lstrip("# "))
    return below


def _names_columns(comment: str, below: str) -> bool:
    """Return whether a comment has a word for each of several fields below it, some of which are numbers."""
    mark = next((mark for mark in "\t;," if mark in below), None)
    names, fields = ([part.strip() for part in line.split(mark)] for line in (comment.lstrip("# "), below))
    is_header = len(names) == len(fields) > 1 and all(names) and len(set(names)) == len(names)
    return is_header and any(map(_NUMBER.match, fields)) and not any(map(_NUMBER.match, names))
