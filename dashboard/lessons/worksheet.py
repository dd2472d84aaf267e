"""Worksheets: an A4 page to fill in, questions, and a page of answers, as HTML in one file."""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path

import numpy as np

from core.common.claimed import small
from core.inference.compare import compare
from core.readers.parsing.file import load_table
from core.significance.cells import helped_hurt_pvalues
from dashboard.lessons.plan import Lesson
from dashboard.samples import SAMPLES, load
from dashboard.wording.unbroken import unbroken

# An example of ten throws with as many items hurt as helped, which counts.
EXAMPLE = (7, 2, 2, 0, 9, 4, 1, 3, 6, 2)
_ROWS = 10
ALPHA = 0.05


def worksheet(address: str, lesson: Lesson) -> str:
    """Return the worksheet of a page with the questions of its lesson, and the answers on a separate page."""
    title, task, answer = SHEETS[address]()
    style = Path(__file__).with_name("worksheet.css").read_text(encoding="utf-8")
    asked = _listed(f"{escape(each.asked)}{_LINES}" for each in lesson.questions)
    answers = _listed(f"<b>{escape(each.asked)}</b> {escape(each.answer)}" for each in lesson.questions)
    return unbroken(f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title><style>
{style}</style></head>
<body>
<main>
<h1>{title}</h1>
{task}
<section>
<h2>Questions</h2>
{asked}
</section>
<section>
<h1>Answers</h1>
{answer}
{answers}
</section>
</main>
</body>
</html>
""")


def _resampling() -> tuple[str, str, str]:
    """Return the title, the task and the answer of the ten questions, resampled with dice."""
    table = load_table(SAMPLES["ten_questions"].paths[0])
    old, new = ([int(score) for score in table.column(name)] for name in ("baseline", "experimental"))
    changes = [after - before for before, after in zip(old, new, strict=True)]
    full = [
        (number, *row, _signed(change))
        for number, (*row, change) in enumerate(zip(table.column("text"), old, new, changes, strict=True))
    ]
    blank = [(*row[:-1], "") for row in full]
    heads = ("No.", "Question", "Baseline", "Experimental", "Difference")
    thrown = [changes[number] for number in EXAMPLE]
    example = ["Example", *EXAMPLE, _signed(sum(thrown)), "yes" if sum(thrown) <= 0 else "no"]
    throws = ("Resample", *(f"{i}." for i in range(1, len(changes) + 1)), "Sum", "≤ 0?")
    lines = [(i, *[""] * (len(changes) + 2)) for i in range(1, _ROWS + 1)]
    exact = compare(load("ten_questions"), test="bootstrap", alternative="greater").pvalue
    task = f"""
<p>Two systems answered the same ten questions; 1 is right, 0 is wrong. The baseline has {sum(old)} right,
the experimental system {sum(new)}: ten points more. Write down each <b>difference</b>: experimental minus
baseline.</p>
{_table(heads, blank, text=1)}
<h2>Ten resamples with dice</h2>
<p>A resample is ten questions drawn from these ten, and each may come again. A ten-sided die gives a number from 0 to
9. With two ordinary dice: the second gives 1 to 5 (throw again at 6); take one off, and add five where the first is
even. Write the ten numbers in a row, then the sum of their differences. Is it at or below zero?</p>
{_table(throws, [example, *lines])}
<p>At or below zero: ____ of {_ROWS} resamples, so <b>p ≈ ____</b></p>"""
    answer = f"""{_table(heads, full, text=1)}
<p>{changes.count(1)} helped, {changes.count(-1)} hurt, {changes.count(0)} tied. The example draws
{", ".join(_signed(each) for each in thrown)}. Their sum is {_signed(sum(thrown))}, which is at or below zero. A share
of <b>{small(exact)}</b> of all possible resamples is at or below zero: this is the exact p-value. On 19 of 20 sheets,
2 to 7 of the ten resamples are.</p>"""
    return "Is the new system better?", task, answer


# Items, helped and hurt: the primer's cases, and each gain again with more items or more of them hurt.
CASES = ((10, 4, 3), (68, 5, 2), (100, 2, 0), (100, 7, 2), (500, 10, 7), (500, 20, 10), (500, 60, 50), (500, 200, 150))


def _cases() -> tuple[str, str, str]:
    """Return the sheet of *Helped and hurt*: gains to compute, p-values to guess and to look up."""
    heads = ("Items", "Helped", "Hurt", "Gain in points", "Guess p", "p of the page", "p ≤ 0.05?")
    full = [
        (f"{n:,}", helped, hurt, _signed((helped - hurt) / n * 100), "", small(p), "yes" if p <= ALPHA else "no")
        for (n, helped, hurt), p in zip(CASES, helped_hurt_pvalues(*zip(*CASES, strict=True)), strict=True)
    ]
    blank = [(*row[:3], *[""] * 4) for row in full]
    task = f"""
<p>Two systems answered the same items. The new one <b>helped</b> where it alone is right, and <b>hurt</b> where the
old one alone is. Compute the gain, guess p, then set the sliders of <i>Helped and hurt</i> and write down p.</p>
{_table(heads, blank)}
<p>Some rows have the same gain and different p-values. Which number made the difference?</p>{_LINES}"""
    return "How do helped and hurt items make a p-value?", task, _table(heads, full)


def _sizes() -> tuple[str, str, str]:
    """Return the sheet of *p-value grid*: how many items may be hurt before an effect stops being significant."""
    heads = ("Items", "Gain, %", "Most hurt with p ≤ 0.05, %", "p there", "p with 1 % more hurt")
    full, hurt = [], np.arange(20)
    for n in (100, 500, 2_000):
        for effect in (1, 2, 5, 10):
            p = helped_hurt_pvalues(n, (hurt + effect) * n // 100, hurt * n // 100)
            # p increases with the number hurt.
            last = int((p <= ALPHA).sum()) - 1
            there = "none" if last < 0 else small(p[last])
            after = small(p[last + 1]) if last + 1 < len(p) else "not shown"
            full.append((f"{n:,}", effect, "never" if last < 0 else last, there, after))
    task = f"""
<p>Each curve of <i>p-value grid</i> is one gain. Follow it to the right, where more items are hurt, until it passes
the dashed line at 0.05. Write down the last percentage below it. The curves end at 19 %.</p>
{_table(heads, [(*row[:2], "", "", "") for row in full])}"""
    return "What effect can a test set of this size show?", task, _table(heads, full)


# The title, the task and the answer of each page, by its address.
SHEETS: Mapping[str, Callable[[], tuple[str, str, str]]] = {
    "resample-by-hand": _resampling,
    "helped-and-hurt": _cases,
    "pvalue-grid": _sizes,
    "in-class": _resampling,
}


_LINES = '<p class="line"></p>' * 2


def _signed(value: float) -> str:
    return f"{value:+.2g}".replace("-", "−") if value else "0"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]], text: int | None = None) -> str:
    """Return a table; the column ``text`` is aligned left."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "\n".join(
        "<tr>"
        + "".join(f"<td{' class=text' if i == text else ''}>{escape(str(cell))}</td>" for i, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _listed(items: Iterable[str]) -> str:
    return "<ol>" + "\n".join(f"<li>{item}</li>" for item in items) + "</ol>"
