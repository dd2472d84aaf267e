"""Metrics against their definitions in rational arithmetic."""

import random

import numpy as np
import pytest

from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.inference.compare import compare
from core.metrics import METRICS, resolve_metric
from core.significance import TESTS
from tests.oracles import enumeration, scores

LABELS = ("a", "b", "c", "d")

BY_COUNTS = {
    "mean": (("score", "items"), scores.mean),
    "ratio": (("numerator", "denominator"), scores.ratio),
    "f1": (("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator"), scores.f1),
    "recall": (METRICS["f1"].columns, lambda counts: scores.ratio(counts[:2])),
    "precision": (METRICS["f1"].columns, lambda counts: scores.ratio(counts[2:])),
    "f1-errors": (("true_positives", "errors"), scores.f1_errors),
}


def of_labels(seed, n=40):
    """Return a pair of label statistics with the lists of labels that it was counted from."""
    generator = random.Random(seed)
    gold, baseline, experimental = (generator.choices(LABELS[:3], k=n) for _ in range(3))
    columns = tuple(f"{what}:{label}" for label in LABELS for what in ("tp", "predicted", "gold"))
    rows = [np.array(scores.label_statistics(gold, each, LABELS)) for each in (baseline, experimental)]
    return PairedScores(rows[0], rows[1], columns, labels=LABELS), gold, baseline, experimental


@pytest.mark.parametrize("name", BY_COUNTS)
def test_counted_metrics_follow_their_definition_on_any_leading_axes(name):
    columns, definition = BY_COUNTS[name]
    generator = random.Random(name)
    table = [[generator.randrange(4) for _ in columns] for _ in range(60)]
    found = METRICS[name].score(np.array(table, dtype=float).reshape(3, 20, -1))
    assert found.shape == (3, 20)
    assert found.ravel() == pytest.approx([float(definition(row)) for row in table], rel=1e-15, abs=0)


@pytest.mark.parametrize("seed", range(3))
def test_label_metrics_follow_their_definition(seed):
    pair, gold, baseline, experimental = of_labels(seed)
    for rows, predicted in ((pair.baseline, baseline), (pair.experimental, experimental)):
        sums = rows.sum(axis=0)
        right = sum(g == p for g, p in zip(gold, predicted, strict=True))
        exact = enumeration.sums(rows.tolist())
        expected = {
            "accuracy": right / len(gold),
            "macro-f1": scores.macro_f1_of_labels(gold, predicted, LABELS),
            "micro-f1": scores.micro_f1(exact),
        }
        for i, label in enumerate(LABELS):
            tp, guessed, there = exact[3 * i : 3 * i + 3]
            expected[f"precision:{label}"] = scores.ratio((tp, guessed))
            expected[f"recall:{label}"] = scores.ratio((tp, there))
            expected[f"f1:{label}"] = scores.harmonic(scores.ratio((tp, guessed)), scores.ratio((tp, there)))
        for name, value in expected.items():
            found = resolve_metric(name, pair).score(sums)
            assert found == pytest.approx(float(value), rel=1e-14, abs=0), name


@pytest.mark.parametrize("metric", ["ratio", "f1", "precision", "f1-errors", "accuracy", "macro-f1", "recall:a"])
def test_metrics_that_need_other_columns_are_refused(metric):
    with pytest.raises(OptionError, match="needs"):
        resolve_metric(metric, PairedScores.from_scores([0, 1], [1, 1]))


def test_a_label_that_is_not_there_is_named():
    with pytest.raises(OptionError, match="'recall:z', but the labels are a, b, c, d"):
        resolve_metric("recall:z", of_labels(0)[0])


@pytest.mark.parametrize("metric", ["f1:LABEL", METRICS["f1:LABEL"]], ids=["name", "row"])
def test_the_name_of_the_row_for_any_label_is_no_score_of_all_labels(metric):
    with pytest.raises(OptionError, match="'f1:LABEL', but the labels are a, b, c, d"):
        resolve_metric(metric, of_labels(0)[0])


@pytest.mark.parametrize(("metric", "columns"), [("recall", slice(0, 2)), ("precision", slice(2, 4))])
@pytest.mark.parametrize("test", TESTS)
def test_recall_and_precision_of_four_counts_are_ratios_in_every_test(metric, columns, test):
    generator = np.random.default_rng(1)
    right = generator.integers(0, 3, (2, 40, 2))
    counts = np.stack([right, right + generator.integers(0, 3, right.shape)], axis=-1).reshape(2, 40, 4)
    four, two = (
        compare(PairedScores.from_scores(*rows), metric=name, test=test, n_resamples=4000)
        for rows, name in ((counts, metric), (counts[..., columns], "ratio"))
    )
    assert (four.statistic, four.helped, four.hurt, four.exact) == (two.statistic, two.helped, two.hurt, two.exact)
    assert four.exact == TESTS[test].only_changed
    # Sampled from other rows, so that the resamples differ: 0.05 is more than four standard errors.
    assert four.pvalue == pytest.approx(two.pvalue, rel=1e-9 if four.exact else 0, abs=0 if four.exact else 0.05)


def test_precision_of_one_of_many_labels_is_exact():
    pair, *_ = of_labels(5)
    result = compare(pair, metric="precision:a", test="permutation", alternative="two-sided")
    ratio = PairedScores.from_scores(pair.baseline[:, :2], pair.experimental[:, :2])
    assert result.computed
    assert result.pvalue == pytest.approx(
        compare(ratio, metric="ratio", test="permutation", alternative="two-sided").pvalue, rel=1e-9, abs=0
    )


@pytest.mark.parametrize("metric", ["macro-f1", "f1:a", "precision:a"])
def test_without_scores_of_their_own_no_items_are_helped_or_hurt(metric):
    result = compare(of_labels(0)[0], metric=metric)
    assert (result.helped, result.hurt, result.tied) == (None, None, None)


@pytest.mark.parametrize(
    ("metric", "row"),
    [
        ("ratio", [1, 0]),
        ("ratio", [1, -2]),
        ("ratio", [0, -1]),
        ("recall", [1, 0, 1, 1]),
        ("precision", [1, 1, 2, 0]),
        ("f1", [1, 0, 1, 1]),
        ("f1", [1, 1, 2, 0]),
        ("f1-errors", [1, -2]),
    ],
)
@pytest.mark.parametrize("ids", [None, ["doc-a", "doc-b", "doc-c"]])
@pytest.mark.parametrize("wrong", ["baseline", "experimental"])
def test_a_numerator_over_zero_is_refused_with_its_item(metric, row, ids, wrong):
    good = [[1.0, 2.0, 1.0, 3.0][: len(row)]] * 3
    rows = {"baseline": good, "experimental": good} | {wrong: [*good[:2], row]}
    pair = PairedScores.from_scores(**rows, ids=ids, baseline_name="x.txt", experimental_name="y.txt")
    name = {"baseline": "x.txt", "experimental": "y.txt"}[wrong]
    item = "item 3" if ids is None else "item 'doc-c'"
    with pytest.raises(DataError, match=f"{name}: {item} has .* over "):
        compare(pair, metric=metric)


def test_what_a_metric_does_not_count_may_be_anything():
    pair = PairedScores.from_scores([[1, 0, 1, 2], [1, 1, 1, 1]], [[1, 0, 2, 2], [1, 1, 1, 1]])
    assert compare(pair, metric="precision").statistic == pytest.approx(1 / 3)
