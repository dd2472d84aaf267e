"""Small files that were read as something else once: right, or refused with a remedy that works."""

import json

import pytest
from click.testing import CliRunner

from core.cli import main
from tests.real_data.conftest import DATA

FILES = DATA / "failures"
pytestmark = pytest.mark.skipif(not FILES.is_dir(), reason="the files are not beside the project (../shared/data)")


def run(folder, *words):
    """Run a command on files of a folder."""
    paths = [str(FILES / folder / word) if (FILES / folder / word).is_file() else word for word in words]
    return CliRunner().invoke(main, paths)


def refused(folder, *words):
    """Return the error message of a command."""
    shown = run(folder, *words)
    assert shown.exit_code == 2, shown.output
    return shown.stderr


def compared(folder, *words):
    """Return the result of a comparison."""
    shown = run(folder, "compare", *words, "--format", "json")
    assert shown.exit_code == 0, shown.output
    return json.loads(shown.stdout)


def counts(result):
    return result["n_items"], result["helped"], result["hurt"]


def test_samples_of_one_item_are_averaged_where_that_is_said():
    files = ("old.jsonl", "new.jsonl")
    for verb in ("compare", "rank"):
        assert "(id='task_id', --id task_id)" in refused("01-repeated-ids-other-order", verb, *files)
    result = compared("01-repeated-ids-other-order", *files, "--id", "task_id")
    assert (counts(result), result["pvalue"]) == ((12, 1, 0), 1)
    assert result["difference"] == pytest.approx(1 / 12)


def test_totals_are_no_items():
    for verb in ("compare", "rank"):
        message = refused("03-summary-json-as-items", verb, "old.json", "new.json")
        assert "hold totals of whole systems" in message
        assert "helped-hurt claim --n 872 --baseline 0.8812 --experimental 0.8934" in message


@pytest.mark.parametrize(
    ("folder", "file", "words", "systems", "pvalue"),
    [
        ("06-rank-human-ratings", "ratings.csv", (), {"A": 2.94, "B": 3.25}, 0.3916),
        ("07-rank-seed-column", "seeds.csv", (), {"large": 87.02, "small": 84.22}, 0.0625),
        ("10-leaderboard-rows-are-systems", "board.csv", ("--transpose",), {"large": 88.6}, 0.125),
        ("15-long-table-not-recognised", "long.csv", (), {"new": 0.7025, "old": 0.66}, 0.125),
    ],
)
def test_systems_are_ranked(folder, file, words, systems, pvalue):
    ranking = json.loads(run(folder, "rank", file, *words, "--format", "json").stdout)
    scores = {each["name"]: each["score"] for each in ranking["systems"]}
    assert {name: pytest.approx(scores[name], abs=0.005) for name in systems} == systems
    assert ranking["pairs"][0]["pvalue"] == pytest.approx(pvalue, abs=5e-5)


def test_rows_of_a_leaderboard_are_asked_about():
    message = refused("10-leaderboard-rows-are-systems", "rank", "board.csv")
    assert "(transpose=True, --transpose)" in message
    assert "(id='model', --id model)" in message
    assert "taskC is best" in run("10-leaderboard-rows-are-systems", "rank", "board.csv", "--id", "model").stdout


def test_a_lower_error_rate_is_better():
    files = ("old.csv", "new.csv")
    result = compared("08-lower-is-better-column", *files)
    assert (counts(result), result["difference"] < 0) == ((20, 17, 3), True)
    assert "new beats old" in run("08-lower-is-better-column", "compare", *files).stdout
    assert "new is best" in run("08-lower-is-better-column", "rank", *files).stdout
    assert counts(compared("08-lower-is-better-column", *files, "--higher-is-better")) == (20, 3, 17)


def test_whole_numbers_may_be_classes():
    folder = "11-class-labels-without-gold"
    assert "name the gold labels (read_labels, --gold FILE)" in run(folder, "compare", "old.txt", "new.txt").stdout
    result = compared(folder, "--gold", str(FILES / folder / "gold.txt"), "old.txt", "new.txt")
    assert result["difference"] == pytest.approx(-0.15)


def test_a_mark_of_a_missing_score_is_asked_about():
    folder, files = "12-sentinel-minus-one", ("old.csv", "new.csv")
    assert "-1 stands 3 times where all other scores lie from 5 to 9" in refused(folder, "compare", *files)
    result = compared(folder, *files, "--missing-value", "-1", "--missing", "drop")
    assert result["pvalue"] == pytest.approx(0.2188, abs=5e-5)
    assert compared(folder, *files, "--missing-value", "none")["pvalue"] == pytest.approx(0.0273, abs=5e-5)


def test_columns_may_be_called_by_numbers():
    words = ("labels.csv", "--gold", "sentiment human", "--baseline-column", "2011", "--experimental-column", "2012")
    result = compared("33-annotators-called-by-number", *words)
    assert (counts(result), result["pvalue"]) == ((6, 1, 3), 0.625)
