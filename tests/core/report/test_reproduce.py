"""JSON, Python code and the command line reproduce the same numbers."""

import json
import shlex

from click.testing import CliRunner

import core
from core import report
from core.cli import main

GSM8K = core.helped_hurt(1319, helped=209, hurt=152, both_correct=306)


TEN = core.helped_hurt(10, helped=4, hurt=3)


def test_json_is_what_to_dict_says():
    result = core.compare(TEN, test="bootstrap", alternative="greater")
    assert json.loads(report.to_json(result)) == result.to_dict()


def test_python_and_command_line_give_the_same_numbers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.txt").write_text("\n".join("0111011010") + "\n")
    (tmp_path / "it's new.txt").write_text("\n".join("1111011110") + "\n")
    origin = report.Origin('core.read_scores("old.txt", "it\'s new.txt")', ("old.txt", "it's new.txt"))
    options = {
        "test": "permutation",
        "alternative": "two-sided",
        "method": "monte-carlo",
        "n_resamples": 500,
        "seed": 3,
    }
    scope: dict = {}
    exec(report.python_code(origin, options), scope)
    words = shlex.split(report.command_line(origin, options))
    assert words[0] == "helped-hurt"
    printed = CliRunner().invoke(main, words[1:])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.stdout) == scope["result"].to_dict()
