"""Twice the input takes about twice the work for every content: no cell, line or file blocks the interpreter."""

import gc

import pytest

from benchmarks.inputs import CONTENTS, READINGS, in_child, measure

pytestmark = pytest.mark.thorough

SIZE = 20_000
# More than the factor four of linear work, for a busy machine, caches and growing lists. Quadratic work gives 16.
MOST = 9


# Seconds below which a reading is not timed.
LEAST = 0.005


def seconds(content, reading, size, repetitions):
    """Return the smallest processor time, which is closest to the time for the input alone."""
    gc.disable()
    try:
        return max(LEAST, min(measure(content, reading, size)["seconds"] for _ in range(repetitions)))
    finally:
        gc.enable()


def grows_linearly(content, reading, repetitions):
    long = seconds(content, reading, 4 * SIZE, repetitions)
    return long <= MOST * LEAST or long <= MOST * seconds(content, reading, SIZE, repetitions)


@pytest.mark.parametrize("content", CONTENTS)
def test_four_times_the_input_takes_no_square_of_the_work(content):
    for reading in READINGS:
        # Measured again if another process may have run.
        assert any(grows_linearly(content, reading, repetitions) for repetitions in (1, 3, 15)), reading


@pytest.mark.parametrize("content", CONTENTS)
def test_memory_follows_the_size_of_the_file(content):
    for reading in ("preview", "tables", "labels", "entities"):
        found = in_child(content, reading, SIZE, limit=60)
        assert found["outcome"] != "given up", reading
        # Enough for a million cells or counts of labels; a dictionary for each record took ten times as much memory.
        assert found["megabytes"] < 150, (reading, found)
