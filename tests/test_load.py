"""The scripts that simulate people and a class speak the protocol of the app and print what they measured."""

import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest

from benchmarks import classroom, load

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("one_app")]


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Start the app with its command in a folder that holds another package called ``core``."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "core").mkdir()
    (elsewhere / "core" / "__init__.py").write_text("raise SystemExit('the wrong core')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(load, "ROOT", elsewhere)
        with load.running_app(cores=2) as port:
            yield port


@pytest.fixture
def one_app(port, monkeypatch):
    """Let both scripts use one app, which takes seconds to start."""
    for script in (load, classroom):
        monkeypatch.setattr(script, "running_app", lambda *_, **__: nullcontext(port))


def last_row(capsys, main, arguments):
    # In a separate thread, because a browser test may have left an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(main, shlex.split(arguments)).result()
    return capsys.readouterr().out.splitlines()[-1]


def test_people_move_sliders_and_a_table_says_how_long_it_took(capsys):
    options = "--people 2 --seconds 2 --pause 0.4 --pages pvalue-grid --computing 1 --uploading 1"
    row = last_row(capsys, load.main, options)
    times = r"([\d,]+) ms \| ([\d,]+) ms \| ([\d,]+) ms \| ([\d.]+) ms \| ([\d.]+) kB"
    found = re.fullmatch(rf"\| pvalue-grid \| 2 \| (\d+) \| [\d.]+ \| {times} \|", row)
    assert found, row
    redraws, median, nearly_all, slowest, processor, sent = (float(each.replace(",", "")) for each in found.groups())
    assert redraws >= 2
    assert median <= nearly_all <= slowest
    assert min(processor, sent) > 0


@pytest.mark.long
def test_every_guess_of_a_small_class_is_shown(capsys):
    row = last_row(capsys, classroom.main, "--people 3 --seconds 2")
    assert re.fullmatch(r"\| 3 \| 3 \| [\d.]+ s \| [\d.]+ s \| [\d.]+ s \|", row), row
