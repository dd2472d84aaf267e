"""BLEU, chrF, chrF++ and TER of summed statistics are sacreBLEU's own."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.significance import PairedTest

import core
from core.metrics import METRICS
from core.readers import read_segments
from tests.core.translations import corpus, upload

THEIRS = {
    "bleu": sacrebleu.BLEU(force=True),
    "chrf": sacrebleu.CHRF(),
    "chrf++": sacrebleu.CHRF(word_order=2),
    "ter": sacrebleu.TER(),
}


def pair_of(right, systems, metrics=None):
    files = [upload(name, lines) for name, lines in zip(("old", "new"), systems, strict=True)]
    return read_segments(*files, [upload(f"ref{i}", lines) for i, lines in enumerate(right)], metrics=metrics)


@pytest.mark.parametrize("name", THEIRS)
@pytest.mark.parametrize(("n", "references"), [(1, 1), (3, 3), (60, 1), (40, 3)])
def test_scores_are_those_of_sacrebleu(name, references, n):
    right, systems = corpus(n, seed=n, references=references)
    result = core.compare(pair_of(right, systems, [name]), metric=name, n_resamples=10)
    expected = [THEIRS[name].corpus_score(hypotheses, right) for hypotheses in systems]
    assert [result.baseline, result.experimental] == pytest.approx([each.score for each in expected], rel=1e-12, abs=0)
    assert result.signature == THEIRS[name].get_signature().format()
    assert result.higher_is_better == (name != "ter")


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++"])
@given(data=st.data())
def test_any_sums_have_the_score_of_sacrebleu(name, data):
    k = len(METRICS[name].columns)
    counts = st.lists(st.integers(0, 4) | st.integers(0, 10**6), min_size=k, max_size=k)
    sums = np.array(data.draw(st.lists(counts, min_size=1, max_size=3)), dtype=float)
    if name == "bleu":
        sums[:, 2:6] = np.minimum(sums[:, 2:6], sums[:, 6:])
    else:  # the number of matches is at most the count on either side
        sums[:, 2::3] = np.minimum(sums[:, 2::3], np.minimum(sums[:, ::3], sums[:, 1::3]))
    expected = [THEIRS[name]._compute_score_from_stats(row.copy()).score for row in sums]
    assert METRICS[name].score(sums).tolist() == pytest.approx(expected, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize("name", THEIRS)
def test_p_is_that_of_sacrebleus_approximate_randomization(name, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "7")
    right, systems = corpus(80, seed=2, wrong=(0.32, 0.28))
    named = list(zip(("Baseline: old", "new"), systems, strict=True))
    _, scores = PairedTest(named, {name: THEIRS[name]}, right, test_type="ar", n_samples=1000)()
    [theirs] = [of[1].p_value for metric, of in scores.items() if metric != "System"]
    # sacreBLEU counts only larger sums. This matters for TER, which has many equal sums.
    ours = core.compare(pair_of(right, systems, [name]), metric=name, boundary="exclude").pvalue
    assert 0.001 < ours < 0.9
    assert theirs == pytest.approx(ours, abs=4 * (ours / 1000) ** 0.5)


def test_few_changed_segments_are_counted_and_ter_is_a_sum():
    right, [lines, _] = corpus(30, references=1)
    changed = [*right[0][:12], *lines[12:]]
    pair = pair_of(right, [lines, changed])
    for name in THEIRS:
        result = core.compare(pair, metric=name)
        assert result.computed
        assert result.changed <= 12
        assert (result.helped is not None) == (name == "ter")


@pytest.mark.parametrize("name", THEIRS)
def test_a_metric_counts_its_own_statistics_only(name):
    right, systems = corpus(40)
    alone, beside = (
        core.compare(pair_of(right, systems, metrics), metric=name, n_resamples=200) for metrics in ([name], None)
    )
    assert alone.to_dict() == beside.to_dict()
