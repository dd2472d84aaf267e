"""Coreference scorer files of real systems against independently recorded statistics; the first is experimental."""

import itertools

import pytest

import core
from core.errors import DataError
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


@pytest.mark.parametrize(("one", "other"), [*itertools.permutations(METRICS, 2)])
@pytest.mark.parametrize("systems", [("lemma", "feature0"), ("lemma", "lemma")])
def test_metrics_are_not_compared_with_each_other(data, one, other, systems):
    folder = data / "ukp_coref_ecbp"
    old, new = systems
    with pytest.raises(DataError, match="count different gold"):
        core.read_conll_coreference(
            folder / "scorer_output" / f"ecbp.{old}.{one}", folder / "scorer_output" / f"ecbp.{new}.{other}"
        )
    with pytest.raises(DataError, match="count different gold"):
        core.read_scores(folder / "rp" / f"ecbp.{old}.{one}.txt", folder / "rp" / f"ecbp.{new}.{other}.txt")


def test_counts_of_other_corpora_are_not_compared(data):
    gold = data / "wnut17" / "arcada.rp.txt", data / "conll03_counts" / "elmo.rp.txt"
    n = min(len(path.read_text().splitlines()) for path in gold)
    files = [core.readers.Upload(path.name, "\n".join(path.read_text().splitlines()[:n]).encode()) for path in gold]
    with pytest.raises(DataError, match="count different gold"):
        core.read_scores(*files)
