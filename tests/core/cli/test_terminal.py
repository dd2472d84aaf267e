"""Text from a file or an argument cannot control the terminal or overwrite a file."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from core.report import Origin, command_line
from core.report.reproduce import as_file
from tests.core.test_cli import run

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202eevil\r"
SCORED = (
    "====> (d);:\nRecall: (1 / 2) 50%\tPrecision: (1 / 1) 100%\n====== TOTALS =======\n"
    "Coreference: Recall: (1 / 2) 50%\tPrecision: (1 / 1) 100%\n"
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_text("0\n1\n0\n")
    Path("new.txt").write_text("1\n1\n0\n")
    Path("old.muc").write_text(SCORED)
    return tmp_path


@pytest.mark.parametrize("form", ["text", "json"])
def test_names_do_not_steer_the_terminal(files, form):
    name = f"x{HOSTILE}.txt"
    Path(name).write_text("0\n1\n1\n")
    result = run("compare", name, "new.txt", "--format", form)
    assert result.exit_code == 0
    assert not STEERING.search(result.output)
    if form == "json":
        assert json.loads(result.stdout)["baseline_name"].startswith("x\x1b[2J")


def test_names_cannot_write_a_line_of_their_own(files):
    Path("a\np-value  0.001.txt").write_text("0\n1\n1\n")
    result = run("compare", "a\np-value  0.001.txt", "new.txt")
    assert not any(line.startswith("p-value") for line in result.output.splitlines())


@pytest.mark.parametrize("content", [HOSTILE, f"id,score{HOSTILE}\nx,1", f"score\n1\n{HOSTILE}", f'{{"{HOSTILE}": 1}}'])
@pytest.mark.parametrize("options", ["", "--gold labels", "--from labels --gold labels", "--from conll"])
def test_messages_do_not_steer_the_terminal(files, content, options):
    Path("bad").write_text(content)
    Path("labels").write_text(f"a\nb{HOSTILE}\n")
    for arguments in (["bad", "new.txt"], ["bad"], [f"no{HOSTILE}", "new.txt"], ["--no" + HOSTILE], ["bad", "bad"]):
        assert not STEERING.search(run("compare", *arguments, *options.split()).output)


@pytest.mark.parametrize("output", ["old.muc", "./old.muc", "link", "hard", "sub/../old.muc"])
def test_the_file_that_is_read_is_not_overwritten(files, output):
    Path("sub").mkdir()
    Path("link").symlink_to("old.muc")
    os.link("old.muc", "hard")
    result = run("convert", "conll", "old.muc", "--output", output)
    assert result.exit_code == 2
    assert "is the file that is read" in result.output
    assert Path("old.muc").read_text() == SCORED


@pytest.mark.parametrize("name", ["--help", "-", "-x.txt", "--format"])
def test_files_that_look_like_options_are_files(files, name):
    Path(name).write_text("0\n1\n1\n")
    words = shlex.split(command_line(Origin("", (as_file(name), "new.txt")), {}))
    result = run(*words[1:])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["n_items"] == 3
