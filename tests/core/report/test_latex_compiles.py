r"""Every block of LaTeX compiles alone: with latex if it is installed, else with a parser of its grammar."""

import re
import shutil
import subprocess

import pytest

import core
from core.report import latex_methods, latex_row, latex_table
from core.report.numbers import POINTS

NAMES = [("old", "new"), ("a_b & 50 %", r"{x} #1 \ $y$ ~^")]


def blocks(names):
    result = core.compare(core.helped_hurt(500, 60, 40).named(*names))
    row = latex_row(result, POINTS)
    return [
        f"\\begin{{tabular}}{{lrrrr}}\n{row}\n\\end{{tabular}}",
        latex_table(result, POINTS),
        latex_methods(result, POINTS),
    ]


def mistakes(text: str) -> list[str]:
    """Return the errors that LaTeX would report: braces, environments, mathematics, cells, unknown characters."""
    found = []
    text = re.sub(r"(?<!\\)%.*", "", text)
    if strange := set(re.findall(r"[^\x00-\x7f]", text)):
        found.append(f"not ASCII: {strange}")
    bare = re.sub(r"\\[\\{}$&#%_^~]", "", text.replace(r"\\", "\n"))
    opened = re.findall(r"\\begin\{(\w+)\}|\\end\{(\w+)\}", bare)
    stack: list[str] = []
    for begun, ended in opened:
        if begun:
            stack.append(begun)
        elif not stack or stack.pop() != ended:
            found.append(f"ends {ended}")
    found += [f"open: {name}" for name in stack]
    depth = 0
    for character in bare:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            found.append("a brace too many")
    if depth:
        found.append("a brace is open")
    parts = bare.split("$")
    if len(parts) % 2 == 0:
        found.append("mathematics is open")
    if outside := re.findall(r"[#_^~]", "".join(parts[::2]).replace("^{}", "")):
        found.append(f"outside of mathematics: {outside}")
    for columns, body in re.findall(r"\\begin\{tabular\}\{(\w+)\}(.*?)\\end\{tabular\}", bare, re.DOTALL):
        rows = [line for line in body.split("\n") if "&" in line]
        found += [line for line in rows if line.count("&") != len(columns) - 1]
    if "&" in re.sub(r"\\begin\{tabular\}.*?\\end\{tabular\}", "", bare, flags=re.DOTALL):
        found.append("& outside of a table")
    return found


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("block", range(3))
def test_a_block_compiles(tmp_path, names, block):
    text = blocks(names)[block]
    assert mistakes(text) == []
    if latex := shutil.which("latex"):
        document = f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
        (tmp_path / "block.tex").write_text(document)
        command = [latex, "-interaction=nonstopmode", "-halt-on-error", "block.tex"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize(
    "wrong",
    ["{", "}", "$x", r"\begin{table}", "a & b", "50 ≤ 60", "a_b", "\\begin{tabular}{lr}\na & b & c\n\\end{tabular}"],
)
def test_the_reader_finds_what_latex_stops_at(wrong):
    assert mistakes(wrong)
