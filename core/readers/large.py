"""Files too large to list: counted by DuckDB where they lie."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.errors import DataError, OptionError
from core.paired import PairedScores
from core.phrases import first_few
from core.readers.format import Format, Slot, Sniff
from core.readers.frames import read_frame
from core.readers.options import BASELINE_COLUMN, CLUSTER, EXPERIMENTAL_COLUMN
from core.readers.pairing import Missing
from core.readers.table import Columns
from core.readers.text import Source, Upload

__all__ = ["FRAME", "read_large"]

# How DuckDB reads files, by their ending.
_READERS = {
    ".parquet": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv", ".jsonl": "read_json", ".ndjson": "read_json",
    ".json": "read_json",
}  # fmt: skip
# What DuckDB may keep in memory; it counts in less, and puts the rest on the disk.
_MEMORY = "300MB"


def read_large(
    source: Sequence[Source],
    *,
    baseline: Columns,
    experimental: Columns,
    cluster: str | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read one table of both systems that lies in any number of files, without listing its rows.

    Parameters
    ----------
    source : sequence of paths
        Parquet, CSV, TSV or JSON lines, or patterns such as ``scores/*.parquet``: parts of one table.
    baseline, experimental, cluster, missing
        As of `read_frame`.

    Raises
    ------
    DataError
        If a file is not there or cannot be read.
    OptionError
        If the files are of several kinds, or DuckDB is not installed.
    """
    paths = [_path(each) for each in source]
    endings = sorted({Path(path.removesuffix(".gz")).suffix.lower() for path in paths})
    if len(endings) > 1 or endings[0] not in _READERS:
        raise OptionError(
            f"{first_few(paths)}: files that DuckDB counts are parts of one table, all of them {', '.join(_READERS)}."
        )
    try:
        import duckdb
    except ImportError:
        raise OptionError("DuckDB, which counts large files, is not installed: pip install duckdb.") from None
    with duckdb.connect(config={"memory_limit": _MEMORY, "preserve_insertion_order": "false"}) as connection:
        try:
            relation: Any = getattr(connection, _READERS[endings[0]])(paths)
            return read_frame(relation, baseline=baseline, experimental=experimental, cluster=cluster, missing=missing)
        except duckdb.Error as error:
            said = str(error).split("\n", 1)[0]
            raise DataError(f"{first_few(paths)}: DuckDB cannot read them ({said}).") from None


def _path(source: Source) -> str:
    if isinstance(source, Upload):
        raise OptionError(f"{source.name} is held in memory, and DuckDB counts files on the disk: name its path.")
    return os.fspath(source)


FRAME = Format(
    "frame",
    "One large table, in any number of files",
    "Parquet, CSV, TSV or JSON lines with a column for each system, counted by DuckDB where they lie.",
    "a large table",
    "a part of a large table",
    (Slot("source", "Files", many=True),),
    read_large,
    lambda file: Sniff(0),
    (BASELINE_COLUMN, EXPERIMENTAL_COLUMN, CLUSTER),
    missing=True,
)
