"""One setting of a page: its default, what it may be, and its text in a URL."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default and what it may be.

    Parameters
    ----------
    default : str, int, float, bool or None
        As in `core.compare` where that has the same option.
    kind : type
        What a URL's text is turned into.
    choices : strings, or a function that returns them, optional
        The only values allowed.
    low, high : numbers, optional
        The bounds of a number, both allowed.
    when : (setting, value), optional
        The setting matters, and is in the URL, only while that other setting has that value; on a page without that
        other setting it always matters.
    parameter : str, optional
        What the URL calls it, where that is not its name.
    also : mapping, optional
        What else a URL may say for a value, such as what the page calls it; the page writes the value itself.
    asked : bool
        Whether it says where the scores come from: what a link misnames is then asked for, and nothing shown instead.
    """

    default: Any
    kind: type = str
    choices: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()
    low: float | None = None
    high: float | None = None
    when: tuple[str, str] | None = None
    parameter: str | None = None
    also: Mapping[str, str] = field(default_factory=dict)
    asked: bool = False

    @property
    def allowed(self) -> tuple[str, ...]:
        """The only values allowed, where there are such."""
        return self.choices() if callable(self.choices) else self.choices

    def parse(self, text: str) -> Any:
        """Turn a URL's text into a value, or raise ValueError saying what was expected."""
        if self.kind is bool:
            return _one_of(text, {"1": True, "true": True, "0": False, "false": False})
        if self.choices:
            return _one_of(self.also.get(text, text), {choice: choice for choice in self.allowed})
        low, high = self.low, self.high
        try:
            value = self.kind(text)
            # A value that is not a number compares as False, and so is refused too.
            if (low is None or value >= low) and (high is None or value <= high):
                return value
        except ValueError:
            pass
        bounds = f"of at least {low:,}" if high is None else f"between {low:,} and {high:,}"
        raise ValueError(f"a {'whole ' if self.kind is int else ''}number {bounds}")

    def format(self, value: Any) -> str:
        """Turn a value into a URL's text; `parse` gives it back."""
        if isinstance(value, bool):
            return str(int(value))
        return repr(value) if isinstance(value, float) else str(value)


def _one_of(text: str, values: Mapping[str, Any]) -> Any:
    if text not in values:
        raise ValueError("one of " + ", ".join(values))
    return values[text]


# The settings of a page, by their keys in the session.
Settings = Mapping[str, Setting]
