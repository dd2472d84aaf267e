"""Two translation systems on FLORES: sacreBLEU's scores to the printed digit, and its p within sampling error."""

import pytest
import sacrebleu
from sacrebleu.significance import PairedTest

import core
from core.readers import read_segments
from tests.core.translations import upload

NAMES = ("flores-test.bergamot-tiny.en", "flores-test.bergamot-base-memory.en", "flores-test.en")
# As `sacrebleu ref -i tiny base-memory -m bleu chrf -w 4` prints them (2.6.0), and TER (-m ter) of the first 80
# lines: of all it takes twenty seconds.
PRINTED = {
    "bleu": ("37.9984", "38.7934"),
    "chrf": ("65.6692", "66.3036"),
    "ter": ("50.7758", "48.9567"),
}


def lines_of(data):
    return [(data / "flores_bgen" / each).read_text().split("\n")[:-1] for each in NAMES]


@pytest.mark.parametrize("name", PRINTED)
def test_scores_have_the_digits_that_sacrebleu_prints(data, name):
    lines = [each[: 80 if name == "ter" else None] for each in lines_of(data)]
    pair = read_segments(*map(upload, NAMES, lines), metrics=[name])
    result = core.compare(pair, metric=name, n_resamples=100)
    assert (f"{result.baseline:.4f}", f"{result.experimental:.4f}") == PRINTED[name]
    assert result.signature.startswith("nrefs:1|case:")


@pytest.mark.thorough
def test_p_is_that_of_paired_approximate_randomization(data):
    tiny, base, right = lines_of(data)
    metric = sacrebleu.BLEU()
    _, scores = PairedTest([("Baseline: tiny", tiny), ("base", base)], {"bleu": metric}, [right], n_samples=10_000)()
    [theirs] = [of[1].p_value for key, of in scores.items() if key != "System"]
    pair = read_segments(*(data / "flores_bgen" / name for name in NAMES), metrics=["bleu"])
    ours = core.compare(pair, metric="bleu").pvalue
    assert theirs == pytest.approx(ours, abs=4 * (ours / 10_000) ** 0.5 + 1e-4)
