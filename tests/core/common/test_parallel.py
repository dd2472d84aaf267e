"""A Dask cluster of two processes ranks to the same bits as one process; needs the extra "dask"."""

import sys

import joblib
import numpy as np
import pytest

from core import Scores, rank

distributed = pytest.importorskip("distributed", reason="Dask is not there: pip install -e '.[dask]'")

# Dask and its dependencies emit warnings.
pytestmark = [pytest.mark.filterwarnings("default")]


@pytest.mark.thorough
def test_two_processes_of_dask_give_the_same_bits():
    values = np.random.default_rng(8).normal(size=(15, 40))
    scores = Scores.from_systems({f"s{i}": row for i, row in enumerate(values)})
    options = {"correction": "maxt", "n_resamples": 2_500, "test": "bootstrap"}
    alone = rank(scores, **options)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        assert rank(scores, **options, n_jobs=-1) == alone
        assert all(client.run(_has_ranked).values())


def _has_ranked():
    return "core.ranking.ranking" in sys.modules
