"""``prefer`` on the command line: words, JSON, CSV, LaTeX and Markdown of the same result."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

from core.cli import main
from tests.core.preferences.test_prefer import baseball
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
