"""Error rates: "better" follows the metric's direction, and the numbers are those of the mirrored score."""

import dataclasses

import numpy as np
import pytest

import core
from core.data.scores import Scores
from core.metrics import METRICS, Metric, fitting_metrics
from core.ranking.ranking import rank
from core.report import unit_of, verdict
from core.report.planning import plan_sentences
from core.teaching.by_hand import draw_by_hand
from tests.core.pairs import TESTS
from tests.core.test_cli import error, run

WER = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), words="WER", higher_is_better=False)
# The same data as correct words: the mirrored score, for which higher is better.
RIGHT = Metric("right", ("right", "words"), fraction=((1, 0), (0, 1)))

generator = np.random.default_rng(3)
WORDS = np.full(60, 10)
OLD, NEW = generator.integers(0, 6, 60), generator.integers(0, 4, 60)
ERRORS = core.PairedScores.from_scores(np.column_stack([OLD, WORDS]), np.column_stack([NEW, WORDS]))
RIGHTS = core.PairedScores.from_scores(np.column_stack([WORDS - OLD, WORDS]), np.column_stack([WORDS - NEW, WORDS]))


@pytest.fixture
def registered(monkeypatch):
    monkeypatch.setitem(METRICS, "wer", WER)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_fewer_errors_are_as_good_as_more_right_words(test, alternative):
    options = {"test": test, "alternative": alternative, "margin": 0.01}
    errors, right = core.compare(ERRORS, metric=WER, **options), core.compare(RIGHTS, metric=RIGHT, **options)
    assert errors.pvalue == pytest.approx(right.pvalue, rel=1e-12, abs=0)
    assert errors.statistic == pytest.approx(-right.statistic)
    assert errors.lead == pytest.approx(right.lead)
    assert (errors.helped, errors.hurt, errors.tied) == (right.helped, right.hurt, right.tied)
    for name in ("noninferiority", "baseline_noninferiority"):
        ours, theirs = (getattr(result.equivalence, name).value for result in (errors, right))
        assert ours == pytest.approx(theirs, rel=1e-9, abs=0)
    # The shaded part of the chart is the tail that p counts.
    if errors.counted_in_null is not None:
        assert errors.counted_in_null.share(errors.null_distribution) == pytest.approx(errors.pvalue, rel=1e-9, abs=0)


def test_sentences_say_which_way_is_better():
    result = core.compare(ERRORS, metric=WER, alternative="greater")
    assert result.statistic < 0 < result.lead
    said = verdict(result, unit_of(ERRORS, WER))
    assert said.startswith("Experimental beats baseline: −")
    assert "points of WER" in said
    assert "where lower is better" in said
    worse = verdict(core.compare(ERRORS.swapped(), metric=WER, alternative="greater"), unit_of(ERRORS, WER))
    assert worse.startswith("Baseline is behind experimental by")
    assert "It scored worse" in worse


def test_definitions_ranks_and_draws_follow():
    ours = {row.definition.key: row.pvalue for row in core.disagreement(ERRORS, metric=WER, n_resamples=500).rows}
    theirs = {row.definition.key: row.pvalue for row in core.disagreement(RIGHTS, metric=RIGHT, n_resamples=500).rows}
    assert ours == pytest.approx(theirs, abs=0.03)
    exact = ("bootstrap", "shifted-bootstrap", "permutation", "signs")
    assert [ours[key] for key in exact if key in ours] == pytest.approx([theirs[key] for key in exact if key in theirs])
    few = core.PairedScores.from_scores(ERRORS.baseline[:12], ERRORS.experimental[:12])
    mirrored = core.PairedScores.from_scores(RIGHTS.baseline[:12], RIGHTS.experimental[:12])
    assert draw_by_hand(few, n_draws=200, metric=WER).count == draw_by_hand(mirrored, n_draws=200, metric=RIGHT).count
    systems = {name: np.column_stack([wrong, WORDS]) for name, wrong in (("old", OLD), ("new", NEW), ("bad", OLD + 1))}
    ranked = rank(Scores.from_systems(systems), metric=WER, n_resamples=200)
    assert [system.name for system in ranked.systems] == ["new", "old", "bad"]
    assert [system.rank for system in ranked.systems] == [1, 2, 3]


def test_a_row_of_ones_own_works_on_the_command_line(registered, tmp_path):
    for name, errors in (("old", OLD), ("new", NEW)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{e} 10\n" for e in errors))
    files = [str(tmp_path / "old.txt"), str(tmp_path / "new.txt")]
    shown = run("compare", *files, "--metric", "wer", "--alternative", "greater")
    assert shown.exit_code == 0, shown.output
    assert "where lower is better" in shown.stdout
    assert "wer" in fitting_metrics(ERRORS)
    assert "wer" in error("compare", *files, "--metric", "wsr")


@pytest.mark.parametrize("alternative", ["less", "two-sided"])
def test_a_plan_from_errors_is_that_from_right_words(alternative):
    options = {"n": 60, "n_studies": 20, "alternative": alternative}
    errors, right = core.plan(pilot=ERRORS, metric=WER, **options), core.plan(pilot=RIGHTS, metric=RIGHT, **options)
    assert errors.gain == pytest.approx(right.gain)
    assert errors.gain > 0
    assert (errors.helped, errors.hurt) == (right.helped, right.hurt)
    opposed = "cannot show a true gain" in plan_sentences(errors)[0]
    assert opposed == ("cannot show a true gain" in plan_sentences(right)[0]) == (alternative == "less")


def test_what_is_no_metric_is_refused_when_it_is_made():
    columns = ("errors", "words")
    wrong = {
        "neither a score nor a fraction": {},
        "two rows of 2 weights each": {"fraction": ((1, 0, 0), (0, 1, 0))},
        "is not vectorised": {"score": lambda sums: sums.sum()},
        "fails on sums of shape": {"score": lambda sums: sums[:, :, 5]},
        "is not finite": {"score": lambda sums: sums[..., 0] * np.nan},
        "cannot be pickled": {"score": lambda sums: sums[..., 0] / sums[..., 1]},
        "must be one of numbers, labels, text": {"fraction": ((1, 0), (0, 1)), "needs": "files"},
        "higher_is_better == 'no' of metric 'wer', must be True or False": {"higher_is_better": "no"},
        "words == 3 of metric 'wer', must be a text": {"words": 3},
    }
    for said, fields in wrong.items():
        with pytest.raises(core.OptionError, match=said):
            Metric("wer", columns, **fields)
    with pytest.raises(core.OptionError, match="must be the names of its statistics"):
        Metric("wer", "errors", fraction=((1,), (1,)))


def test_a_row_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        METRICS["mean"].name = "other"
