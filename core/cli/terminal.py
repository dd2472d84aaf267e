"""What goes to a terminal: characters that steer one, from a file or an argument, are written as their escapes."""

import re

import click

__all__ = ["on_one_line", "say", "visible"]

# Control characters but the end of a line and the tab; marks that turn the direction of text; half characters.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    r"""Return the text with characters that steer a terminal as JSON writes them, so that JSON stays what it is.

    Examples
    --------
    >>> print(visible("\x1b[2Jold.txt"))
    \u001b[2Jold.txt
    """
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def on_one_line(text: str) -> str:
    r"""Return the text on one line: a name that holds the end of a line cannot write the next one.

    Examples
    --------
    >>> print(on_one_line("old\np-value 0.001"))
    old\u000ap-value 0.001
    """
    return visible(text).replace("\n", "\\u000a").replace("\t", "\\u0009")


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Write to standard output, or to standard error; every command writes through here."""
    click.echo(visible(text), err=err, nl=nl)
