"""Per-item scores of real systems against independently recorded statistics; the first system is experimental."""

import pytest

import core
from tests.real_data.sampling import assert_agrees

GSM8K = {
    "gsm8k 175b_finetuning vs 6b_verification": ("175b_finetuning", "6b_verification"),
    "gsm8k 175b_verification vs 6b_verification": ("175b_verification", "6b_verification"),
}
FIGQA = {"figqa gpt3 vs roberta": ("gpt3", "roberta"), "figqa gpt2 vs gptneo": ("gpt2", "gptneo")}
MQM = {
    "mqm20 ende Tohoku vs OPPO": ("Tohoku-AIP-NTT.890", "OPPO.1535"),
    "mqm20 ende OPPO vs eTranslation": ("OPPO.1535", "eTranslation.737"),
}
FRANK = ("Rouge 1", "Bleu", "BertScore F1", "FactCC", "QAGS")


def gsm8k(data, experimental, baseline):
    folder = data / "gsm8k"
    return core.read_scores(folder / f"{baseline}.txt", folder / f"{experimental}.txt")


def mqm(data, experimental, baseline):
    path = data / "wmt_mqm" / "ende2020_wide.csv"
    return core.read_table(path, baseline=baseline, experimental=experimental, id="seg_id")


def frank(data, score):
    return core.read_long(
        data / "frank" / "long.csv",
        system="model_name", score=score, item="hash", baseline="bert_sum", experimental="bart",
    )  # fmt: skip


@pytest.mark.parametrize("key", GSM8K)
def test_gsm8k(data, recorded, key):
    assert_agrees(gsm8k(data, *GSM8K[key]), recorded[key])


@pytest.mark.parametrize("key", FIGQA)
def test_figqa(data, recorded, key):
    experimental, baseline = FIGQA[key]
    path = data / "figqa" / "correct.csv"
    assert_agrees(core.read_table(path, baseline=baseline, experimental=experimental, id="item"), recorded[key])


@pytest.mark.parametrize("key", MQM)
def test_mqm(data, recorded, key):
    assert_agrees(mqm(data, *MQM[key]), recorded[key])


@pytest.mark.parametrize("score", FRANK)
def test_frank(data, recorded, score):
    assert_agrees(frank(data, score), recorded[f"frank cnndm {score} bart vs bert_sum"])


def test_gsm8k_verifiers_of_two_sizes_differ_beyond_doubt(data):
    pair = gsm8k(data, "175b_verification", "6b_verification")
    result = core.compare(pair, test="permutation", alternative="two-sided")
    assert result.computed
    assert result.pvalue == pytest.approx(1.2400534250724e-32, rel=1e-6, abs=0)


@pytest.mark.parametrize(
    ("read", "names", "lattice", "permutation", "bootstrap"),
    [
        (mqm, MQM["mqm20 ende OPPO vs eTranslation"], 30, 0.0839716905, 0.0415936953),
        (frank, ["FactCC"], 60, 0.0069664883, 0.9967707805),
    ],
)
def test_scores_printed_as_thirtieths_and_sixtieths(data, read, names, lattice, permutation, bootstrap):
    pair = read(data, *names)
    for test, alternative, expected in (("permutation", "two-sided", permutation), ("bootstrap", "greater", bootstrap)):
        result = core.compare(pair, test=test, alternative=alternative)
        assert (result.method, result.lattice) == ("exact", lattice)
        assert result.pvalue == pytest.approx(expected, abs=1.0e-10)
