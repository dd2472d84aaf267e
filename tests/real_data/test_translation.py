"""Two translation systems on FLORES: sacreBLEU's scores to the printed digit, and its p within sampling error."""

import pytest
import sacrebleu
from sacrebleu.significance import PairedTest

import core
from core.readers import read_segments

NAMES = ("flores-test.bergamot-tiny.en", "flores-test.bergamot-base-memory.en", "flores-test.en")
# As `sacrebleu ref -i tiny base-memory -m bleu chrf ter -w 4` prints them (2.6.0), chrF++ with --chrf-word-order 2.
PRINTED = {
    "bleu": ("37.9984", "38.7934"),
    "chrf": ("65.6692", "66.3036"),
    "chrf++": ("63.6521", "64.2256"),
    "ter": ("47.6873", "47.0709"),
}


def pair(data, *metrics):
    return read_segments(*(data / "flores_bgen" / name for name in NAMES), metrics=metrics)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", pytest.param("ter", marks=pytest.mark.thorough)])
def test_scores_have_the_digits_that_sacrebleu_prints(data, name):
    result = core.compare(pair(data, name), metric=name, n_resamples=100)
    assert (f"{result.baseline:.4f}", f"{result.experimental:.4f}") == PRINTED[name]
    assert result.signature.startswith("nrefs:1|case:")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_p_is_that_of_paired_approximate_randomization(data, name):
    tiny, base, right = ((data / "flores_bgen" / each).read_text().split("\n")[:-1] for each in NAMES)
    metric = {"bleu": sacrebleu.BLEU(), "chrf": sacrebleu.CHRF()}[name]
    _, scores = PairedTest([("Baseline: tiny", tiny), ("base", base)], {name: metric}, [right], n_samples=10_000)()
    [theirs] = [of[1].p_value for key, of in scores.items() if key != "System"]
    ours = core.compare(pair(data, name), metric=name).pvalue
    assert theirs == pytest.approx(ours, abs=4 * (ours / 10_000) ** 0.5 + 1e-4)
