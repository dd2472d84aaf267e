"""Files of real systems in every form, against numbers computed by other programs."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.errors import DataError, OptionError
from core.metrics import resolve_metric
from core.readers import (
    Upload,
    parse_conll_coreference,
    preview,
    read_conll_coreference,
    read_label_table,
    read_labels,
    read_long,
    read_scores,
    read_table,
    read_tables,
)
from core.readers.tags import entities_of

DATA = Path(__file__).parents[5] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real data are not beside the project (../shared/data)")


def figures(name):
    return json.loads((DATA / "stats.json").read_text())[name]


def scores(pair, metric):
    score = resolve_metric(metric, pair).score
    return score(pair.experimental.sum(axis=0)), score(pair.baseline.sum(axis=0))


def test_gsm8k_as_files_and_as_tables():
    wanted = figures("gsm8k 175b_finetuning vs 6b_verification")
    folder = DATA / "gsm8k"
    pair = read_scores(folder / "6b_verification.txt", folder / "175b_finetuning.txt")
    assert scores(pair, "mean") == pytest.approx((wanted["meanA"], wanted["meanB"]), abs=1e-15)
    table = read_table(folder / "scores.csv", baseline="6b_verification", experimental="175b_finetuning")
    assert np.array_equal(table.experimental, pair.experimental)
    assert table.ids[-1] == "1318"
    lines = folder / "example_model_solutions.head100.jsonl"
    nested = read_table(lines, baseline="6b_verification.is_correct", experimental="175b_finetuning.is_correct")
    assert np.array_equal(nested.baseline, pair.baseline[:100])


def test_mqm_scores_keep_their_decimals():
    wanted = figures("mqm20 ende OPPO vs eTranslation")
    pair = read_table(
        DATA / "wmt_mqm" / "ende2020_wide.csv", baseline="eTranslation.737", experimental="OPPO.1535", id="seg_id"
    )
    assert len(pair) == wanted["N"]
    assert pair.decimals == 6
    experimental, baseline = scores(pair, "mean")
    assert experimental - baseline == pytest.approx(wanted["diff"], abs=1e-12)


@pytest.mark.parametrize("name", ["long.csv", "bart_bertsum_cnndm.json"])
def test_frank_is_long(name):
    pair = read_long(
        DATA / "frank" / name,
        system="model_name",
        item="hash",
        score="FactCC",
        baseline="bert_sum",
        experimental="bart",
    )
    wanted = figures("frank cnndm FactCC bart vs bert_sum")
    assert len(pair) == wanted["N"]
    experimental, baseline = scores(pair, "mean")
    assert experimental - baseline == pytest.approx(wanted["diff"], abs=1e-12)


def test_conll03_counts():
    wanted = figures("conll03 NER F1 flair vs elmo")
    folder = DATA / "conll03_counts"
    pair = read_scores(folder / "elmo.rp.txt", folder / "flair.rp.txt")
    assert scores(pair, "f1") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)
    wanted = figures("conll03 token acc (ratio of sums) flair vs elmo")
    pair = read_scores(folder / "elmo.tokacc.txt", folder / "flair.tokacc.txt")
    assert scores(pair, "ratio") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)


def test_wnut17_counts_by_column():
    wanted = figures("wnut17 F1 uh_ritual vs spinningbytes")
    files = [DATA / "wnut17" / f"{name}.tp_pred_gold.tsv" for name in ("spinningbytes", "uh_ritual")]
    with pytest.raises(OptionError, match="say which holds the scores"):
        read_tables(*files)
    with pytest.raises(DataError, match=r"spinningbytes.tp_pred_gold.tsv, line 3: 2 / 1 is no precision"):
        read_tables(*files, columns="sent,tp,pred,gold")
    pair = read_tables(*files, columns="tp,gold,tp,pred")
    assert scores(pair, "f1") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)


def test_inputs_of_seed_002():
    wanted = figures("art example ratio exact")
    folder = DATA / "art_examples"
    pair = read_scores(folder / "example_scores_numerator_always_0", folder / "example_scores")
    assert scores(pair, "ratio") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-15)
    assert pair.decimals == 3


def test_sst2_labels():
    wanted = figures("sst2 macroF1 cnn vs lstm")
    folder = DATA / "sst2_labels"
    pair = read_labels(*(folder / f"{name}.txt" for name in ("gold", "lstm", "cnn")))
    assert list(pair.labels) == wanted["labels"]
    assert scores(pair, "macro-f1") == pytest.approx((wanted["macroF1_A"], wanted["macroF1_B"]), abs=1e-15)
    assert scores(pair, "accuracy") == pytest.approx((wanted["acc_A"], wanted["acc_B"]), abs=1e-15)
    table = read_label_table(folder / "labels.tsv", gold="gold", baseline="lstm", experimental="cnn")
    assert table.digest == pair.digest


def test_wnut17_labels_and_entities():
    wanted = figures("wnut17 token macroF1(13 labels) uh_ritual vs spinningbytes")
    folder = DATA / "wnut17"
    names = ("gold", "spinningbytes", "uh_ritual")
    pair = read_labels(*(folder / f"{name}.labels.txt" for name in names))
    assert list(pair.labels) == wanted["labels"]
    assert scores(pair, "macro-f1") == pytest.approx((wanted["macroF1_A"], wanted["macroF1_B"]), abs=1e-15)
    # Sentence ends are not in the file, but no entity crosses one: the sums are those of the sentences.
    gold, *found = (entities_of((folder / f"{name}.labels.txt").read_text().split()) for name in names)
    for name, entities in zip(names[1:], found, strict=True):
        counts = np.loadtxt(folder / f"{name}.tp_pred_gold.tsv", skiprows=1)[:, 1:].sum(axis=0)
        assert [len(gold & entities), len(entities), len(gold)] == counts.tolist()


@pytest.mark.parametrize("metric", ["muc", "bcub", "ceafe"])
def test_ecbp_coreference(metric, tmp_path):
    folder = DATA / "ukp_coref_ecbp"
    for system in ("feature0", "lemma", "lemma-delta"):
        # Parsing checks the sums against TOTALS; a script of another project made rp/.
        counts = parse_conll_coreference(folder / "scorer_output" / f"ecbp.{system}.{metric}")
        assert np.array_equal(counts.values, np.loadtxt(folder / "rp" / f"ecbp.{system}.{metric}.txt"))
    old, new = (folder / "scorer_output" / f"ecbp.{system}.{metric}" for system in ("lemma", "feature0"))
    pair = read_conll_coreference(old, new)
    wanted = figures(f"coref ecbp {metric} F1 feature0 vs lemma")
    assert scores(pair, "f1") == pytest.approx((wanted["A"], wanted["B"]), abs=1e-14)
    assert preview(new).kind == "conll"


def test_join_after_shuffling():
    text = (DATA / "figqa" / "correct.csv").read_text().splitlines()
    order = np.random.default_rng(0).permutation(len(text) - 1)
    shuffled = Upload("b.csv", "\n".join([text[0], *(text[1:][i] for i in order)]).encode())
    path = DATA / "figqa" / "correct.csv"
    assert read_tables(path, shuffled, columns="gpt3").digest == read_tables(path, path, columns="gpt3").digest
