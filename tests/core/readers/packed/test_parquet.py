"""Parquet files: columns with one value for each row are read as they were written."""

import io

import numpy as np
import pytest

import core
from core.errors import DataError
from core.readers import Upload, preview, read_table
from tests.core.readers.packed.made import parquet, text

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow, which Streamlit brings along, is not installed")
parquet_file = pytest.importorskip("pyarrow.parquet")


def written(columns, **options):
    held = io.BytesIO()
    parquet_file.write_table(pyarrow.table(columns), held, **options)
    return Upload("a.parquet", held.getvalue())


def test_a_table_of_both_systems():
    pair = read_table(
        parquet({"id": ["a", "b"], "old": [0, 1], "new": [True, False]}), baseline="old", experimental="new"
    )
    assert (pair.ids, pair.experimental[:, 0].tolist()) == (("a", "b"), [1, 0])


def test_two_tables_are_joined():
    old = parquet({"id": ["a", "b"], "score": [0.5, 1.0]}, "old.parquet")
    new = parquet({"id": ["b", "a"], "score": np.array([0.1, 1], dtype=np.float32)}, "new.parquet")
    pair = core.read(old, new)
    assert (pair.experimental[:, 0].tolist(), pair.decimals, pair.baseline_name) == ([1.0, 0.1], 1, "old")


def test_values_of_every_kind():
    rows = written(
        {
            "text": pyarrow.array(["a, b", None, 'c"'], pyarrow.large_string()),
            "decimal": pyarrow.array([None, "0.50", "1.25"]).cast(pyarrow.decimal128(5, 2)),
            "half": pyarrow.array(np.array([0.1, 0.2, 0.3], np.float16)),
            "day": pyarrow.array([0, 1, None], pyarrow.date32()),
            "kind": pyarrow.array(["x", "y", "x"]).dictionary_encode(),
            "nothing": pyarrow.nulls(3),
        }
    )
    assert text(rows).split("\n") == [
        "text,decimal,half,day,kind,nothing",
        '"a, b",,0.1,1970-01-01,x,',
        ",0.50,0.2,1970-01-02,y,",
        '"c""",1.25,0.3,,x,',
    ]


def test_columns_within_columns_are_named_by_both_and_lists_are_left_out():
    rows = written(
        {"id": [1, 2], "metric": [{"em": 0.5, "n": {"x": 1}}, {"em": 1.0, "n": None}], "tokens": [[1], [2, 3]]}
    )
    assert text(rows) == "id,metric.em,metric.n.x\n1,0.5,1\n2,1,"
    with pytest.raises(DataError, match=r"a\.parquet holds no column with one value a row"):
        text(written({"tokens": [[1], [2]]}))


def test_cut_files_are_refused():
    data = parquet({"a": [0, 1]}).data
    for cut in (b"PAR1\x15\x04", data[:-1], data[: len(data) // 2], data[:4] + b"\0" * 40 + data[44:]):
        with pytest.raises(DataError, match=r"a\.parquet is not a whole Parquet file"):
            preview(Upload("a.parquet", cut))


def test_what_packs_a_million_rows_into_nothing_takes_no_room():
    with pytest.raises(DataError, match=r"a\.parquet holds 2,000,001 cells or more, and at most 2,000,000 are read"):
        preview(written({"score": pyarrow.array(np.zeros(2_000_001, bool))}))
    long = pyarrow.DictionaryArray.from_arrays(np.zeros(500_000, np.int32), ["x" * 1_000])
    with pytest.raises(DataError, match=r"a\.parquet: a column holds more than 400 million characters"):
        preview(written({"id": long}))
