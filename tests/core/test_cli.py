"""The command line: its output, and one line and exit code 2 for every error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import core
from core.cli import COMMANDS, main
from core.readers import read_scores

ROOT = Path(__file__).parents[2]


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def printed(*arguments):
    shown = run(*arguments, "--format", "json")
    assert shown.exit_code == 0, shown.output
    return json.loads(shown.stdout)


def error(*arguments):
    shown = run(*arguments)
    assert shown.exit_code == 2, shown.output
    assert shown.stdout == ""
    assert shown.stderr.startswith("Error: ")
    assert shown.stderr.count("\n") == 1
    return shown.stderr


def as_json(result):
    return json.loads(json.dumps(result.to_dict()))


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write one file of each kind into the working directory."""
    monkeypatch.chdir(tmp_path)
    contents = {
        "old.txt": "1\n0\n1\n0\n1\n",
        "new.txt": "1\n1\n1\n0\n0\n",
        "gap.txt": "1\n1\nNA\n0\n0\n",
        "old.csv": "id,doc,correct,weight\na,x,1,1\nb,x,0,2\nc,y,1,1\n",
        "new.csv": "id,doc,correct,weight\nc,y,1,1\na,x,1,1\nb,x,1,2\n",
        "both.csv": "id,doc,old,new\na,x,1,1\nb,x,0,1\nc,y,1,1\n",
    }
    for name, text in contents.items():
        (tmp_path / name).write_text(text)
    return tmp_path


FLAGS = {"n_resamples": "resamples", "confidence_level": "confidence"}


def test_json_is_the_librarys_result(files):
    pair = read_scores("old.txt", "new.txt")
    assert printed("compare", "old.txt", "new.txt") == as_json(core.compare(pair))
    options = {
        "test": "permutation", "alternative": "two-sided", "alpha": 0.1, "method": "monte-carlo",
        "n_resamples": 500, "seed": 7, "confidence_level": 0.9, "interval": "basic", "margin": 0.2,
    }  # fmt: skip
    flags = [part for name, value in options.items() for part in (f"--{FLAGS.get(name, name)}", value)]
    assert printed("compare", "old.txt", "new.txt", *flags) == as_json(core.compare(pair, **options))


def test_dropped_pairs_are_told(files):
    assert "line 3" in error("compare", "old.txt", "gap.txt")
    shown = run("compare", "old.txt", "gap.txt", "--missing", "drop")
    note = "Note: 1 of 5 items dropped: a score is missing (line 3)."
    assert note in shown.stdout
    shown = run("compare", "old.txt", "gap.txt", "--missing", "drop", "--format", "json")
    assert shown.stderr.splitlines()[0] == note
    assert json.loads(shown.stdout)["n_items"] == 4


def test_what_is_to_be_noted_is_said_once(files):
    arguments = ("compare", "old.txt", "old.txt", "--boundary", "exclude")
    shown = run(*arguments, "--format", "json")
    assert shown.exit_code == 0
    [identical] = shown.stderr.splitlines()
    assert identical.startswith("Warning: The two systems are identical")
    json.loads(shown.stdout)
    shown = run(*arguments)
    assert shown.stderr == ""
    notes = [line for line in shown.stdout.splitlines() if line.startswith("Note: ")]
    assert [note[:37] for note in notes] == ["Note: The two systems are identical; "]
    shown = run("compare", "old.txt", "new.txt", "--format", "json")
    assert shown.stderr.startswith("Warning: Only 2 items changed.")
    assert "Note: Only 2 items changed." in run("compare", "old.txt", "new.txt").stdout


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("compare", "Missing argument 'BASELINE'. (see main compare --help)"),
        ("compare old.txt none.txt", "There is no file 'none.txt'"),
        ("compare old.txt old.csv --columns correct", "old.txt, line 1: '1' stands where the columns should be named"),
        ("compare old.txt new.txt --cluster doc", "stands where the columns should be named"),
        ("compare old.txt new.txt --from scores --columns a", "--columns has no meaning for score files"),
        ("compare both.csv new.csv --from long", "a long table is one FILE that holds both systems"),
        ("compare old.txt --from scores", "EXPERIMENTAL is missing: score files come in two files"),
        ("compare old.txt new.txt --alpha x", "Invalid value for '--alpha': 'x' is not a valid float."),
        ("compare old.txt new.txt --test t", "Invalid value for '--test': 't' is not one of 'bootstrap'"),
        ("compare old.txt new.txt --nonsense", "No such option"),
        ("nonsense", "No such command 'nonsense'. (see main --help)"),
        ("synthetic --n 10", "Missing option '--helped'."),
        ("synthetic --n 10 --helped 8 --hurt 3 --output x", "helped + hurt == 11, must be <= n == 10"),
        ("synthetic --n 10 --helped 1 --hurt 1 --output old.txt", "old.txt cannot be written"),
        ("claim --n 100 --baseline 71 --experimental 72 --test t", "'t' is not one of"),
        ("convergence --n 250,x", "is not a list of whole numbers"),
        ("convergence --between 0.1", "is not two numbers"),
        ("plan --helped 600 --hurt 5", "(600 %)"),
        ("plan --baseline 80 --experimental 82 --agreement 0.975", "write 97.5 if it is a fraction"),
        ("plan --baseline 0.8 --experimental 0.82 --agreement 97.5", "write it as a fraction too"),
        ("plan --helped 6 --hurt 4 --metric f1", "--metric has no meaning without --pilot"),
        ("plan --helped 6 --hurt 4 scores.txt", "use --pilot"),
        ("plan --pilot", "--pilot takes one table or two score files"),
        ("plan --pilot old.txt new.txt gap.txt", "3 files were named, but"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(files, arguments, expected):
    assert expected in error(*arguments.split())


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (KeyboardInterrupt(), "Error: stopped before the end; nothing was written.\n"),
        (MemoryError(), "Error: not enough memory"),
        (ZeroDivisionError("a\nb"), "Error: ZeroDivisionError: a b: this is a defect"),
    ],
)
def test_nothing_ends_in_a_traceback(files, monkeypatch, failure, expected):
    def fail(*_, **__):
        raise failure

    monkeypatch.setattr(core, "compare", fail)
    assert expected in "\n" + error("compare", "old.txt", "new.txt")


def test_synthetic_writes_two_score_files(tmp_path):
    folder = tmp_path / "new" / "folder"
    shown = run("synthetic", "--n", 10, "--helped", 4, "--hurt", 3, "--both-correct", 2, "--output", folder)
    assert shown.exit_code == 0
    assert "10 items, 4 helped, 3 hurt" in shown.stdout
    pair = read_scores(folder / "baseline.txt", folder / "experimental.txt")
    assert pair.digest == core.helped_hurt(10, 4, 3, 2).digest


def test_help_teaches():
    for arguments in ([], ["--help"], ["-h"]):
        shown = run(*arguments)
        assert shown.exit_code == 0
        assert all(command.name in shown.stdout for command in COMMANDS)
    for command in COMMANDS:
        assert run(command.name, "--help").exit_code == 0
        for option in command.params:
            if option.param_type_name == "option":
                assert option.help, f"--{option.name} of {command.name} has no help"


def test_version():
    assert run("--version").stdout.startswith("helped-hurt ")


@pytest.mark.thorough
def test_a_reader_that_stops_early_is_no_error(files):
    command = f"'{sys.executable}' -m core compare --help | head -n 1"
    shown = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, check=True)
    assert shown.stderr == ""
