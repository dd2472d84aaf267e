"""The load script speaks the app's protocol and prints its measurements. Its times are not checked."""

import re
import shlex
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks import load


@pytest.mark.thorough
def test_people_move_sliders_and_a_table_says_how_long_it_took(capsys):
    # In a separate thread, because a browser test may have left an event loop running in this one.
    arguments = shlex.split("--people 2 --seconds 2 --pause 0.4 --pages pvalue-grid --computing 1 --uploading 1")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(load.main, arguments).result()
    row = capsys.readouterr().out.splitlines()[-1]
    times = r"([\d,]+) ms \| ([\d,]+) ms \| ([\d,]+) ms \| ([\d.]+) ms \| ([\d.]+) kB"
    found = re.fullmatch(rf"\| pvalue-grid \| 2 \| (\d+) \| [\d.]+ \| {times} \|", row)
    assert found, row
    redraws, median, nearly_all, slowest, processor, sent = (float(each.replace(",", "")) for each in found.groups())
    assert redraws >= 2
    assert median <= nearly_all <= slowest
    assert processor > 0
    assert sent > 0
