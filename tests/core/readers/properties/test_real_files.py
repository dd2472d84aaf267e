"""Files of real systems in every form, against numbers computed by other programs."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.metrics import resolve_metric
from core.readers import read_labels, read_scores
from core.readers.labels.entities import entities_of

DATA = Path(__file__).parents[5] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real data are not beside the project (../shared/data)")


def figures(name):
    return json.loads((DATA / "stats.json").read_text())[name]


def scores(pair, metric):
    score = resolve_metric(metric, pair).score
    return score(pair.experimental.sum(axis=0)), score(pair.baseline.sum(axis=0))


def test_inputs_of_seed_002():
    wanted = figures("art example ratio exact")
    folder = DATA / "art_examples"
    pair = read_scores(folder / "example_scores_numerator_always_0", folder / "example_scores")
    assert scores(pair, "ratio") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)
    assert pair.decimals == 3


def test_wnut17_labels_and_entities():
    wanted = figures("wnut17 token macroF1(13 labels) uh_ritual vs spinningbytes")
    folder = DATA / "wnut17"
    names = ("gold", "spinningbytes", "uh_ritual")
    pair = read_labels(*(folder / f"{name}.labels.txt" for name in names))
    assert list(pair.labels) == wanted["labels"]
    assert scores(pair, "macro-f1") == pytest.approx((wanted["macroF1_A"], wanted["macroF1_B"]), abs=1e-15)
    # Sentence ends are not in the file, but no entity crosses one: the sums are those of the sentences.
    tags = ((folder / f"{name}.labels.txt").read_text().split() for name in names)
    gold, *found = (set(zip(*entities_of(each), strict=True)) for each in tags)
    for name, entities in zip(names[1:], found, strict=True):
        counts = np.loadtxt(folder / f"{name}.tp_pred_gold.tsv", skiprows=1)[:, 1:].sum(axis=0)
        assert [len(gold & entities), len(entities), len(gold)] == counts.tolist()
