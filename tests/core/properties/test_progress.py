"""Long work reports its progress, and stops on request."""

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.errors import Stopped
from core.teaching.run_times import run_times
from tests.core.pairs import TESTS


@pytest.mark.parametrize("test", TESTS)
def test_progress_is_told_and_can_stop_the_work(test):
    generator = np.random.default_rng(9)
    pair = PairedScores.from_scores(generator.normal(size=3000), generator.normal(size=3000))
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
