"""Files too large for memory, counted by DuckDB or by a Dask cluster."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.readers.format import Format, Option, Slot, Sniff
from core.readers.frames.by_dask import read_by_dask
from core.readers.frames.frames import read_frame
from core.readers.options import BASELINE_COLUMN, CLUSTER, EXPERIMENTAL_COLUMN
from core.readers.parsing.pairing import Missing
from core.readers.parsing.table import Columns
from core.readers.parsing.text import Source, Upload

__all__ = ["FRAME", "read_large"]

# DuckDB's reader function for each file extension.
_READERS = {
    ".parquet": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv", ".jsonl": "read_json", ".ndjson": "read_json",
    ".json": "read_json",
}  # fmt: skip
# DuckDB's memory limit; beyond it, DuckDB uses the disk.
_MEMORY = "300MB"


def read_large(
    source: Sequence[Source],
    *,
    baseline: Columns,
    experimental: Columns,
    cluster: str | None = None,
    engine: tuple[str, str] | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read one table of both systems in any number of files, without loading its rows.

    Parameters
    ----------
    source : sequence of paths
        Parquet, CSV, TSV or JSON lines, or patterns such as ``scores/*.parquet``: parts of one table.
    baseline, experimental, cluster, missing
        As for `read_frame`.
    engine : ("dask", address), optional
        The address of a cluster's scheduler, whose workers open the files under the same names; by default DuckDB.

    Raises
    ------
    DataError
        If a file does not exist or cannot be read.
    OptionError
        If the files are of several kinds, or DuckDB is not installed.
    """
    paths = [_path(each) for each in source]
    endings = sorted({Path(path.removesuffix(".gz")).suffix.lower() for path in paths})
    if len(endings) > 1 or endings[0] not in _READERS:
        raise OptionError(
            f"{first_few(paths)}: files that DuckDB counts are parts of one table, all of them {', '.join(_READERS)}."
        )
    chosen: dict[str, Any] = {
        "baseline": baseline, "experimental": experimental, "cluster": cluster, "missing": missing,
    }  # fmt: skip
    if engine is not None:
        name, address = engine
        if name != "dask":
            raise OptionError(f"engine == {name!r}, must be 'dask', with the address of its scheduler after it.")
        return read_by_dask(address, paths, endings[0], **chosen)
    try:
        import duckdb
    except ImportError:
        raise OptionError("DuckDB counts large files and is not installed: pip install 'helped-hurt[frame]'.") from None
    with duckdb.connect(config={"memory_limit": _MEMORY, "preserve_insertion_order": "false"}) as connection:
        try:
            relation: Any = getattr(connection, _READERS[endings[0]])(paths)
            return read_frame(relation, **chosen)
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
    "Parquet, CSV, TSV or JSON lines with a column for each system, counted where they lie by DuckDB, or by Dask.",
    "a large table",
    "a part of a large table",
    (Slot("source", "Files", many=True),),
    read_large,
    lambda file: Sniff(0),
    (
        BASELINE_COLUMN,
        EXPERIMENTAL_COLUMN,
        CLUSTER,
        Option(
            "engine",
            "Engine",
            "--engine",
            "Large tables: count them on a Dask cluster: dask and its scheduler's address [default: DuckDB, here].",
            "dask ADDRESS",
            required=False,
            words=2,
        ),
    ),
    missing=True,
)
