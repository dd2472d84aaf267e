"""Progress: bars where they are asked for and work is long, and calls that can stop the work."""

import sys
import types

import numpy as np
import pytest

import core
from core.common import progress
from core.common.arguments import check_progress
from core.data.paired import PairedScores
from core.errors import Stopped
from core.teaching.run_times import run_times
from tests.core.pairs import TESTS


@pytest.fixture
def pair():
    return core.PairedScores.from_scores([k * 0.7071 % 1 for k in range(300)], [k * 0.5772 % 1 for k in range(300)])


def test_a_bar_is_drawn_on_request(pair, capsys, monkeypatch):
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.0)
    options = {"method": "monte-carlo", "n_resamples": 50_000}
    pvalue = core.compare(pair, progress=True, **options).pvalue
    assert capsys.readouterr().err
    assert core.compare(pair, progress=False, **options).pvalue == pvalue
    assert capsys.readouterr().err == ""


def test_short_work_draws_none(pair, capsys):
    core.compare(pair, progress=True)
    assert capsys.readouterr().err == ""


def test_a_notebook_draws_bars_by_itself(monkeypatch):
    assert check_progress(None) is None
    monkeypatch.setitem(sys.modules, "ipykernel", types.ModuleType("ipykernel"))
    assert check_progress(None) is not None
    assert check_progress(False) is None


@pytest.mark.parametrize("test", TESTS)
def test_progress_is_told_and_can_stop_the_work(test):
    generator = np.random.default_rng(9)
    pair = PairedScores.from_scores(generator.normal(size=600), generator.normal(size=600))
    told = []

    def listen(done, total):
        told.append((done, total))

    options = {"test": test, "method": "monte-carlo", "n_resamples": 5000}
    heard = core.compare(pair, progress=listen, **options)
    dones, totals = zip(*told, strict=True)
    assert list(dones) == sorted(dones)
    assert len(set(totals)) == 1
    assert dones[-1] == totals[0]
    assert heard.pvalue == core.compare(pair, **options).pvalue
    with pytest.raises(Stopped):
        core.compare(pair, progress=lambda done, total: False, **options)


def test_run_times_can_be_stopped_within_a_measurement():
    told = []

    def stop_in_the_second(done, total):
        told.append(done)
        return done < 1 or told.count(1) < 3

    with pytest.raises(Stopped, match="after 1 of 3 measurements"):
        run_times(sizes=[500], resamples=[], progress=stop_in_the_second)
    assert told.count(1) == 3
