"""F1, ratios and labels of real systems against independently recorded statistics; the first system is experimental."""

import pytest

import core
from core.metrics import resolve_metric
from tests.real_data.sampling import assert_agrees

ENTITIES = {
    "conll03 NER F1 flair vs elmo": ("conll03_counts", "flair.rp.txt", "elmo.rp.txt", "f1", 5.15830052e-4),
    "conll03 token acc (ratio of sums) flair vs elmo": (
        "conll03_counts", "flair.tokacc.txt", "elmo.tokacc.txt", "ratio", None,
    ),
    "wnut17 F1 uh_ritual vs spinningbytes": (
        "wnut17", "uh_ritual.rp.txt", "spinningbytes.rp.txt", "f1", 0.4960200928,
    ),
}  # fmt: skip
# Recall is the first two of the four counts, precision the last two.
SIDES = {
    "wnut17 recall uh_ritual vs spinningbytes": (slice(0, 2), 0.0365160985),
    "wnut17 precision uh_ritual vs spinningbytes": (slice(2, 4), 9.625207e-7),
}


@pytest.mark.parametrize("key", ENTITIES)
def test_counts_per_sentence(data, recorded, key):
    folder, experimental, baseline, metric, expected = ENTITIES[key]
    pair = core.read_scores(data / folder / baseline, data / folder / experimental)
    assert_agrees(pair, recorded[key], metric=metric)
    if expected is not None:
        result = core.compare(pair, metric=metric, test="permutation", alternative="two-sided")
        assert result.computed
        assert result.pvalue == pytest.approx(expected, rel=1e-8, abs=0)


@pytest.mark.parametrize("key", SIDES)
def test_recall_and_precision_of_entities(data, recorded, key):
    columns, expected = SIDES[key]
    both = core.read_scores(data / "wnut17" / "spinningbytes.rp.txt", data / "wnut17" / "uh_ritual.rp.txt")
    pair = core.PairedScores.from_scores(both.baseline[:, columns], both.experimental[:, columns])
    assert_agrees(pair, recorded[key], metric="ratio")
    result = core.compare(pair, metric="ratio", test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue == pytest.approx(expected, rel=1e-6 if expected < 1e-5 else 1e-8, abs=0)


@pytest.mark.parametrize(
    ("key", "metric"), [("sst2 acc cnn vs lstm", "accuracy"), ("sst2 macroF1 cnn vs lstm", "macro-f1")]
)
def test_sentiment_labels(data, recorded, key, metric):
    folder = data / "sst2_labels"
    pair = core.read_labels(folder / "gold.txt", folder / "lstm.txt", folder / "cnn.txt")
    assert_agrees(pair, recorded[key], metric=metric)


def test_thirteen_token_labels(data, recorded):
    key = "wnut17 token macroF1(13 labels) uh_ritual vs spinningbytes"
    folder = data / "wnut17"
    names = ("gold", "spinningbytes", "uh_ritual")
    pair = core.read_labels(*(folder / f"{name}.labels.txt" for name in names))
    assert list(pair.labels) == recorded[key]["labels"]
    assert_agrees(pair, recorded[key], metric="macro-f1")
    for rows, side in ((pair.experimental, "A"), (pair.baseline, "B")):
        sums = rows.sum(axis=0)
        each = [resolve_metric(f"f1:{label}", pair).score(sums) for label in pair.labels]
        assert each == pytest.approx(recorded[key][f"perlabel_{side}"], abs=6e-7)
