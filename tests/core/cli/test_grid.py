"""``helped-hurt grid``: the same numbers as the library, as CSV and JSON."""

import csv
import io

from core.teaching.grid import PRIMER, pvalue_grid
from tests.core.test_cli import run


def test_csv_holds_the_librarys_numbers():
    answer = run("grid", "--n", "100,500", "--effects", "1,2,5", "--hurts", "0:20", "--format", "csv")
    rows = list(csv.reader(io.StringIO(answer.stdout)))
    grid = pvalue_grid([100, 500], [1, 2, 5], range(20))
    assert rows[0] == ["n", "effect", "hurt", "helped_items", "hurt_items", "pvalue"]
    assert [list(map(float, row)) for row in rows[1:]] == [
        list(row) for row in zip(*(column.tolist() for column in grid.columns().values()), strict=True)
    ]
    assert (answer.exit_code, answer.stderr) == (0, "")


def test_without_options_it_is_the_primers_figures():
    rows = run("grid").stdout.splitlines()
    assert len(rows) == 1 + len(pvalue_grid(**PRIMER)) == 481
    assert rows[1].startswith("100,0.5,0,0,0,")


def test_what_is_left_out_is_counted():
    answer = run("grid", "--n", "100", "--effects", "80", "--hurts", "0,10,20")
    assert len(answer.stdout.splitlines()) == 1 + 2
    assert answer.stderr == "Note: impossible combinations left out: 1.\n"
