"""``helped-hurt grid``: the same numbers as the library, as CSV and JSON."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from core.cli import main
from core.teaching.grid import PRIMER, pvalue_grid


def run(*arguments):
    return CliRunner().invoke(main, ["grid", *arguments])


def test_csv_holds_the_librarys_numbers():
    answer = run("--n", "100,500", "--effects", "1,2,5", "--hurts", "0:20", "--format", "csv")
    rows = list(csv.reader(io.StringIO(answer.stdout)))
    grid = pvalue_grid([100, 500], [1, 2, 5], range(20))
    assert rows[0] == ["n", "effect", "hurt", "helped_items", "hurt_items", "pvalue"]
    assert [list(map(float, row)) for row in rows[1:]] == [
        list(row) for row in zip(*(column.tolist() for column in grid.columns().values()), strict=True)
    ]
    assert (answer.exit_code, answer.stderr) == (0, "")


def test_json_is_a_list_of_the_same_rows():
    (row,) = json.loads(run("--n", "100", "--effects", "5", "--hurts", "2", "--format", "json").stdout)
    assert row == {
        "n": 100, "effect": 5, "hurt": 2, "helped_items": 7, "hurt_items": 2,
        "pvalue": pytest.approx(0.0584204605287048, rel=1e-11, abs=0),
    }  # fmt: skip


def test_without_options_it_is_the_primers_figures():
    rows = run().stdout.splitlines()
    assert len(rows) == 1 + len(pvalue_grid(**PRIMER)) == 481
    assert rows[1].startswith("100,0.5,0,0,0,")


@pytest.mark.parametrize(
    ("text", "hurts"),
    [
        ("0:5", [0, 1, 2, 3, 4]),
        ("0:20:5", [0, 5, 10, 15]),
        ("4:0:-2", [4, 2]),
        ("0,2.5, 7", [0, 2.5, 7]),
        ("0:1:.25,3:5", [0, 0.25, 0.5, 0.75, 3, 4]),
    ],
)
def test_lists_and_ranges(text, hurts):
    rows = json.loads(run("--n", "1000", "--effects", "-1", "--hurts", f"{text},50", "--format", "json").stdout)
    assert [row["hurt"] for row in rows] == [each for each in hurts if each >= 1] + [50]


def test_options_reach_the_grid():
    options = ["--n", "200", "--effects", "3", "--hurts", "0:9", "--alternative", "two-sided"]
    exact = json.loads(run(*options, "--test", "permutation", "--format", "json").stdout)
    grid = pvalue_grid(200, 3, range(9), test="permutation", alternative="two-sided")
    assert [row["pvalue"] for row in exact] == grid.pvalue.tolist()
    sampled = run(*options, "--method", "monte-carlo", "--resamples", "100", "--seed", "4", "--format", "json").stdout
    grid = pvalue_grid(200, 3, range(9), alternative="two-sided", method="monte-carlo", n_resamples=100, seed=4)
    assert [row["pvalue"] for row in json.loads(sampled)] == grid.pvalue.tolist()


def test_what_is_left_out_is_counted():
    answer = run("--n", "100", "--effects", "80", "--hurts", "0,10,20")
    assert len(answer.stdout.splitlines()) == 1 + 2
    assert answer.stderr == "Note: impossible combinations left out: 1.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--n", "100,x"], "--n: 'x' must be a number, or a range such as 0:20 (0 to 19)"),
        (["--hurts", "0:20:0"], "--hurts: the step of '0:20:0' must not be 0"),
        (["--hurts", "0:1:2:3"], "must be a number, or a range"),
        (["--hurts", ""], "--hurts is empty"),
        (["--hurts", "5:5"], "the range '5:5' has no numbers"),
        (["--hurts", "0:1000000000"], "--hurts has more than 250,000 values"),
        (["--n", "0"], "n == 0, must be a whole number >= 1 and <= 10,000,000"),
        (["--n", "10.5"], "n == 10.5, must be a whole number"),
        (["--n", "1000000000000"], "n == 1000000000000, must be a whole number >= 1 and <= 10,000,000"),
        (["--hurts", "101"], "hurt == 101, must be >= 0 and <= 100"),
        (["--n", "1:1000", "--effects", "1:100", "--hurts", "0:100"], "must be <= 250,000: take fewer values"),
        (["--method", "auto"], "'auto' is not one of"),
        (["--resamples", "0"], "n_resamples == 0"),
    ],
)
def test_mistakes_end_in_one_line(arguments, message):
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert message in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
