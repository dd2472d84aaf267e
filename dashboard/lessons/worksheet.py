"""The primer's ten questions to resample on paper, with dice: one page of HTML that needs nothing else."""

from collections.abc import Iterable
from html import escape

from core.inference.compare import compare
from core.readers.loading import load_table
from dashboard.lessons.lesson import Lesson
from dashboard.samples import SAMPLES, load
from dashboard.wording.unbroken import unbroken

# What ten throws might give; as many are hurt as helped, which counts.
EXAMPLE = (7, 2, 2, 0, 9, 4, 1, 3, 6, 2)
_ROWS = 10
_STYLE = """
@page { margin: 15mm; }
body { font: 11pt/1.4 sans-serif; color: #000; background: #fff; max-width: 180mm; margin: 8mm auto; }
table { border-collapse: collapse; width: 100%; margin: 3mm 0; }
th, td { border: 0.3mm solid #555; padding: 1.2mm 2mm; text-align: center; height: 5mm; }
th { font-weight: bold; }
td.text { text-align: left; }
p.line { border-bottom: 0.3mm solid #555; height: 8mm; margin: 0; }
li { break-inside: avoid; margin-bottom: 2mm; }
section { break-before: page; }
"""


def worksheet(lesson: Lesson) -> str:
    """Return the worksheet, with the questions of a lesson, and its answers on a page of their own."""
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
    asked = _listed(f"{escape(each.asked)}{_LINES}" for each in lesson.questions)
    answers = _listed(f"<b>{escape(each.asked)}</b> {escape(each.answer)}" for each in lesson.questions)
    return unbroken(f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Resampling by hand: a worksheet</title><style>{_STYLE}</style></head>
<body>
<main>
<h1>Is the new system better?</h1>
<p>Two systems answered the same ten questions; 1 is right, 0 is wrong. The baseline has {sum(old)} right,
the experimental system {sum(new)}: ten points more. Write down each <b>difference</b>: experimental minus
baseline.</p>
{_table(heads, blank, text=1)}
<h2>Ten resamples with dice</h2>
<p>A resample is ten questions drawn from these ten, and each may come again. A ten-sided die gives a number from 0 to
9. With two ordinary dice: the second gives 1 to 5 (throw again at 6); take one off, and add five where the first is
even. Write the ten numbers in a row, then the sum of their differences. Is it at or below zero?</p>
{_table(throws, [example, *lines])}
<p>At or below zero: ____ of {_ROWS} resamples, so <b>p ≈ ____</b></p>
<h2>Questions</h2>
{asked}
<section>
<h1>Answers</h1>
{_table(heads, full, text=1)}
<p>{changes.count(1)} helped, {changes.count(-1)} hurt, {changes.count(0)} tied. The example draws
{", ".join(_signed(each) for each in thrown)}: the sum is {_signed(sum(thrown))}, which counts. Of all resamples a
share of <b>{exact:.4f}</b> is at or below zero: that is the exact p-value. On 19 of 20 sheets 2 to 7 of the
ten resamples are.</p>
{answers}
</section>
</main>
</body>
</html>
""")


_LINES = '<p class="line"></p>' * 2


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]], text: int | None = None) -> str:
    """Return a table whose column ``text`` is set to the left."""
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
