"""The notebooks of examples/ run, and the script of the exercises distinguishes right from wrong answers."""

import json
from pathlib import Path
from runpy import run_path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
main = run_path(str(EXAMPLES / "check_answers.py"))["main"]
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def cells(path: Path) -> list[dict]:
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, capsys):
    names: dict[str, object] = {}
    for cell in cells(path):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name}, {cell['id']}", "exec"), names)
    assert capsys.readouterr().out


def test_right_and_wrong_answers(capsys):
    assert main(["0.43", "3", "0.0215"]) == 0
    assert main(["0.43", "4", "0.0215"]) == 1
    assert "2. 4: not yet." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "said"), [(["0.4"], "Give 3 answers"), (["0.4", "three", "0"], "'three' is not a number")]
)
def test_what_is_no_answer(given: list[str], said: str, capsys):
    assert main(given) == 2
    assert said in capsys.readouterr().out
