"""Files of real systems against numbers computed by other programs."""

import json
from pathlib import Path

import numpy as np
import pytest

import core
from core.readers import read_scores
from core.readers.labels.entities import entities_of

DATA = Path(__file__).parents[5] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real data are not beside the project (../shared/data)")


def test_inputs_of_seed_002():
    wanted = json.loads((DATA / "stats.json").read_text())["art example ratio exact"]
    folder = DATA / "art_examples"
    pair = read_scores(folder / "example_scores_numerator_always_0", folder / "example_scores")
    found = core.compare(pair, metric="ratio")
    assert (found.experimental, found.baseline) == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)
    assert pair.decimals == 3


def test_entities_of_wnut17():
    folder = DATA / "wnut17"
    names = ("gold", "spinningbytes", "uh_ritual")
    # Sentence ends are not in the file, but no entity crosses one: the sums are those of the sentences.
    tags = ((folder / f"{name}.labels.txt").read_text().split() for name in names)
    gold, *found = (set(zip(*entities_of(each), strict=True)) for each in tags)
    for name, entities in zip(names[1:], found, strict=True):
        counts = np.loadtxt(folder / f"{name}.tp_pred_gold.tsv", skiprows=1)[:, 1:].sum(axis=0)
        assert [len(gold & entities), len(entities), len(gold)] == counts.tolist()
