"""Text that came from a user, made harmless in the language that it is put into."""

import re

__all__ = ["latex", "markdown"]

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}


def latex(text: str) -> str:
    r"""Return the text with LaTeX's special characters escaped.

    Examples
    --------
    >>> print(latex("my_model 50%"))
    my\_model 50\%
    """
    return "".join(_LATEX.get(character, character) for character in text)


def markdown(text: str) -> str:
    r"""Return the text so that Markdown shows it as it is: no emphasis, link, formula, directive or HTML.

    Only what would have a meaning is escaped, so that ordinary sentences stay as they are.

    Examples
    --------
    >>> print(markdown("6b_verification: +4.3 [1.5, 7.1]"), markdown("$x$ :red[y] [z](w)"))
    6b\_verification: +4.3 [1.5, 7.1] \$x\$ \:red[y] \[z](w)
    """
    text = re.sub(r"([\\`*_<|~$])", r"\\\1", text)
    # Links, directives such as :red[…] or :smile:, and entities such as &amp;
    text = re.sub(r"\[(?=[^\]]*\][(\[])|:(?=\w)|&(?=#|\w+;)", r"\\\g<0>", text)
    # What begins a line could begin a heading, a quotation, a list or a rule.
    return re.sub(r"(?m)^(\s*)([-+=#>])|^(\s*\d+)([.)])(?=\s)", r"\1\3\\\2\4", text)
