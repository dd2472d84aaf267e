"""The pages that a static site could have run without threads or processes: Learn, Check a claim, Plan a study."""

import multiprocessing
import subprocess
import threading

import numpy as np
import pytest

import core
from core import report
from core.report.planning import claim_sentences, plan_sentences
from core.teaching.by_hand import all_flips, draw_by_hand
from core.teaching.definitions import DEFINITIONS


@pytest.fixture(autouse=True)
def nothing_starts(monkeypatch):
    def refuse(*arguments, **named):
        raise AssertionError("a thread or a process was started")

    monkeypatch.setattr("os.cpu_count", lambda: 1)  # as in a browser
    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(subprocess.Popen, "__init__", refuse)
    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", refuse)


def small(kind):
    rng = np.random.default_rng(7)
    if kind == "right or wrong":
        return core.helped_hurt(400, 40, 25)
    if kind == "ratings":
        return core.PairedScores.from_scores(rng.integers(1, 6, 60), rng.integers(1, 6, 60))
    if kind == "real":
        return core.PairedScores.from_scores(rng.normal(size=80), rng.normal(size=80))
    return core.PairedScores.from_scores(rng.integers(1, 9, (50, 4)), rng.integers(1, 9, (50, 4)))


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize(
    ("kind", "metric"), [("right or wrong", "mean"), ("ratings", "mean"), ("real", "mean"), ("counts", "f1")]
)
def test_two_systems(kind, metric, method):
    pair = small(kind)
    for test in core.TESTS:
        result = core.compare(pair, metric=metric, test=test, method=method, n_resamples=2_000)
        assert 0 <= result.pvalue <= 1
    assert report.markdown_report(result, report.unit_of(pair, metric))


def test_small_files():
    old, new = core.Upload("old.txt", b"0\n1\n0\n1\n"), core.Upload("new.csv", b"1\n1\n0\n1\n")
    assert core.compare(core.read(old, new)).n_items == 4


def test_claims_and_plans():
    assert claim_sentences(core.check_claim(1000, "71.2", "71.7"))
    assert plan_sentences(core.plan(500, disagreement=0.1, gain=0.02))


def test_learning_pages():
    assert len(core.pvalue_grid([100, 500], [1, 2, 3], range(20))) > 100
    assert draw_by_hand(core.helped_hurt(10, 4, 3), n_draws=20)
    assert all_flips(core.helped_hurt(10, 4, 3))
    assert core.repeat_study(200, 0.1, 0.05, n_studies=50).power
    assert core.disagreement(core.helped_hurt(100, 7, 2)).rows
    assert core.type_one_errors(50, 0.1).rates.keys() <= DEFINITIONS.keys()
    assert core.convergence(sizes=[20], resamples=[100], n_pairs=1).trials
