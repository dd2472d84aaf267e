"""Data frames of every library give the results of the plain reader; only distinct rows are loaded."""

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
    assert len(counted.rows.counts) <= (N if "cluster" in chosen else 150)
    assert found.baseline == pytest.approx(wanted.baseline, rel=1e-12, abs=0)
    assert (found.n_items, found.n_clusters, found.changed) == (N, wanted.n_clusters, wanted.changed)
    assert (found.helped, found.hurt, found.tied) == (wanted.helped, wanted.hurt, wanted.tied)
    assert [note for note in found.notes if "cluster" in note] == [n for n in wanted.notes if "only 30 clusters" in n]
    if "cluster" in chosen:
        assert found.clusters.sizes == wanted.clusters.sizes
        errors = (found.clusters.naive, found.clusters.clustered)
        assert errors == pytest.approx((wanted.clusters.naive, wanted.clusters.clustered), rel=1e-9, abs=0)


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
    with pytest.raises(DataError, match="2 items of 4 have a missing score"):
        read_frame(frame, cluster="document", **chosen)
    pair = read_frame(frame, missing="drop", **chosen)
    assert (len(pair), pair.notes) == (2, ("2 items of 4 left out: a score is missing.",))
    pair = read_frame(frame, missing="drop", cluster="document", **chosen)
    assert (len(pair), pair.clusters, pair.provenance.left_out) == (2, ("a", "a"), 2)


def test_rows_whose_cluster_is_not_known_do_not_form_one():
    def read(*clusters):
        frame = pd.DataFrame({"old": [0, 1, 0], "new": [1, 1, 1], "document": clusters})
        return read_frame(frame, baseline="old", experimental="new", cluster="document")

    for mark in ("NA", "unknown", "nan", "missing"):
        with pytest.raises(DataError, match=f"'{mark}' in column 'document' .* no cluster is known, on 2 rows"):
            read(mark, "a", mark)
        assert mark in read(mark, "a", "b").clusters
    with pytest.raises(DataError, match="1 item of 3 have no cluster"):
        read("", "a", "b")


def test_scores_of_every_kind_and_size_are_kept():
    from decimal import Decimal

    table = pyarrow.table(
        {
            "old": pyarrow.array([Decimal("0.1"), Decimal("0.2"), None, Decimal("0.4")], pyarrow.decimal128(5, 2)),
            "new": pyarrow.array([True, False, True, None]),
            "whole": pyarrow.array([1, 2, 3, None]),
            "tiny": [1e-15, 2e-15, 3e-15, 4e-15],
            "document": ["a", "a", "b", "b"],
        }
    )
    asked = ((("old", "new"), [0.1, 0.2]), (("new", "whole"), [1.0, 0.0, 1.0]), (("tiny", "whole"), None))
    for columns, scores in asked:
        for cluster in (None, "document"):
            pair = read_frame(table, baseline=columns[0], experimental=columns[1], cluster=cluster, missing="drop")
            kept = [1e-15, 2e-15, 3e-15] if scores is None else scores
            assert sorted(pair.baseline[:, 0].tolist()) == sorted(kept)
            assert pair.provenance.left_out == 4 - len(kept)
    assert pair.units.baseline[:, 0].tolist() == pytest.approx([3e-15, 3e-15], rel=1e-12, abs=0)


def arrow(kind):
    return lambda columns: pyarrow.table({name: pyarrow.array(values).cast(kind) for name, values in columns.items()})


@pytest.mark.parametrize(
    "build",
    [
        *[lambda columns, kind=kind: pd.DataFrame(columns, dtype=kind) for kind in ("int64", "uint64", "Int64")],
        arrow(pyarrow.int64()),
        arrow(pyarrow.decimal128(20, 0)),
    ],
)
def test_whole_numbers_that_a_float_rounds_are_refused_as_in_lists(build):
    even, why = [2**53 + 2 * i for i in range(8)], r"column 'new' of the frame hold 90071992547409\d\d, a whole number"
    with pytest.raises(DataError, match=why):
        read_frame(build({"old": even, "new": [each + 1 for each in even]}), baseline="old", experimental="new")
    pair = read_frame(build({"old": even, "new": even[1:] + even[:1]}), baseline="old", experimental="new")
    assert sorted(map(int, pair.baseline[:, 0])) == even


NULLABLE = ["Int64", "Int8", "Float64", "Float32", "boolean", "int64[pyarrow]", "double[pyarrow]", "bool[pyarrow]"]


@pytest.mark.parametrize("kind", [*NULLABLE, "float16", "float32"])
def test_columns_of_every_kind_may_lack_scores(kind):
    given = [True, False, None, True] if "bool" in kind else [1, 0, float("nan") if kind[:5] == "float" else None, 1]
    frame = pd.DataFrame({"old": pd.array(given, dtype=kind), "new": [1, 1, 1, 0], "document": ["a", "a", "b", "b"]})
    for cluster in (None, "document"):
        chosen = {"baseline": "old", "experimental": "new", "cluster": cluster}
        with pytest.raises(DataError, match="1 item of 4 have a missing score"):
            read_frame(frame, **chosen)
        pair = read_frame(frame, missing="drop", **chosen)
        assert sorted(zip(pair.baseline[:, 0], pair.experimental[:, 0], strict=True)) == [(0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize("build", [pd.DataFrame, pyarrow.table])
def test_floats_of_16_bits_keep_their_printed_digits(build):
    halves = np.array([0.1, 0.2, 0.7], np.float16)
    pair = read_frame(build({"old": halves, "new": [1.0, 1.0, 1.0]}), baseline="old", experimental="new")
    assert sorted(pair.baseline[:, 0]) == [0.1, 0.2, 0.7]


@pytest.mark.parametrize(
    "clusters",
    [
        *[["a", lacking, lacking] for lacking in (None, float("nan"))],
        *[pd.array([1, None, None], dtype=kind) for kind in NULLABLE if "bool" not in kind],
        *[pd.array(["a", None, None], dtype=kind) for kind in ("string", "string[pyarrow]", "category")],
    ],
)
def test_items_without_a_cluster_are_refused(clusters):
    frame = pd.DataFrame({"old": [0, 1, 1], "new": [1, 1, 0], "document": clusters})
    with pytest.raises(DataError, match="2 items of 3 have no cluster"):
        read_frame(frame, baseline="old", experimental="new", cluster="document")


def test_a_file_of_true_and_false_is_read_as_it_is(tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    (tmp_path / "answers.csv").write_text("old,new\ntrue,false\nfalse,true\ntrue,true\n")
    pair = read_frame(duckdb.read_csv(str(tmp_path / "answers.csv")), baseline="old", experimental="new")
    assert (pair.baseline[:, 0].sum(), pair.experimental[:, 0].sum()) == (2, 2)


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
