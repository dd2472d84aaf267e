"""The reference values of the specification, through the library."""

import pytest

import core
from core.data.synthetic import helped_hurt
from tests.core.pairs import assert_exact, of_differences
from tests.core.test_cli import printed, run
from tests.oracles import rational
from tests.oracles.references import DARWIN, HELPED_HURT, TESTS

CASES = [(data, *TESTS[name], p) for data, values in HELPED_HURT.items() for name, p in zip(TESTS, values, strict=True)]
CASE = ("data", "test", "alternative", "boundary", "value")


@pytest.mark.parametrize(CASE, CASES)
def test_library_gives_the_reference_value(data, test, alternative, boundary, value):
    result = core.compare(helped_hurt(*data), test=test, alternative=alternative, boundary=boundary)
    assert result.computed
    assert result.pvalue == pytest.approx(value, rel=1e-9, abs=0)
    n, helped, hurt = data
    assert result.statistic == pytest.approx((helped - hurt) / n, rel=1e-15, abs=0)
    assert (result.helped, result.hurt, result.tied) == (helped, hurt, n - helped - hurt)
    assert result.n_items == n


def test_darwins_maize():
    result = core.compare(of_differences(DARWIN, 8), test="permutation", alternative="two-sided")
    assert_exact(result, rational.pvalue("permutation", "two-sided", DARWIN))
    assert result.pvalue == pytest.approx(0.05267333984375, rel=1e-9, abs=0)


KEYS = [
    "metric", "test", "alternative", "boundary", "alpha", "method", "engine", "reason", "pvalue", "pvalue_text",
    "log10_pvalue", "error_bound", "pvalue_interval", "effective_sample_size", "difference", "baseline", "experimental",
    "baseline_name", "experimental_name", "n_items", "helped", "hurt", "tied", "confidence_interval",
    "equivalence", "n_resamples", "seed", "digest", "version",
]  # fmt: skip


def test_the_json_has_exactly_these_keys(tmp_path):
    assert run("synthetic", "--n", 100, "--helped", 2, "--hurt", 0, "--output", tmp_path).exit_code == 0
    files = [str(tmp_path / f"{name}.txt") for name in ("baseline", "experimental")]
    found = printed("compare", *files, "--test", "bootstrap", "--alternative", "greater")
    assert list(found) == KEYS
    assert found["pvalue"] == pytest.approx(0.1326195558947532, rel=1e-9, abs=0)
    settings = [found[key] for key in ("metric", "test", "alternative", "boundary", "alpha")]
    assert settings == ["mean", "bootstrap", "greater", "include", 0.05]
    interval = found["confidence_interval"]
    assert list(interval) == ["level", "low", "high", "kind", "method", "n_resamples"]
    assert (interval["level"], interval["kind"], interval["method"]) == (0.95, "percentile", "exact")
    absent = ("reason", "pvalue_interval", "effective_sample_size", "equivalence", "n_resamples", "seed")
    assert [found[key] for key in absent] == [None] * len(absent)
