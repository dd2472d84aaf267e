"""Format counts, values and lists in messages."""

from collections.abc import Sequence

# Larger numbers are given as "more than" this.
_MOST = 1e15


def about(number: float) -> str:
    """Return two significant digits of a large number.

    >>> about(1.23e9), about(4e40)
    ('about 1,200,000,000', 'more than 1,000,000,000,000,000')
    """
    return f"about {float(f'{number:.2g}'):,.0f}" if number <= _MOST else f"more than {_MOST:,.0f}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return "1 line" or "1,319 lines"; the plural is ``noun`` with an s if it is not given.

    >>> counted(1, "line"), counted(1319, "line")
    ('1 line', '1,319 lines')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def first_few(names: Sequence[object], limit: int = 5, width: int = 100) -> str:
    """Return the first names, each cut to ``width`` characters, and the number of the others."""
    listed = ", ".join(_cut(str(name), width) for name in names[:limit])
    return listed if len(names) <= limit else f"{listed} and {len(names) - limit:,} more"


def shown(value: str, limit: int = 40) -> str:
    """Return the value in quotes, cut if it is too long for one line of a message.

    >>> shown("n/a"), shown("abcdef", limit=3)
    ("'n/a'", "'abc…'")
    """
    return repr(_cut(value, limit))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + "…"
