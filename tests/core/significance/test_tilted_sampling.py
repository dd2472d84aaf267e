"""Small p-values without an exact method: tilted samples against exact arithmetic, and the fallback."""

import math

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.metrics import resolve_metric
from core.report.sentences import precision_sentence
from core.significance import TESTS
from core.significance.observed import Observed
from core.significance.pvalue import RejectionRegion, tilted_pvalue
from tests.core.pairs import MIRROR
from tests.core.plane_cases import Case
from tests.oracles import plane, rational


def tilted(pair, test, alternative, metric="mean", seed=0):
    """Return the p-value of tilted samples, even if plain samples or an exact engine would be used."""
    observed = Observed(pair, resolve_metric(metric, pair))
    sampling = TESTS[test].distribution(observed, 10_000, seed)
    region = RejectionRegion.of(TESTS[test], alternative, observed.reference, tolerance=observed.tolerance)
    return tilted_pvalue(region, np.zeros(0), lambda *tail: sampling._estimate(False, *tail), "asked for")


def labelled(n, better, worse=None, labels=4):
    """Return gold labels and two taggers; the experimental one corrects ``better`` of the baseline's errors."""
    generator = np.random.default_rng(0)
    gold = generator.integers(0, labels, n)
    noise = generator.integers(1, labels, n)
    baseline = np.where(generator.random(n) < 0.4, (gold + noise) % labels, gold)
    experimental = baseline.copy()
    wrong = np.flatnonzero(baseline != gold)[:better]
    experimental[wrong] = gold[wrong]
    right = np.flatnonzero(baseline == gold)[: better // 8 if worse is None else worse]
    experimental[right] = (gold[right] + 1) % labels
    names = np.array(list("wxyz"))
    return [names[each].tolist() for each in (gold, baseline, experimental)]


def of_labels(*columns):
    """Return (tp, predicted, gold) of each label for both systems."""
    gold, *systems = (np.array(each) for each in columns)
    labels = sorted(set(gold.tolist()).union(*(each.tolist() for each in systems)))
    sides = [
        np.column_stack([column for x in labels for column in ((gold == x) & (each == x), each == x, gold == x)])
        for each in systems
    ]
    names = tuple(f"{kind}:{x}" for x in labels for kind in ("tp", "predicted", "gold"))
    return PairedScores(*(each.astype(float) for each in sides), names, labels=tuple(labels))


@pytest.mark.parametrize(
    ("test", "alternative", "truth"),
    [("bootstrap", "greater", 4.96880564e-6), ("permutation", "greater", 1.19306658e-5),
     ("permutation", "two-sided", 2 * 1.19306658e-5)],
)  # fmt: skip
def test_forty_helped_and_ten_hurt_of_500(test, alternative, truth):
    found = tilted(core.helped_hurt(500, 40, 10), test, alternative)
    assert found.value == pytest.approx(truth, rel=0.06, abs=0)
    assert found.interval[0] <= truth <= found.interval[1]
    assert (found.engine, found.method) == ("tilted-sampling", "monte-carlo")
    assert 1_000 < found.effective < 10_000


@pytest.mark.thorough
def test_its_interval_holds_in_random_trials():
    generator = np.random.default_rng(8)
    held = []
    for seed in range(80):
        n, test = int(generator.integers(30, 400)), ("bootstrap", "permutation")[seed % 2]
        helped = int(generator.integers(10, n // 2))
        hurt = int(generator.integers(2, max(3, helped // 2)))
        if test == "bootstrap":
            truth = float(rational.helped_hurt_tail(n, helped, hurt, 0))
        else:
            truth = float(rational.sign_test(helped, hurt)) / 2
        if not 1e-20 < truth < 1e-2:
            continue
        found = tilted(core.helped_hurt(n, helped, hurt), test, "greater", seed=seed)
        held.append(found is not None and found.interval[0] <= truth <= found.interval[1])
    assert len(held) >= 60
    assert np.mean(held) >= 0.95


def test_permutation_of_f1_against_counted_swaps():
    generator = np.random.default_rng(9)
    kinds = generator.integers(0, 4, (5, 4))
    kinds[:, 2] += 1
    rows = kinds[generator.integers(0, 5, 45)]
    case = Case("f1-errors", rows[:, :2], rows[:, 2:], 0, "two-sided", "include")
    truth = float(plane.permutation_pvalue(case))
    pair = PairedScores(case.baseline.astype(float), case.experimental.astype(float), ("tp", "errors"), decimals=0)
    found = tilted(pair, "permutation", "two-sided", "f1-errors")
    assert 1e-20 < truth < 1e-2
    assert found.interval[0] <= truth <= found.interval[1]


@pytest.mark.parametrize("test", list(TESTS))
def test_macro_f1_with_a_clear_effect_is_no_floor(test):
    pair = of_labels(*labelled(600, 90))
    result = core.compare(pair, metric="macro-f1", test=test)
    assert (result.method, result.engine) == ("monte-carlo", "tilted-sampling")
    assert 0 < result.pvalue < 1e-7
    assert result.pvalue_interval[0] < result.pvalue < result.pvalue_interval[1] < 1.2 * result.pvalue
    assert result.effective_sample_size > 500
    said = precision_sentence(result)
    assert f"effective sample size {result.effective_sample_size:,.0f}" in said
    again = core.compare(pair.swapped(), metric="macro-f1", test=test)
    assert (again.pvalue, again.pvalue_interval) == (result.pvalue, result.pvalue_interval)
    one_sided = core.compare(pair, metric="macro-f1", test=test, alternative="greater")
    mirrored = core.compare(pair.swapped(), metric="macro-f1", test=test, alternative=MIRROR["greater"])
    assert one_sided.pvalue == mirrored.pvalue <= result.pvalue


def test_what_is_common_and_what_is_asked_for_stay_plain():
    close = of_labels(*labelled(400, 50, worse=48))
    assert core.compare(close, metric="macro-f1").engine == "sampling"
    clear = of_labels(*labelled(600, 90))
    plain = core.compare(clear, metric="macro-f1", method="monte-carlo", n_resamples=500)
    assert (plain.engine, plain.effective_sample_size) == ("sampling", None)
    assert plain.pvalue == 1 / 501


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_the_first_samples_and_the_others_are_those_drawn_together(test):
    close, told = of_labels(*labelled(400, 50, worse=48)), []
    asked = {"metric": "macro-f1", "test": test}
    found = core.compare(close, progress=lambda done, total: told.append(done / total), **asked)
    plain = core.compare(close, method="monte-carlo", **asked)
    assert (found.pvalue, found.pvalue_interval) == (plain.pvalue, plain.pvalue_interval)
    assert told == sorted(told)
    assert told[0] < 0.2
    assert told[-1] == 1


def test_a_threshold_at_the_end_of_what_can_be_is_reached():
    # No resample of gains alone makes the experimental tagger no better, but for those without a changed item.
    gold = list("wxyz") * 50
    pair = of_labels(gold, ["w"] * 200, gold)
    result = core.compare(pair, metric="macro-f1", test="bootstrap", alternative="greater")
    assert result.engine == "tilted-sampling"
    low, high = result.pvalue_interval
    assert low <= 0.25**200 <= high < 1.1 * low


def test_where_all_swaps_agree_the_share_is_a_power_of_two():
    helped = 400
    # Counts of thousands have too many totals to list.
    rng = np.random.default_rng(helped)
    gold = rng.integers(1_000, 9_000, helped)
    found, better = gold // 2, gold - 1
    pair = core.PairedScores.from_scores(
        *(np.column_stack([each, gold, each, gold]).astype(float) for each in (found, better))
    )
    result = core.compare(pair, metric="f1", alternative="greater")
    assert result.log10_pvalue == pytest.approx(-helped * math.log10(2), abs=0.02)


def test_below_the_smallest_double_its_logarithm_goes_on():
    pair = core.helped_hurt(3_000, 1_400, 10)
    found = tilted(pair, "permutation", "greater")
    truth = rational.sign_test(1_400, 10) / 2
    assert found.value == 0 < found.interval[1]
    log10 = math.log10(truth.numerator) - math.log10(truth.denominator)
    assert found.log10 == pytest.approx(log10, abs=0.05)
