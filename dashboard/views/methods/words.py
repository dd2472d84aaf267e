"""The registries as Markdown tables, which the documentation prints too, and the text of the methods page."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from core.metrics import METRICS
from core.metrics.samples import FORMULAS
from core.ranking.corrections import CORRECTIONS
from core.readers import FORMATS
from core.significance import TESTS

_NEEDS = {"numbers": "numbers", "labels": "gold labels and predictions", "text": "text and references"}
_SYMBOLS = {"δ": r"\delta", "*": r"^{\ast}", "≤": r"\le", "≥": r"\ge", "−": "-", "·": r"\cdot ", "min": r"\min"}

_PRECISIONS = (
    ("exact", "all outcomes were counted or summed; only rounding remains", "at most $10^{-6}$ of p"),
    ("numerical", "Fourier inversion between two proven bounds", "at most 0.2 % of p"),
    ("monte-carlo", "resamples were drawn, plainly or by importance sampling", "a 99 % interval, always shown"),
    ("approximate", "a named approximation: Student's t, or Tango's score test", "named in the sentence"),
)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""Return a table in Markdown.

    Examples
    --------
    >>> table(("a", "b"), [["1", "x|y"]])
    '| a | b |\n| --- | --- |\n| 1 | x\\|y |\n'
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines) + "\n"


def metrics_table() -> str:
    """Return the metrics: name, input of each item, score, and whether higher is better."""
    rows = [
        [f"`{row.name}`", _NEEDS[row.needs], row.formula, "higher" if row.higher_is_better else "lower"]
        for row in METRICS.values()
    ]
    sampled = [[f"`{name}`", "right ones c of n samples", formula, "higher"] for name, formula in FORMULAS.items()]
    return table(("metric", "needs of each item", "score", "better"), rows + sampled)


def tests_table() -> str:
    """Return the significance tests: name, p-values, and the question that they answer."""
    rows = (
        [f"`{row.name}`", *(f"${tex(row.formula[side])}$" for side in ("greater", "two-sided")), row.caption]
        for row in TESTS.values()
    )
    return table(("test", "p, experimental is better", "p, two-sided", "question"), rows)


def tex(formula: str) -> str:
    r"""Return the formula of a test in TeX.

    Examples
    --------
    >>> tex("P(|δ'| ≥ |δ|)")
    "P(\\lvert \\delta'\\rvert  \\ge \\lvert \\delta\\rvert )"
    """
    for symbol, written in _SYMBOLS.items():
        formula = formula.replace(symbol, written)
    parts = formula.split("|")
    bars = (r"\lvert ", r"\rvert ")
    return "".join(part + bars[i % 2] for i, part in enumerate(parts[:-1])) + parts[-1]


def corrections_table() -> str:
    """Return the corrections for multiple comparisons: name, controlled error rate, formula, source."""
    rows = ([f"`{name}`", row.holds, row.formula, row.source] for name, row in CORRECTIONS.items())
    return table(("correction", "holds", "adjusted p", "source"), rows)


def precision_table() -> str:
    """Return the words for the precision of a p-value: how it was computed, and its error."""
    return table(("word", "how p was computed", "its error"), ([f"`{word}`", *rest] for word, *rest in _PRECISIONS))


def formats_table() -> str:
    """Return the formats: what the files of each hold."""
    return table(("format", "what the files hold"), ([each.title, each.explanation] for each in FORMATS.values()))


_TABLES = {
    "metrics": metrics_table,
    "tests": tests_table,
    "corrections": corrections_table,
    "precision": precision_table,
    "formats": formats_table,
}


@cache
def sections() -> dict[str, str]:
    """Return the text of each section of ``methods.md`` by its title, with the tables of the registries."""
    text = Path(__file__).with_name("methods.md").read_text(encoding="utf-8")
    for name, write in _TABLES.items():
        text = text.replace(f"<!-- {name} -->\n", write())
    return dict(section.split("\n", 1) for section in text.removeprefix("## ").split("\n## "))
