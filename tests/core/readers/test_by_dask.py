"""A Dask cluster counts the files of a large table."""

import json

import pandas as pd
import pytest
from click.testing import CliRunner

import core
from core.cli import main
from core.errors import DataError, OptionError
from core.readers.frames import read_large
from tests.core.readers.parts import write_parts

distributed = pytest.importorskip("distributed", reason="Dask is not there: pip install -e '.[dask]'")
pytest.importorskip("dask.dataframe", reason="Dask is not there: pip install -e '.[dask]'")

# Dask and its dependencies emit warnings.
pytestmark = [pytest.mark.thorough, pytest.mark.filterwarnings("default")]

PARTS = [
    pd.DataFrame({"old": [0, 1, 1, 0], "new": [1, 1, 0, 1], "document": list("aabb")}),
    pd.DataFrame({"old": [0, 0], "new": [1, 1], "document": list("cc")}),
]
CHOSEN = {"baseline": "old", "experimental": "new"}


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize("ending", ["parquet", "csv", "csv.gz", "jsonl"])
def test_a_cluster_counts_what_duckdb_counts(tmp_path, address, ending):
    write_parts(tmp_path, PARTS, ending)
    files = [tmp_path / f"*.{ending}"]
    for chosen in (CHOSEN, CHOSEN | {"cluster": "document"}):
        pair = read_large(files, **chosen, engine=("dask", address))
        assert pair.digest == read_large(files, **chosen).digest
    words = ["compare", "--from", "frame", str(files[0]), "--baseline-column", "old", "--experimental-column", "new"]
    done = CliRunner().invoke(main, [*words, "--engine", "dask", address, "--format", "json"])
    assert json.loads(done.stdout)["pvalue"] == core.compare(read_large(files, **CHOSEN)).pvalue


def test_mistakes(tmp_path, address):
    path = tmp_path / "a.csv"
    path.write_text("old,new\n0,1\n")
    with pytest.raises(OptionError, match="must be 'dask', with the address"):
        read_large([path], **CHOSEN, engine=("spark", address))
    with pytest.raises(OptionError, match="No Dask scheduler answers at 'nowhere:1'"):
        read_large([path], **CHOSEN, engine=("dask", "nowhere:1"))
    with pytest.raises(DataError, match=r"b\.csv: no such file"):
        read_large([tmp_path / "b.csv"], **CHOSEN, engine=("dask", address))
    with pytest.raises(OptionError, match="no column 'older'"):
        read_large([path], baseline="older", experimental="new", engine=("dask", address))
    (tmp_path / "c.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(DataError, match=r"c\.parquet: the cluster cannot read them"):
        read_large([tmp_path / "c.parquet"], **CHOSEN, engine=("dask", address))
    path.write_text("old,new\n0,\n")
    with pytest.raises(DataError, match="1 item of 1 have a missing score"):
        read_large([path], **CHOSEN, engine=("dask", address))
    words = ["compare", str(path), "--baseline-column", "old", "--experimental-column", "new", "--engine", "dask", "x"]
    assert "--engine has no meaning for" in CliRunner().invoke(main, words).output
