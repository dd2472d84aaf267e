"""Progress bars: drawn where they are asked for and work is long, and only there."""

import sys
import types

import pytest

import core
from core.common import progress
from core.common.arguments import check_progress


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
