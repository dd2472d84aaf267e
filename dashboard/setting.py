"""One setting of a page: its default, its allowed values, and its text in a URL; names as one text."""

import csv
import io
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.readers.parsing.table import names_of


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default and its allowed values."""

    # The default of the option of the same name in `core.compare`, if there is one
    default: Any
    # The type of the value that a URL's text is converted to
    kind: type = str
    # The only values allowed
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    # The setting matters, and is in the URL, only while this other setting has this value. On a page without that other
    # setting it always matters.
    when: tuple[str, str] | None = None
    # The name of the URL's parameter, if it is not the name of the setting
    parameter: str | None = None
    # Other texts that a URL may have for a value, such as the page's own label; the page writes the value
    also: Mapping[str, str] = field(default_factory=dict)
    # Whether it names the source of the scores. If a link has an invalid value for it, the page asks for one and shows
    # no result.
    asked: bool = False

    def parse(self, text: str) -> Any:
        """Convert the text of a URL to a value; raise a ValueError that names the allowed values if it is invalid."""
        if self.kind is bool:
            return _one_of(text, {"1": True, "true": True, "0": False, "false": False})
        if self.choices:
            return _one_of(self.also.get(text, text), {choice: choice for choice in self.choices})
        low, high = self.low, self.high
        try:
            value = self.kind(text)
            # NaN fails both comparisons, and so is refused too.
            if (low is None or value >= low) and (high is None or value <= high):
                return value
        except ValueError:
            pass
        bounds = f"of at least {low:,}" if high is None else f"between {low:,} and {high:,}"
        raise ValueError(f"a {'whole ' if self.kind is int else ''}number {bounds}")

    def format(self, value: Any) -> str:
        """Convert a value to the text of a URL; `parse` is the inverse."""
        return str(int(value) if isinstance(value, bool) else value)


def _one_of(text: str, values: Mapping[str, Any]) -> Any:
    if text not in values:
        raise ValueError("one of " + ", ".join(values))
    return values[text]


# The settings of a page, by their keys in the session.
Settings = Mapping[str, Setting]


def listed(names: Iterable[str]) -> str:
    """Return names as the text of one setting: a line of comma-separated values."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()


def names_in(text: str | None, known: Collection[str]) -> tuple[str, ...]:
    """Return the names that `listed` wrote, in order; also known names that are joined by plain commas.

    Examples
    --------
    >>> names_in('new,"a, b"', ["a, b", "new"]), names_in(None, ["new"])
    (('new', 'a, b'), ())
    >>> names_in("new,a, b", ["a, b", "new"])
    ('new', 'a, b')
    """
    if not text:
        return ()
    names = tuple(next(csv.reader([text]), []))
    joined = names_of(text, known)
    return joined if set(joined) <= set(known) and not set(names) <= set(known) else names
