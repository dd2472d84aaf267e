"""The benchmark runs on small sizes and prints its measurements. Its times are not checked."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import frames, grid, speed, translation, tries
from benchmarks.data import KINDS
from benchmarks.measure import TOOLS, measure
from core.teaching.grid import pvalue_grid

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", sorted(path.stem for path in ROOT.glob("benchmarks/[a-z]*.py")))
def test_every_benchmark_can_be_imported(name):
    import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("test", speed.TESTS)
def test_every_measurement_works(tool, test, kind):
    found = measure(tool, test, kind, "clear", 40, 50)
    assert found["seconds"] > 0
    assert found["memory"] > 1e6
    assert 0 <= found["pvalue"] <= 1
    assert found["method"] in ("exact", "numerical", "sampled")


@pytest.mark.parametrize("test", speed.TESTS)
@pytest.mark.parametrize("kind", ["binary", "real"])
def test_both_tools_answer_the_same_question(test, kind):
    ours = measure("core", test, kind, "some", 100, 2000)["pvalue"]
    theirs = measure("scipy", test, kind, "some", 100, 2000)["pvalue"]
    # Five standard errors of a proportion of 2,000 draws.
    assert abs(ours - theirs) < 5 * np.sqrt(ours * (1 - ours) / 2000) + 1 / 2000


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


@pytest.mark.thorough
def test_wrong_units_give_more_false_alarms_than_items():
    judged, tried = tries.judgments(20), tries.tries(20)
    assert judged["judgments, 90 %"] >= judged["judgments, 95 %"] >= judged["items, 95 %"]
    assert tried["samples with replacement"] > tried["items"]
    # (c/4)^4 over c ~ Binomial(4, p), p^4 = .22, by hand
    assert tries.expected(0.22**0.25, 4, 4) == pytest.approx((0.22, 0.365918), abs=1e-5)


@pytest.mark.parametrize("cell", [(100, 7, 2), (500, 10, 7), (10, 4, 3)])
def test_the_primers_algorithm_samples_the_exact_pvalue(cell):
    n, helped, hurt = cell
    exact = pvalue_grid(n, 100 * (helped - hurt) / n, 100 * hurt / n).pvalue[0]
    sampled = grid.primer_pvalue(*cell, np.random.default_rng(1))
    assert abs(sampled - exact) < 5 * np.sqrt(exact * (1 - exact) / grid.RESAMPLES)
