"""Twice the input takes about twice the work for every content: no cell, line or file blocks the interpreter."""

import gc

import pytest

from benchmarks.inputs import CONTENTS, READINGS, in_child, measure
from core.readers import FORMATS

pytestmark = pytest.mark.thorough

SIZE = 10_000
# More than the factor four of linear work, for a busy machine, caches and growing lists. Quadratic work gives 16.
MOST = 9
# Seconds below which a reading is not timed.
LEAST = 0.0025
# A binary file is unpacked before any log is looked for in it: one format of logs stands for all.
UNPACKED = [one for one in READINGS if one not in FORMATS or FORMATS[one].slots[0].name != "files" or one == "trec"]
BINARY = ("NumPy array", "Parquet", "Excel workbook")
# All metrics are counted in one loop, and the others take five times as long as BLEU.
OPTIONS = {"segments": {"metrics": ["bleu"]}}
SIZES = {"segments": SIZE // 2}


def seconds(content, reading, size, repetitions):
    """Return the smallest processor time, which is closest to the time for the input alone."""
    gc.disable()
    try:
        every = (measure(content, reading, size, **OPTIONS.get(reading, {})) for _ in range(repetitions))
        return max(LEAST, min(each["seconds"] for each in every))
    finally:
        gc.enable()


def grows_linearly(content, reading, repetitions):
    size = SIZES.get(reading, SIZE)
    long = seconds(content, reading, 4 * size, repetitions)
    return long <= MOST * LEAST or long <= MOST * seconds(content, reading, size, repetitions)


@pytest.mark.parametrize("content", CONTENTS)
def test_four_times_the_input_takes_no_square_of_the_work(content):
    for reading in UNPACKED if content in BINARY else READINGS:
        # Measured again if another process may have run.
        assert any(grows_linearly(content, reading, repetitions) for repetitions in (1, 3, 15)), reading


@pytest.mark.parametrize("content", CONTENTS)
def test_memory_follows_the_size_of_the_file(content):
    found = in_child(content, ("preview", "tables", "labels", "entities"), 2 * SIZE, limit=60)
    assert found[-1]["outcome"] != "given up"
    # Enough for a million cells or counts of labels; a dictionary for each record took ten times as much memory.
    assert sum(each["megabytes"] for each in found) < 150, found
