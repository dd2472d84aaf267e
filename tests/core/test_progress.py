"""Long work tells how far it is, and stops when it is asked to."""

import numpy as np
import pytest

import core
from core.errors import Stopped
from core.paired import PairedScores
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
