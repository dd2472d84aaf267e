"""Two of many systems are compared as `core.read_systems` reads them."""

import json
import shlex

import pytest

import core
from core.report import POINTS, markdown_report
from tests.core.test_cli import error, printed, run

ROWS = "".join(f"q{i},{i % 2},{int(i % 3 > 0)},{int(i % 5 > 0)},d{i // 3}\n" for i in range(30))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "many.csv"
    path.write_text(f"item,a,b,c,document\n{ROWS}")
    return str(path)


def test_two_of_many_are_compared(table):
    shown = run("compare", table, "--systems", "a", "c", "--cluster", "document", "--format", "json")
    pair = core.read_systems(table, cluster="document").pair("a", "c")
    assert json.loads(shown.stdout) == core.compare(pair).to_dict()
    assert "Systems: the 3 columns of numbers beside 'item'" in shown.stderr


def test_the_report_ends_with_the_command_that_gives_its_numbers_again(table):
    words = (table, "--systems", "a", "c", "--alternative", "greater", "--names", "old", "new one")
    written = run("compare", *words, "--format", "markdown").stdout
    pair = core.read_systems(table).pair("a", "c").named("old", "new one")
    result = core.compare(pair, alternative="greater")
    assert markdown_report(result, POINTS).split("## The same")[0] in written
    code, command = (part.split("```")[0] for part in (written.split("```python\n")[1], written.split("```sh\n")[1]))
    names = {}
    exec(code, names)
    assert names["result"].to_dict() == result.to_dict()
    assert json.loads(run(*shlex.split(command)[1:]).stdout) == result.to_dict()


def test_the_report_of_a_large_table_reads_it_again(table):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    words = (table, "--from", "frame", "--baseline-column", "a", "--experimental-column", "c")
    written = run("compare", *words, "--format", "markdown").stdout
    names = {}
    exec(written.split("```python\n")[1].split("```")[0], names)
    assert names["result"].to_dict() == printed("compare", *words)


def test_tasks_are_averaged(table):
    words = ("--baseline-column", "a", "--experimental-column", "c", "--strata", "document")
    pair = core.read_table(table, baseline="a", experimental="c", strata="document")
    assert printed("compare", table, *words) == core.compare(pair).to_dict()
    assert "macro average" in run("compare", table, *words).stdout
    assert printed("compare", table, "--systems", "a", "c", "--strata", "document")["strata"]
    refused = run("compare", table, *words, "--cluster", "b")
    assert "a cluster lies within one task" in refused.stderr


@pytest.mark.parametrize("option", ["--nested", "--crossed", "--boundary exclude", "--interval bca", "--method exact"])
def test_options_that_do_not_reach_the_groups_are_refused(table, option):
    words = ("--baseline-column", "a", "--experimental-column", "b", "--by", "document", *option.split())
    assert f"{option.split()[0]} would not apply to the groups of --by" in error("compare", table, *words)
