"""Files of evaluation tools that have no reader: a message names each kind, and none is misread."""

import pytest

from core.errors import DataError
from core.readers import preview, read_tables

KNOWN = {"sacrebleu/corpus.tiny.json": "sacreBLEU's scores of whole systems"}


@pytest.mark.parametrize("name", KNOWN)
def test_a_log_is_known(data, name):
    paths = sorted((data / "eval_logs").glob(name))
    assert paths
    for path in paths:
        with pytest.raises(DataError) as caught:
            preview(path)
        assert KNOWN[name] in str(caught.value)


def test_samples_of_one_filter_are_read_by_columns(data):
    old, new = sorted((data / "eval_logs" / "lm_eval" / "ours").glob("*/samples_sums_mc_*.jsonl"))
    pair = read_tables(old, new, columns="acc", id="doc_id")
    assert len(pair) == 160
