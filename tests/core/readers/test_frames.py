"""Data frames of every library give what the plain reader gives, and only their distinct rows come here."""

import numpy as np
import pandas as pd
import pyarrow
import pytest

import core
from core.errors import DataError, OptionError
from core.metrics import fitting_metrics
from core.readers import Upload, read_frame, read_table

RANDOM = np.random.default_rng(0)
N = 600
DATA = pd.DataFrame(
    {
        "old": RANDOM.integers(0, 2, N),
        "new": RANDOM.integers(0, 5, N) > 1,
        "a": RANDOM.integers(0, 11, N) / 10,
        "b": (RANDOM.integers(0, 11, N) / 10).astype(np.float32),
        "right": RANDOM.integers(0, 3, N),
        "better": RANDOM.integers(0, 4, N),
        "total": RANDOM.integers(3, 5, N),
        "document": [f"d{i}" for i in RANDOM.integers(0, 30, N)],
    }
)


def polars():
    return pytest.importorskip("polars", reason="polars is not installed").from_pandas(DATA)


def dask():
    return pytest.importorskip("dask.dataframe", reason="dask is not installed").from_pandas(DATA, npartitions=3)


ENGINES = {
    "pandas": lambda: DATA,
    "PyArrow": lambda: pyarrow.Table.from_pandas(DATA),
    "Polars": polars,
    "Polars, lazy": lambda: polars().lazy(),
    "DuckDB": lambda: pytest.importorskip("duckdb", reason="duckdb is not installed").from_df(DATA),
    "Dask": dask,
}
COLUMNS = [
    {"baseline": "old", "experimental": "new"},
    {"baseline": "a", "experimental": "b"},
    {"baseline": "right,total", "experimental": ("better", "total")},
    {"baseline": "old", "experimental": "new", "cluster": "document"},
    {"baseline": "a", "experimental": "b", "cluster": "document"},
    {"baseline": "right,total", "experimental": "better,total", "cluster": "document"},
]


def plain(**chosen):
    named = {} if "cluster" in chosen else {"id": "position"}
    return read_table(Upload("all.csv", DATA.to_csv(index=False).encode()), **named, **chosen)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chosen", COLUMNS, ids=lambda chosen: "-".join(map(str, chosen.values())))
@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_every_engine_gives_the_p_values_of_the_plain_reader(engine, chosen, test):
    counted, listed = read_frame(ENGINES[engine](), **chosen), plain(**chosen)
    metric = fitting_metrics(listed)[0]
    found, wanted = (core.compare(pair, test=test, metric=metric) for pair in (counted, listed))
    assert found.statistic == pytest.approx(wanted.statistic, rel=1e-12, abs=0)
    assert found.pvalue == pytest.approx(wanted.pvalue, rel=1e-9, abs=0)
    assert found.method == wanted.method
    assert len(counted.rows.counts) <= min(len(counted), 150)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_same_data_are_the_same_whatever_counted_them(engine):
    for chosen in COLUMNS:
        assert read_frame(ENGINES[engine](), **chosen).digest == read_frame(DATA, **chosen).digest


def test_a_cluster_of_dask_counts():
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster),
    ):
        assert read_frame(dask(), **COLUMNS[0]).digest == read_frame(DATA, **COLUMNS[0]).digest


GAPS = pd.DataFrame({"old": [0, 1, None, 1], "new": [1.0, 1.0, 0.0, float("nan")], "document": ["a", "a", "b", "b"]})


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
def test_missing_scores_are_refused_or_left_out(engine):
    frame = GAPS
    if engine == "polars":
        frame = pytest.importorskip("polars").from_pandas(GAPS, nan_to_null=False).lazy()
    if engine == "duckdb":
        frame = pytest.importorskip("duckdb").from_df(GAPS)
    chosen = {"baseline": "old", "experimental": "new"}
    with pytest.raises(DataError, match="2 items of 4 have a missing score"):
        read_frame(frame, **chosen)
    with pytest.raises(DataError, match="1 cluster of 2 have a missing score"):
        read_frame(frame, cluster="document", **chosen)
    pair = read_frame(frame, missing="drop", **chosen)
    assert (len(pair), pair.notes) == (2, ("2 items of 4 left out: a score is missing.",))
    assert len(read_frame(frame, missing="drop", cluster="document", **chosen)) == 1


@pytest.mark.parametrize(
    ("frame", "chosen", "error", "why"),
    [
        (DATA, {"baseline": "olde"}, OptionError, "The frame has no column 'olde': choose among 'old', 'new', 'a'"),
        (DATA, {"cluster": "doc"}, OptionError, "no column 'doc'"),
        (DATA, {"baseline": "new"}, OptionError, "both name column 'new'"),
        (DATA, {"baseline": "a,b"}, OptionError, "baseline names 2 columns and experimental 1"),
        (
            DATA,
            {"baseline": "document"},
            DataError,
            "Column 'document' of the frame holds String, and a score is a number",
        ),
        (DATA[:0], {}, DataError, "The frame holds no row"),
        (pd.DataFrame({"old": [np.inf], "new": [1.0]}), {}, DataError, "A score of the frame is infinite"),
        (pd.DataFrame({"old": [np.nan], "new": [1.0]}), {"missing": "drop"}, DataError, "Every item .* has a missing"),
        ([0, 1], {}, OptionError, "a list is no data frame that is known"),
    ],
)
def test_mistakes(frame, chosen, error, why):
    with pytest.raises(error, match=why):
        read_frame(frame, **{"baseline": "old", "experimental": "new"} | chosen)
