"""Files in all common forms: the numbers read are those written, or the file is refused."""

import pytest
from hypothesis import HealthCheck, given, settings

from benchmarks.files import ScoreCase, label_cases, score_cases
from benchmarks.fuzz_readers import outcome
from core.readers import Upload

FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(score_cases())
def test_scores_are_read_as_written_or_refused(case):
    outcome(case)


@FEW
@given(label_cases())
def test_labels_are_read_as_written_or_refused(case):
    outcome(case)


def test_another_number_is_found_out():
    file = Upload("a.txt", b"0.5\n1\n")
    right = ScoreCase((file, file), None, [(0.5, 0.5), (1, 1)], 1)
    assert outcome(right) == "read"
    with pytest.raises(AssertionError, match=r"a\.txt"):
        outcome(ScoreCase((file, file), None, [(0.5, 0.5), (1, 0)], 1))
    refused = Upload("a.txt", b"0.5\nx\n")
    assert outcome(ScoreCase((refused, refused), None, [(0.5, 0.5)], 1)) == "refused"
