"""Escape text from users for each output language, one function per language.

What a user wrote (an id, a label, a heading, the name of a file or a system, a parameter of a link) is data everywhere:
it must not format the page, load a resource, run code or close a block.
"""

import json
import re
import shlex
from collections.abc import Iterable
from typing import Any

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # After the \\ of the row above, it would start an argument.
    "[": "{[}",
    "*": "{*}",
    **{character: "\\" + character for character in "&%$#_{}"},
}
_ENDS_LINE = re.compile(r"\s*[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]\s*|\t")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
# Invisible, and no line break.
_JOINER = "\N{WORD JOINER}"
_INTERVAL = r"[−+-]?\d[\d.,]*(?:,\s[−+-]?\d[\d.,]*)?\](?![\[(:])"
# :smile: and :material/home:, but no range such as 0:10:0.5
_ICON = r"(?:[+-]1|100|1234|[\w+/-]*[^\W\d_][\w+/-]*):"
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]")


def one_line(text: str) -> str:
    r"""Return the text on one line, without control characters.

    >>> one_line("a\r\n b\x1b[1m")
    'a b�[1m'
    """
    if text.isprintable():  # for speed
        return text
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", _ENDS_LINE.sub(" ", text))


def latex(text: str) -> str:
    r"""Return the text with LaTeX's special characters escaped, on one line, so that it also stays in a comment.

    >>> print(latex("my_model 50%"), latex("x\n\\input{y}"))
    my\_model 50\% x \textbackslash{}input\{y\}
    """
    escaped = "".join(_LATEX.get(character, character) for character in one_line(text))
    return escaped.replace("--", "-{}-").replace("--", "-{}-")


def markdown(text: str) -> str:
    r"""Return the text so that Markdown shows it as it is: no emphasis, link, image, formula, directive, icon or HTML.

    Only characters with a meaning in Markdown are escaped, so that ordinary sentences do not change. Patterns that
    Streamlit replaces after unescaping (addresses, smileys, icons, arrows) get an invisible word joiner.

    >>> print(markdown("6b_verification: +4.3 [1.5, 7.1]"), markdown("$x$ :red[y] [z](w)"))
    6b\_verification: +4.3 [1.5, 7.1] \$x\$ \:red\[y] \[z](w)
    >>> markdown("see http://a.b").replace("\N{WORD JOINER}", "·")
    'see http\\:·//a.b'
    """
    text = re.sub(r"^\s+", " ", one_line(text))
    text = re.sub(rf"[\\`*_<|~$#]|\[(?!{_INTERVAL})|&(?=#|\w+;)", r"\\\g<0>", text)
    # A pattern that begins with the character that it looks for is several times as fast as one that looks back first.
    text = re.sub(
        r"(?i)\.(?<=\bwww\.)|@(?<=\S@)(?=\S)|-(?<=[-<]-)(?=>?(?:\s|$))|>(?<=->)(?=\s|$)", rf"{_JOINER}\g<0>", text
    )
    text = re.sub(rf":(?=//|{_ICON})", rf"\:{_JOINER}", text)
    text = re.sub(r":(?<!\\:)(?=\w)", r"\:", text)
    # At the start of a line: a heading, a quotation, a list or a rule.
    return re.sub(r"^(\s?)([-+=>])|^(\s?\d+)([.)])(?=\s|$)", r"\1\3\\\2\4", text)


def fenced(code: str, language: str) -> str:
    """Return a Markdown block of code, within a fence that the code cannot close.

    >>> print(fenced("x = '```'", "python"))
    ````python
    x = '```'
    ````
    """
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"


def python(value: Any) -> str:
    r"""Return the value as Python source on one line, its strings in double quotes.

    >>> print(python(["a", 'say "b"', "c\u2028"]), python(0.5))
    ["a", "say \"b\"", 'c\u2028'] 0.5
    """
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(python, value))}]"
    if isinstance(value, str) and value.isprintable():
        # For printable characters, JSON strings are Python strings with double quotes.
        return json.dumps(value, ensure_ascii=False)
    return ascii(value) if isinstance(value, str) else repr(value)


def shell(words: Iterable[str]) -> str:
    r"""Return the words as one line for a shell, each quoted if necessary.

    >>> print(shell(["compare", "my file.txt", "$(x)", "a\nb"]))
    compare 'my file.txt' '$(x)' $'a\nb'
    """
    return " ".join(
        shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_ansi_quoted, word))}'" for word in words
    )


def _ansi_quoted(character: str) -> str:
    short = {"\\": r"\\", "'": r"\'", "\n": r"\n", "\t": r"\t", "\r": r"\r"}
    if character in short or character.isprintable():
        return short.get(character, character)
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


def csv_text(heading: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    r"""Return a table as comma-separated values; a spreadsheet reads no text cell as a formula.

    Text that begins like a formula gets an apostrophe before it, as spreadsheets write text themselves; text that is a
    number stays one.

    >>> print(csv_text(["item", "change"], [["=1+1", -0.5], ["-3", 1], ["a, b", None]]), end="")
    item,change
    '=1+1,-0.5
    -3,1
    "a, b",
    """
    return "".join(",".join(map(_csv_cell, row)) + "\n" for row in (heading, *rows))


def _csv_cell(value: Any) -> str:
    if value is None or value != value:  # NaN
        return ""
    if not isinstance(value, str):
        return str(value)
    text = "'" + value if _FORMULA.match(value) and not _is_number(value) else value
    return '"' + text.replace('"', '""') + '"' if re.search(r'[",;\t\r\n]|^\s|\s$', text) else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,4})?", text) is not None
