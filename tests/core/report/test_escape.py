"""Every format reads escaped text back as the text it was."""

import ast
import csv
import io
import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core import report
from core.report import POINTS, Origin
from core.report.escape import csv_text, fenced, latex, markdown, one_line, python, shell
from tests.hostile import HOSTILE

texts = st.text() | st.sampled_from(HOSTILE)


@given(texts)
def test_it_stays_on_one_line(text):
    for escaped in (one_line(text), latex(text), markdown(text), python(text), shell([text])):
        assert len((escaped + ".").splitlines()) == 1
        assert not re.search(r"[\x00-\x1f\x7f]", escaped)


@given(texts)
def test_python_reads_back_what_was_written(text):
    assert ast.literal_eval(python(text)) == text
    assert ast.literal_eval(python((text, "b"))) == [text, "b"]


def test_a_shell_reads_back_what_was_written():
    words = [word.replace("\0", "") for word in HOSTILE] + ["", "é\x1b\x85😀", "~", "*", "a b", "!!", "{a,b}"]
    run = subprocess.run(["bash", "-c", f"printf '%s\\0' {shell(words)}"], capture_output=True, check=True)
    assert run.stdout.decode().split("\0")[:-1] == words


@given(st.lists(st.lists(texts, min_size=2, max_size=2)))
def test_a_spreadsheet_reads_back_what_was_written_and_no_formula(rows):
    table = csv_text(["a", "b"], rows)
    heading, *found = csv.reader(io.StringIO(table, newline=""))
    assert heading == ["a", "b"]
    for row, read in zip(rows, found, strict=True):
        for cell, back in zip(row, read, strict=True):
            assert back in (cell, "'" + cell)
            assert not re.match(r"\s*[=+@\-\t\r]", back) or re.fullmatch(r"[+-][\d.eE+-]+", back)


@pytest.mark.parametrize("cell", ["=1+1", " =1", "+x", "-x", "@x", "-1+1", "\t=1", "＝1", "-", "+1e5+cmd", " \r"])
def test_what_begins_like_a_formula_gets_an_apostrophe(cell):
    [_, [read]] = csv.reader(io.StringIO(csv_text(["a"], [[cell]]), newline=""))
    assert read == "'" + cell


@pytest.mark.parametrize("cell", ["-1", "+0.5", "-.25e-3", "1=1", "a-b", -0.5, 7])
def test_numbers_and_other_text_stay_as_they_are(cell):
    assert csv_text(["a"], [[cell]]) == f"a\n{cell}\n"


@given(texts)
def test_a_fence_holds_its_code(text):
    opening, *lines, closing = fenced(text, "sh").split("\n")
    fence = opening.removesuffix("sh")
    assert set(fence) == {"`"}
    assert closing == fence
    assert not any(fence in line for line in lines)


@given(texts)
def test_a_latex_comment_holds_its_text_and_no_command_is_left(text):
    escaped = latex(text)
    assert not re.search(r"\\(?!textbackslash\{\}|textasciitilde\{\}|textasciicircum\{\}|[&%$#_{}])", escaped)
    assert not re.search(r"(?<!\\)[%$#&_]", escaped)
    assert not re.match(r"[\[*]", escaped)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_document_is_left_by_a_label_or_a_name(text):
    files = [core.readers.Upload(name, b"x\ny\nx\ny") for name in ("gold", text, text[::-1])]
    pair = core.readers.read_labels(*files)
    labels = (text, "y")
    pair = core.PairedScores(
        pair.baseline, pair.experimental, tuple(c.replace("x", text) for c in pair.columns), None, text, text[::-1],
        labels=labels,
    )  # fmt: skip
    result = core.compare(pair, metric=f"f1:{text}")
    comment, row = report.latex_row(result, POINTS).split("\n")
    assert comment.startswith("% ")
    assert row.endswith(" \\\\")
    origin = Origin(f"core.read_scores({python(text)})", (text,))
    written = report.markdown_report(result, POINTS, origin, {"metric": result.metric})
    fences = [line for line in written.split("\n") if re.fullmatch(r"`{3,}\w*", line)]
    assert len(fences) == 6
    assert "![" not in re.sub(r"(?s)(`{3,}).*?\n\1", "", written)
