"""Files of evaluation tools that are not read as they are: a sentence says what each is, and none is read wrongly."""

import pytest

from core.errors import DataError
from core.readers import preview, read_tables

KNOWN = {
    "comet/comet_compare.to_json.shape.json": "what comet-compare writes",
    "comet/comet_score.stdout.shape.txt": "what comet-score prints",
    "comet/comet_score.to_json.shape.json": "what comet-score writes for 2 systems",
    "deepeval/baseline.json": "a DeepEval test run",
    "helm/ours_baseline/per_instance_stats.json": "HELM's statistics of instances",
    "helm/ours_baseline/stats.json": "HELM's statistics of a whole run",
    "helm/ours_baseline/run_spec.json": "the description of a HELM run",
    "promptfoo/output.json": "what promptfoo writes",
    "sacrebleu/corpus.tiny.json": "sacreBLEU's scores of whole systems",
    "sacrebleu/sentence_bleu_200.tiny.txt": "what sacrebleu --sentence-level prints",
    "sacrebleu/sentence_chrf.tiny.txt": "what sacrebleu --sentence-level prints",
    "trec_eval/UIUC03Rd1.full.eval": "what trec_eval -q prints",
    "trec_eval/UIUC03Rd1.ir_measures.tsv": "what ir_measures prints",
    "trec_eval/UIUC03Rd1.ir_measures.jsonl": "rows of 2 kinds in column 'measure'",
    "trec_eval/robust03_q/*.eval": "what trec_eval -q prints",
}


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


@pytest.mark.parametrize("name", ["flores-test.en", "flores-test.bergamot-tiny.en"])
def test_translations_are_to_be_scored_first(data, name):
    with pytest.raises(DataError, match="holds sentences, one a line, and no scores"):
        preview(data / "flores_bgen" / name)
