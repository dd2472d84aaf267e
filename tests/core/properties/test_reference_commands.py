"""A reference value of the specification through the command line, with every key of the JSON."""

import json

import pytest
from click.testing import CliRunner

from core.cli import main

KEYS = [
    "metric", "test", "alternative", "boundary", "alpha", "method", "engine", "reason", "pvalue", "pvalue_text",
    "log10_pvalue", "error_bound", "pvalue_interval", "effective_sample_size", "difference", "baseline", "experimental",
    "baseline_name", "experimental_name", "n_items", "helped", "hurt", "tied", "confidence_interval",
    "equivalence", "n_resamples", "seed", "digest", "version",
]  # fmt: skip


def test_the_json_has_exactly_these_keys(tmp_path):
    written = CliRunner().invoke(main, f"synthetic --n 100 --helped 2 --hurt 0 --output {tmp_path}")
    assert written.exit_code == 0, written.output
    files = [str(tmp_path / f"{name}.txt") for name in ("baseline", "experimental")]
    words = ["compare", *files, "--test", "bootstrap", "--alternative", "greater", "--format", "json"]
    printed = json.loads(CliRunner().invoke(main, words).stdout)
    assert list(printed) == KEYS
    assert printed["pvalue"] == pytest.approx(0.1326195558947532, rel=1e-9, abs=0)
    settings = [printed[key] for key in ("metric", "test", "alternative", "boundary", "alpha")]
    assert settings == ["mean", "bootstrap", "greater", "include", 0.05]
    interval = printed["confidence_interval"]
    assert list(interval) == ["level", "low", "high", "kind", "method", "n_resamples"]
    assert (interval["level"], interval["kind"], interval["method"]) == (0.95, "percentile", "exact")
    absent = ("reason", "pvalue_interval", "effective_sample_size", "equivalence", "n_resamples", "seed")
    assert [printed[key] for key in absent] == [None] * len(absent)
