"""Tables are read as they were written, or refused with remedies that work; `benchmarks.tables` has more."""

from collections import Counter
from random import Random

from benchmarks.tables import outcome, written


def test_tables_are_read_as_written_or_refused():
    found = Counter(outcome(written(Random(f"test {number}"))) for number in range(80))
    assert found["read"] > 50
    assert not [what for what in found if "without a remedy" in what]
