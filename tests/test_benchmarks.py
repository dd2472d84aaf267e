"""The benchmark runs, on tiny sizes, and says what it measured. No time is judged here."""

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import frames, ranking, redraw, speed, translation
from benchmarks.measure import DATA, TOOLS, arrays, measure


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("test", speed.TESTS)
def test_every_measurement_works(tool, test, data):
    found = measure(tool, test, data, 40, 50)
    assert found["seconds"] > 0
    assert found["memory"] > 1e6
    assert 0 <= found["pvalue"] <= 1
    assert found["method"] in ("exact", "sampled")


@pytest.mark.parametrize("test", speed.TESTS)
@pytest.mark.parametrize("data", ["binary", "real"])
def test_both_tools_answer_the_same_question(test, data):
    ours = measure("core", test, data, 100, 2000)["pvalue"]
    theirs = measure("scipy", test, data, 100, 2000)["pvalue"]
    # Five standard errors of a proportion of 2,000.
    assert abs(ours - theirs) < 5 * np.sqrt(ours * (1 - ours) / 2000) + 1 / 2000


def test_the_data_are_what_their_names_say():
    assert all(set(scores) == {0.0, 1.0} for scores in arrays("binary", 500))
    assert all(len(set(scores)) == 500 for scores in arrays("real", 500))
    for scores in arrays("outlier", 500):
        assert np.array_equal(scores, np.round(scores, 2))
    assert arrays("outlier", 500)[1].max() == 1e6
    assert np.array_equal(arrays("real", 500), arrays("real", 500))


def test_the_command_prints_a_table(capsys):
    speed.main(["--quick", "--sizes", "60", "--data", "binary"])
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("| binary | 60 |")]
    assert [row.split(" | ")[2] for row in rows] == list(speed.TESTS)
    assert all(row.endswith("× |") and "–" not in row for row in rows)
    assert lines[-1].startswith("Took ")


def test_what_the_budget_does_not_reach_is_said(capsys):
    speed.main(["--sizes", "60", "--data", "real", "--budget", "0"])
    out = capsys.readouterr().out
    assert "| real | 60 | permutation | – | – | – | – | – | – | – |" in out
    assert "– was not measured: the budget of 0 s was used up." in out


def test_a_scaled_time_says_from_how_many_resamples():
    cell = speed.Cell(12.5, 4e8, 0.25, "sampled", 20)
    row = speed.report(speed.Row("binary", 1_000_000, "permutation", None, cell))
    assert "| scaled from 20 | 12.5 s | 400 MB | – |" in row


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--sizes", "10,x", "'10,x' must be whole numbers of at least 2"),
        ("--data", "text", "'text' must be some of binary,real,outlier,decimals-3,decimals-4,heavy,clear"),
        ("--repeats", "0", "'0' must be a whole number of at least 1"),
    ],
)
def test_a_wrong_option_gets_a_sentence(capsys, option, value, sentence):
    with pytest.raises(SystemExit):
        speed.main([option, value])
    assert sentence in capsys.readouterr().err


def test_redraws_take_a_sensible_number_of_repeats(capsys):
    with pytest.raises(SystemExit):
        redraw.main(["--repeats", "0"])
    assert "--repeats 0 must be >= 1 and <= 50" in capsys.readouterr().err


def test_a_ranking_is_measured():
    found = ranking.measure(4, 50, "maxt", 1)
    assert found["pairs"] == 6
    assert found["processor"] > 0


def test_large_tables_are_counted(tmp_path):
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    frames.write(str(tmp_path / "scores"), 5_000)
    found = frames.measure(str(tmp_path / "scores"))
    assert found["n"] == 5_000
    assert 0 < found["p"] <= 1


def test_translations_are_measured_beside_sacrebleu():
    answer = CliRunner().invoke(translation.main, ["--segments", "30", "--swaps", "200", "--metrics", "bleu,ter"])
    assert answer.exit_code == 0, answer.output
    rows = [line.split(" | ") for line in answer.output.splitlines()[2:]]
    assert [(row[0], row[1].split()[1]) for row in rows] == [("| bleu", "(sampled)"), ("| ter", "(exact)")]
    for row in rows:
        assert float(row[1].split()[0]) == pytest.approx(float(row[2]), abs=0.2)
