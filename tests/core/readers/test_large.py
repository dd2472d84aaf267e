"""Files that are counted without loading them."""

import json

import pandas as pd
import pytest
from click.testing import CliRunner

import core
from core.cli import main
from core.errors import DataError, OptionError
from core.readers import Upload
from core.readers.frames import read_large
from tests.core.readers.parts import write_parts

pytest.importorskip("duckdb", reason="duckdb is not installed")
PARTS = [pd.DataFrame({"old": [0, 1, 1, 0], "new": [1, 1, 0, 1]}), pd.DataFrame({"old": [0, 0], "new": [1, 1]})]
CHOSEN = {"baseline": "old", "experimental": "new"}


def run(*arguments):
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


@pytest.mark.parametrize("ending", ["parquet", "csv", "csv.gz", "jsonl"])
def test_parts_of_a_table_are_counted(tmp_path, ending):
    write_parts(tmp_path, PARTS, ending)
    pair = read_large([tmp_path / f"*.{ending}"], **CHOSEN)
    assert (len(pair), core.compare(pair).helped, core.compare(pair).hurt) == (6, 4, 1)
    flags = ("--baseline-column", "old", "--experimental-column", "new", "--format", "json")
    for named in ([tmp_path / f"*.{ending}"], sorted(tmp_path.iterdir()), [tmp_path]):
        said = run("--from", "frame", *named, *flags)
        assert json.loads(said.stdout)["pvalue"] == core.compare(pair).pvalue


def test_mistakes(tmp_path):
    (tmp_path / "a.csv").write_text("old,new\n0,1\n")
    with pytest.raises(OptionError, match=r"are parts of one table, all of them \.parquet, \.csv"):
        read_large([tmp_path / "a.csv", tmp_path / "b.parquet"], **CHOSEN)
    with pytest.raises(OptionError, match="is held in memory"):
        read_large([Upload("a.csv", b"old,new\n")], **CHOSEN)
    with pytest.raises(DataError, match=r"b\.csv: DuckDB cannot read them \(IO Error: No files found"):
        read_large([tmp_path / "b.csv"], **CHOSEN)
    (tmp_path / "c.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(DataError, match=r"c\.parquet: DuckDB cannot read them \("):
        read_large([tmp_path / "c.parquet"], **CHOSEN)
    said = run("--from", "frame", tmp_path / "a.csv")
    assert "To read a large table, add --baseline-column, --experimental-column" in said.output
