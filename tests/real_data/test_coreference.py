"""Coreference scorer files of real systems against independently recorded statistics; the first is experimental."""

import pytest

import core
from tests.real_data.sampling import assert_agrees

METRICS = ("muc", "bcub", "ceafe")


def scorer_files(data, experimental, baseline, metric):
    folder = data / "ukp_coref_ecbp" / "scorer_output"
    return core.read_conll_coreference(folder / f"ecbp.{baseline}.{metric}", folder / f"ecbp.{experimental}.{metric}")


@pytest.mark.parametrize("metric", METRICS)
def test_features_against_lemmas(data, recorded, metric):
    pair = scorer_files(data, "feature0", "lemma", metric)
    assert_agrees(pair, recorded[f"coref ecbp {metric} F1 feature0 vs lemma"], metric="f1")


def test_exact_permutation_of_muc(data):
    pair = scorer_files(data, "feature0", "lemma", "muc")
    result = core.compare(pair, metric="f1", test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue == pytest.approx(8.737305e-4, rel=1e-6, abs=0)
