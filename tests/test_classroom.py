"""The simulated class joins a room of the app, and every guess reaches the teacher. Its times are not checked."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks import classroom


@pytest.mark.long
@pytest.mark.thorough
def test_every_guess_of_a_small_class_is_shown(capsys):
    # In a separate thread, because a browser test may have left an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(classroom.main, ["--people", "3", "--seconds", "2"]).result()
    row = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"\| 3 \| 3 \| [\d.]+ s \| [\d.]+ s \| [\d.]+ s \|", row), row
