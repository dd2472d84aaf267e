"""Two translation systems on FLORES: sacreBLEU's scores to the printed digit."""

import pytest

import core
from core.readers import read_segments

NAMES = ("flores-test.bergamot-tiny.en", "flores-test.bergamot-base-memory.en", "flores-test.en")
# As `sacrebleu ref -i tiny base-memory -m bleu chrf -w 4` prints them (2.6.0).
PRINTED = {"bleu": ("37.9984", "38.7934"), "chrf": ("65.6692", "66.3036")}


@pytest.mark.parametrize("name", PRINTED)
def test_scores_have_the_digits_that_sacrebleu_prints(data, name):
    pair = read_segments(*(data / "flores_bgen" / each for each in NAMES), metrics=[name])
    result = core.compare(pair, metric=name, n_resamples=100)
    assert (f"{result.baseline:.4f}", f"{result.experimental:.4f}") == PRINTED[name]
    assert result.signature.startswith("nrefs:1|case:")
