"""Results of long computations, which run in another process, can be pickled; `test_pool` shows what it imports."""

import pickle

import numpy as np
import pytest

import core
from core.planning.planning import plan
from core.report import POINTS, methods_paragraph
from core.teaching.convergence import convergence
from core.teaching.disagreement import disagreement
from core.teaching.run_times import run_times
from core.teaching.type_one import type_one_errors
from dashboard.server import work

REAL = core.PairedScores.from_scores([0.1, 0.5, 0.3, 0.2, 0.9] * 6, [0.3, 0.5, 0.1, 0.9, 0.4] * 6)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: disagreement(REAL, n_resamples=200),
        lambda: type_one_errors(20, 0.3),
        lambda: convergence(sizes=[30], resamples=[100], n_pairs=1, n_runs=1),
        lambda: run_times(sizes=[30], resamples=[100]),
        lambda: plan(100, pilot=REAL, n_studies=20).to_dict(),
    ],
    ids=["disagreement", "type_one_errors", "convergence", "run_times", "plan"],
)
def test_what_a_page_asks_for_can_be_sent_back(ask):
    found = ask()
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_texts_for_a_paper_are_those_of_the_report_and_can_be_stopped():
    f1 = core.PairedScores.from_scores(*np.random.default_rng(1).integers(0, 5, (2, 30, 2)), columns=["tp", "errors"])
    result = core.compare(f1, metric="f1-errors", n_resamples=500)
    steps = []
    texts = work.written(result, POINTS, lambda done, total: steps.append((done, total)))
    assert steps[-1] == (500, 500)
    assert texts.methods == methods_paragraph(result, POINTS)
    assert pickle.loads(pickle.dumps(texts)) == texts
    with pytest.raises(core.Stopped):
        work.written(core.compare(f1, metric="f1-errors", n_resamples=500), POINTS, lambda done, total: False)
