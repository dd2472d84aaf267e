"""``prefer`` on the command line: words, JSON, CSV, LaTeX and Markdown of the same result."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

import core
from core.cli import main
from tests.core.preferences.test_prefer import REFERENCES, baseball
from tests.core.preferences.test_strengths import AGRESTI, TEAMS


def run(*words):
    return CliRunner().invoke(main, ["prefer", *map(str, words)])


def written(path, data):
    word = {1: "model_a", 0: "tie", -1: "model_b"}
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question_id", "model_a", "model_b", "winner"])
        columns = (data.item, data.first, data.second, data.verdict)
        rows.writerows(
            [data.items[i], data.names[a], data.names[b], word[int(v)]] for i, a, b, v in zip(*columns, strict=True)
        )
    return path


@pytest.mark.parametrize(("counts", "pvalue"), REFERENCES)
def test_reference_values(tmp_path, counts, pvalue):
    verdicts = [1] * counts[0] + [0] * counts[1] + [-1] * counts[2]
    n = len(verdicts)
    data = core.Preferences.from_judgments([f"q{i}" for i in range(n)], ["A"] * n, ["B"] * n, verdicts)
    path = written(tmp_path / "votes.csv", data)
    found = json.loads(run(path, "--format", "json", "--systems", "A", "B").stdout)
    assert [found[name] for name in ("wins", "ties", "losses")] == list(counts)
    assert found["pvalue"] == pytest.approx(pvalue, rel=1e-9, abs=0)
    other = json.loads(run(path, "--format", "json", "--systems", "B", "A").stdout)
    assert (other["wins"], other["losses"], other["pvalue"]) == (counts[2], counts[0], found["pvalue"])
    assert found == json.loads(json.dumps(core.prefer(core.read_preferences(path, systems=("A", "B"))).to_dict()))


def test_many_systems(tmp_path):
    path = written(tmp_path / "games.csv", baseball())
    done = run(path, "--resamples", 100)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].startswith("Milwaukee is the strongest: win rate ")
    found = json.loads(run(path, "--resamples", 100, "--format", "json").stdout)
    assert [each["name"] for each in found["systems"]] == list(TEAMS)
    strengths = np.array([each["strength"] for each in found["systems"]])
    log_odds = np.log(strengths / (1 - strengths))
    assert log_odds - log_odds[-1] == pytest.approx(AGRESTI, abs=1e-6)
    pairs = list(csv.DictReader(run(path, "--resamples", 100, "--format", "csv").stdout.splitlines()))
    assert len(pairs) == len(found["pairs"]) == 21
    assert r"\begin{tabular}{lrrcl}" in run(path, "--resamples", 100, "--format", "latex").stdout
    report = run(path, "--resamples", 100, "--correction", "bh", "--format", "markdown").stdout
    assert f'core.read_preferences("{path}")' in report
    assert "--correction bh --resamples 100 --format json" in report
