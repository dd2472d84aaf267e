"""The counts of published pairs, counted again from the predictions themselves."""

import pandas as pd
import pytest

from core.planning.claim import REAL_PAIRS


def _right(data, name):
    if name == "SST-2":
        gold, *systems = (
            (data / "sst2_labels" / f"{each}.txt").read_text("utf-8").split() for each in ("gold", "cnn", "lstm")
        )
        return pd.DataFrame(dict(zip(("cnn", "lstm"), systems, strict=True))).eq(gold, axis=0).astype(int)
    return pd.read_csv(data / {"GSM8K": "gsm8k/scores.csv", "Fig-QA": "figqa/correct.csv"}[name])


@pytest.mark.parametrize("name", ["GSM8K", "Fig-QA", "SST-2"])
def test_counts(data, name):
    right = _right(data, name)
    pairs = [pair for pair in REAL_PAIRS if pair.data == name]
    systems = len(right.columns) - (name != "SST-2")
    assert len(pairs) == systems * (systems - 1) // 2
    for pair in pairs:
        old, new = right[pair.baseline], right[pair.experimental]
        counted = (len(right), (old.sum(), new.sum()), ((old == 1) & (new == 0)).sum())
        assert (pair.n, pair.right, pair.hurt) == counted
