"""``prefer`` on the command line: words, JSON, CSV, LaTeX and Markdown of the same result."""

import csv

import core
from tests.core.preferences.test_prefer import baseball
from tests.core.test_cli import as_json, printed, run


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
    done = run("prefer", path, "--resamples", 100)
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0].startswith("Milwaukee is the strongest: win rate ")
    found = printed("prefer", path, "--resamples", 100)
    assert found == as_json(core.prefer(core.read_preferences(path), n_resamples=100))
    pairs = list(csv.DictReader(run("prefer", path, "--resamples", 100, "--format", "csv").stdout.splitlines()))
    assert len(pairs) == len(found["pairs"]) == 21
    assert r"\begin{tabular}{lrrcl}" in run("prefer", path, "--resamples", 100, "--format", "latex").stdout
    report = run("prefer", path, "--resamples", 100, "--correction", "bh", "--format", "markdown").stdout
    assert f'core.read_preferences("{path}")' in report
    assert "--correction bh --resamples 100 --format json" in report
