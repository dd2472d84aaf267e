"""The reference values of the specification, through the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import main
from tests.oracles.references import HELPED_HURT

SYSTEMS = ("baseline", "experimental")
KEYS = [
    "metric", "test", "alternative", "boundary", "alpha", "method", "engine", "reason", "pvalue", "pvalue_text",
    "log10_pvalue", "error_bound", "pvalue_interval", "effective_sample_size", "difference", "baseline", "experimental",
    "baseline_name", "experimental_name", "n_items", "helped", "hurt", "tied", "confidence_interval",
    "equivalence", "n_resamples", "seed", "digest", "version",
]  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return the two files that the command line writes for each row of the table."""
    folder = tmp_path_factory.mktemp("synthetic")
    for n, helped, hurt in HELPED_HURT:
        counts = f"--n {n} --helped {helped} --hurt {hurt}".split()
        written = CliRunner().invoke(main, ["synthetic", *counts, "--output", str(folder / f"{n}_{helped}")])
        assert written.exit_code == 0, written.output
    return {data: folder / f"{data[0]}_{data[1]}" for data in HELPED_HURT}


def test_the_module_runs_as_a_command(files):
    paths = [files[100, 2, 0] / f"{name}.txt" for name in SYSTEMS]
    command = [sys.executable, "-m", "core", "compare", *paths, "--test", "bootstrap", "--alternative", "greater"]
    command += ["--format", "json"]
    root = Path(__file__).parents[3]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    printed = json.loads(shown.stdout)
    assert list(printed) == KEYS
    assert printed["pvalue"] == pytest.approx(0.1326195558947532, rel=1e-9, abs=0)
    settings = [printed[key] for key in ("metric", "test", "alternative", "boundary", "alpha")]
    assert settings == ["mean", "bootstrap", "greater", "include", 0.05]
    interval = printed["confidence_interval"]
    assert list(interval) == ["level", "low", "high", "kind", "method", "n_resamples"]
    assert (interval["level"], interval["kind"], interval["method"]) == (0.95, "percentile", "exact")
    absent = ("reason", "pvalue_interval", "effective_sample_size", "equivalence", "n_resamples", "seed")
    assert [printed[key] for key in absent] == [None] * len(absent)
