"""``rank`` on the command line: words, JSON, CSV and LaTeX of the same ranking."""

import csv
import json
import shlex

import pytest

import core
from tests.core.readers.logs.test_trec import NEW, OLD, trec
from tests.core.test_cli import error, printed, run

SCORES = {"rules": [1] * 25 + [0] * 15, "old": [1] * 30 + [0] * 10, "new_1": [1] * 37 + [0] * 3}


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", *SCORES])
        rows.writerows([f"q{i}", *row] for i, row in enumerate(zip(*SCORES.values(), strict=True)))
    return path


def test_words_first(table):
    done = run("rank", table)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "new_1 is best, with a score of 92.5 [79.6, 98.4]. Every other system differs significantly from it.",
        "2 of 3 pairs differ at α = 0.05 after Holm's correction, 2 without it.",
        "The intervals cover the drawing of the 40 items only: each system was run once.",
    ]
    assert lines[4].split() == ["rank", "ranks", "system", "score", "(%)", "95", "%", "group"]
    assert [line.split()[2] for line in lines[5:8]] == ["new_1", "old", "rules"]
    assert "Note: Systems: the 3 columns of numbers beside 'id': rules, old, new_1." in lines


def test_the_csv_has_a_row_for_each_pair(table):
    rows = list(csv.DictReader(run("rank", table, "--format", "csv").stdout.splitlines()))
    assert [(row["first"], row["second"]) for row in rows] == [("new_1", "old"), ("new_1", "rules"), ("old", "rules")]
    assert float(rows[0]["pvalue"]) == 0.015625


def test_markdown_is_the_whole_report_and_its_command_repeats_it(table):
    done = run("rank", table, "--correction", "bh", "--columns", "old,rules", "--seed", "3", "--format", "markdown")
    assert done.stdout.startswith("# Which systems differ?\n\n**old is best, with a score of 75")
    for part in ("## Pairs", "## Methods", "## Checklists", r"\begin{table}", "SHA-256 of the data"):
        assert part in done.stdout
    [command] = [line for line in done.stdout.splitlines() if line.startswith("helped-hurt rank")]
    again = run(*shlex.split(command)[1:])
    expected = core.rank(core.read_systems(table, columns="old,rules"), correction="bh", seed=3)
    assert json.loads(again.stdout) == expected.to_dict()
    assert "core.read_systems(" in done.stdout
    assert 'columns="old,rules")' in done.stdout
    assert "Items are named by column 'id'" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--columns", "old"], "name those of at least two systems"),
        (["--absent", "zero"], "absent= has no meaning for tables and score files"),
        (["--absent", "one"], "'one' is not one of 'drop', 'zero'"),
    ],
)
def test_a_mistake_ends_in_one_line(table, words, said):
    assert said in error("rank", table, *words)


def test_topics_that_a_run_lacks_count_as_zero_where_that_is_asked_for(tmp_path):
    for run_of in (trec("a.eval", OLD), trec("b.eval", NEW | {"999": "0.5"})):
        (tmp_path / run_of.name).write_bytes(run_of.data)
    files = [str(tmp_path / name) for name in ("a.eval", "b.eval")]
    ranking = printed("rank", *files, "--absent", "zero")
    assert ranking == core.rank(core.read_systems(*files, absent="zero")).to_dict()
    assert ranking["n_items"] == 4
    assert "1 item that a does not have, counted as 0: 999." in run("rank", *files, "--absent", "zero").stdout
    assert "1 item left out that a does not have: 999." in run("rank", *files).stdout


def test_a_column_of_lists_holds_one_score_of_each_system(tmp_path):
    path = tmp_path / "scored.jsonl"
    path.write_text("".join(json.dumps({"id": f"q{i}", "scores": [i % 2, 1]}) + "\n" for i in range(12)))
    ranking = printed("rank", path, "--split-column", "scores")
    assert ranking["pairs"] == core.rank(core.read_systems(path, split="scores")).to_dict()["pairs"]
    assert "read_systems" in (told := run("rank", path, "--split-column", "scores", "--format", "markdown").stdout)
    assert "--split-column scores" in told
