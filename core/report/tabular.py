"""A LaTeX table that needs no package."""

from collections.abc import Iterable, Sequence

__all__ = ["plain", "table"]


def table(columns: str, head: Sequence[str], rows: Iterable[Sequence[str]], caption: str, label: str) -> str:
    r"""Return a table environment; all cells and the caption are LaTeX already.

    Examples
    --------
    >>> print(table("lr", ["System", "Score"], [["old", "$1$"]], "One.", "tab:one").splitlines()[6])
    old & $1$ \\
    """
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\hline",
            rf"{' & '.join(head)} \\",
            r"\hline",
            *(rf"{' & '.join(row)} \\" for row in rows),
            r"\hline",
            r"\end{tabular}",
            rf"\caption{{{caption}}}",
            rf"\label{{{label}}}",
            r"\end{table}",
        ]
    )


def plain(text: str) -> str:
    r"""Return a printed number or interval as LaTeX's mathematics has it.

    Examples
    --------
    >>> print(plain("[−1,234.5, 2.0]"))
    [-1{,}234.5,\ 2.0]
    """
    return text.replace("−", "-").replace(",", "{,}").replace("{,} ", ",\\ ")
