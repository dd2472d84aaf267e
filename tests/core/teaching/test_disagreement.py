"""Every definition of the p-value, against enumeration and against sacreBLEU's own code."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
import sacrebleu.significance
from scipy import stats

from core.data.paired import PairedScores
from core.teaching.disagreement import DATA_SETS, disagreement
from tests.oracles import enumeration
from tests.oracles.definitions import from_laws
from tests.oracles.scores import f1_errors, mean

SMALL = {
    "mostly helped": ([0, 0, 1, 1, 0], [1, 1, 1, 1, 0]),
    "mostly hurt": ([1, 1, 1, 0, 1], [0, 0, 1, 1, 1]),
    "level": ([1, 0, 0, 1], [0, 1, 0, 1]),
    "identical": ([1, 0, 0, 1], [1, 0, 0, 1]),
    "graded": ([1, 0, 3, 1, 2], [2, 2, 3, 0, 3]),
}


def by_enumeration(baseline, experimental, score):
    """Return every definition's p-value by going through all resamples and all swaps."""
    n, half = len(baseline), max(len(baseline) // 2, 1)
    observed = enumeration.observed(baseline, experimental, score)
    resampled = enumeration.resampled(baseline, experimental, score)
    swapped = enumeration.swapped(baseline, experimental, score)
    halves = Counter()
    for chosen in product(range(n), repeat=half):
        difference = enumeration.observed([baseline[i] for i in chosen], [experimental[i] for i in chosen], score)
        halves[difference] += Fraction(1, n**half)
    separate = [Counter(), Counter()]
    for chosen in product(range(n), repeat=n):
        for scores, side in zip(separate, (baseline, experimental), strict=True):
            scores[score(enumeration.sums([side[i] for i in chosen]))] += Fraction(1, n**n)
    helped = sum(score(e) > score(a) for a, e in zip(baseline, experimental, strict=True))
    return from_laws(resampled, swapped, halves, observed) | {
        "no-plus-one": sum(p for d, p in swapped.items() if abs(d) >= abs(observed)),
        "unpaired": sum(p * q for e, p in separate[1].items() for a, q in separate[0].items() if e <= a),
        "ties-as-losses": Fraction(sum(comb(n, k) for k in range(helped, n + 1)), 2**n),
    }


@pytest.mark.parametrize("name", SMALL)
def test_every_definition_agrees_with_enumeration(name):
    baseline, experimental = SMALL[name]
    result = disagreement(PairedScores.from_scores(baseline, experimental, decimals=0), n_resamples=2_000)
    truth = by_enumeration([(a, 1) for a in baseline], [(e, 1) for e in experimental], mean)
    assert {row.definition.key for row in result.rows} == set(truth)
    for row in result.rows:
        expected = float(truth[row.definition.key])
        if row.method == "exact":
            assert row.pvalue == pytest.approx(expected, rel=1e-9, abs=1e-14), row.definition.key
            assert row.reason is None
        else:
            assert row.definition.sampled
            assert_sampled(row.pvalue, 2_000, expected)


def test_definitions_without_an_exact_engine_are_sampled_and_say_so():
    baseline, experimental = [(2, 3), (1, 1), (0, 2), (4, 0)], [(3, 1), (1, 2), (1, 1), (3, 1)]
    pair = PairedScores.from_scores(baseline, experimental)
    result = disagreement(pair, metric="f1-errors", n_resamples=5_000, seed=7)
    truth = by_enumeration(baseline, experimental, f1_errors)
    assert result.both_correct is None
    for row in result.rows:
        if row.definition.key == "ties-as-losses":
            assert row.pvalue is None
            assert "no f1-errors" in row.reason
        elif row.method == "monte-carlo":
            assert row.reason
            assert_sampled(row.pvalue, 5_000, float(truth[row.definition.key]))
        else:
            assert row.pvalue == pytest.approx(float(truth[row.definition.key]), abs=1e-12)
    again = disagreement(pair, metric="f1-errors", n_resamples=5_000, seed=7)
    assert again.records() == result.records()


def assert_sampled(share, draws, truth):
    count = round(share * draws)
    # A sampled permutation p-value is (count + 1) / (draws + 1).
    interval = stats.binomtest(count, draws).proportion_ci(1 - 1e-6, "exact")
    assert interval.low - 1 / draws <= truth <= interval.high + 1 / draws


def test_the_lesson_of_few_changes():
    result = disagreement(DATA_SETS["few-changes"].pair())
    pvalues = {row.definition.key: row.pvalue for row in result.rows}
    assert (result.n_items, result.helped, result.hurt, result.both_correct) == (50, 6, 1, 30)
    assert pvalues["permutation"] == 2 * (1 + 7) / 2**7
    assert pvalues["permutation-strict"] == 2 * 1 / 2**7
    assert pvalues["one-sided-as-two"] == (1 + 7) / 2**7


class MeanScore:
    """What sacreBLEU 2.6 needs of a metric: the mean of the hypotheses, which are the scores themselves."""

    def _extract_corpus_statistics(self, hypotheses, references):
        return [[score, 1] for score in hypotheses]

    def _compute_score_from_stats(self, sums):
        return sacrebleu.metrics.base.Score("mean", float(sums[0] / sums[1]))

    def _aggregate_and_compute(self, rows):
        return self._compute_score_from_stats(np.asarray(rows).sum(axis=0))


@pytest.mark.parametrize(("key", "run"), [("permutation-strict", "_paired_ar_test"), ("folded", "_paired_bs_test")])
@pytest.mark.parametrize("name", DATA_SETS)
def test_sacrebleu_computes_what_the_registry_says(name, key, run):
    pair, draws = DATA_SETS[name].pair(), 4_000
    metric = MeanScore()
    baseline = pair.baseline[:, 0].tolist()
    rows = metric._extract_corpus_statistics(baseline, None)
    known = {"mean": (rows, sacrebleu.significance.Result(metric._aggregate_and_compute(rows).score))}
    test = getattr(sacrebleu.significance, run)
    _, results = test(known, "b", pair.experimental[:, 0].tolist(), None, {"mean": metric}, n_samples=draws, seed=1)
    truth = next(row.pvalue for row in disagreement(pair).rows if row.definition.key == key)
    count = round(results["mean"].p_value * (draws + 1)) - 1
    interval = stats.binomtest(count, draws).proportion_ci(1 - 1e-6, "exact")
    assert interval.low <= truth <= interval.high
