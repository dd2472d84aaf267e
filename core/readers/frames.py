"""Data frames of any library, and files too large for memory, grouped and counted by the library or by a Dask cluster.

Only distinct rows are converted.
"""

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from glob import glob
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.item_statistics import as_numbers
from core.data.paired import CountedScores, PairedScores
from core.data.provenance import Provenance
from core.errors import DataError, OptionError
from core.readers.columns.roles import system_name
from core.readers.format import BASELINE_COLUMN, CLUSTER, EXPERIMENTAL_COLUMN, Format, Option, Slot, Sniff
from core.readers.parsing.numeric import is_unknown, printed_decimals
from core.readers.parsing.packed.cells import cell_of
from core.readers.parsing.pairing import Missing
from core.readers.parsing.problems import quoted
from core.readers.parsing.table import Columns, names_of
from core.readers.parsing.text import Source, Upload

_TIMES, _CLUSTER = "times", "cluster"
_NARROW: dict[Any, Any] = {nw.Float16: np.float16, nw.Float32: np.float32}


def read_frame(
    frame: Any, *, baseline: Columns, experimental: Columns, cluster: str | None = None, missing: Missing = "error"
) -> PairedScores:
    """Read two systems' scores from a data frame of any library, however many rows it has.

    The frame's library counts the distinct rows. The result has one row for each distinct pair of scores and each
    cluster that has it. Without clusters, a billion right-or-wrong items are four rows.

    Parameters
    ----------
    frame : data frame
        A frame of pandas, Polars (lazy or not), PyArrow, DuckDB, Dask, Ibis, PySpark or another library that
        narwhals supports.
    baseline, experimental : str or strings
        The system's score column, or its two or four columns, as for `read_table`.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the item is omitted with a note.

    Returns
    -------
    PairedScores
        The distinct rows with their counts, without ids.

    Raises
    ------
    DataError
        If a column is not numeric, a score is missing or infinite, an item has no cluster, or there are no rows.
    OptionError
        If a column does not exist, or ``frame`` is not a data frame.

    Examples
    --------
    >>> import pandas as pd
    >>> pair = read_frame(pd.DataFrame({"old": [0, 1, 1], "new": [1, 1, 1]}), baseline="old", experimental="new")
    >>> len(pair), pair.collapsed.counts.tolist()
    (3, [1, 2])
    """
    try:
        with warnings.catch_warnings():
            # A warning about a future package for Dask.
            warnings.filterwarnings("ignore", "Dask support is moving", FutureWarning)
            lazy = nw.from_native(frame).lazy()
    except TypeError:
        raise OptionError(
            f"a {type(frame).__name__} is no data frame that is known: give one of pandas, Polars, PyArrow, DuckDB, "
            "Dask or the like."
        ) from None
    schema = lazy.collect_schema()
    systems = [_names(schema, columns) for columns in (baseline, experimental)]
    if systems[0] == systems[1]:
        raise OptionError(f"baseline and experimental both name column {baseline!r}: choose two different ones.")
    width = len(systems[0])
    if width != len(systems[1]):
        raise OptionError(
            f"baseline names {counted(width, 'column')} and experimental {len(systems[1])}: give as many."
        )
    columns = (*systems[0], *systems[1])
    keys = [f"score {i}" for i in range(2 * width)]
    grouped = [] if cluster is None else [_CLUSTER]
    # No casts (but of 16-bit floats): a library may apply a cast when it reads the file.
    rows = lazy.select(
        *(_numbers(schema, name).alias(key) for name, key in zip(columns, keys, strict=True)),
        *([] if cluster is None else [nw.col(*_names(schema, (cluster,))).alias(_CLUSTER)]),
    )
    found = rows.group_by(*keys, *grouped).agg(nw.len().alias(_TIMES)).collect()
    values = np.column_stack([_floats(found[key], schema, name) for key, name in zip(keys, columns, strict=True)])
    names = None if cluster is None else _listed(found[_CLUSTER])
    return _paired(values, names, np.asarray(found[_TIMES].to_list(), dtype=np.int64), systems, cluster, missing)


def _names(schema: Any, columns: Columns) -> tuple[str, ...]:
    """Return column names, or refuse one that is not there."""
    names = names_of(columns, schema)
    for name in names:
        if name not in schema:
            raise OptionError(f"The frame has no column {name!r}: choose among {quoted(schema)}.")
    return names


def _numbers(schema: Any, name: str) -> Any:
    kind = schema[name]
    if kind != nw.Boolean and not kind.is_numeric():
        raise DataError(
            f"Column {name!r} of the frame holds {kind}, and a score is a number: cast it, or choose another column."
        )
    # pandas cannot group by 16-bit floats.
    return nw.col(name).cast(nw.Float32) if kind == nw.Float16 else nw.col(name)


def _listed(column: Any) -> list[Any]:
    """Return the values of a column, with None for what its library takes for missing."""
    lacking = column.is_null().to_list()
    return [None if lacks else value for value, lacks in zip(column.to_list(), lacking, strict=True)]


def _floats(column: Any, schema: Any, name: str) -> NDArray[np.float64]:
    """Return a column as 64-bit floats; shorter floats keep their printed digits."""
    values = [np.nan if value is None else value for value in _listed(column)]
    if narrow := _NARROW.get(schema[name]):
        return np.array([float(str(narrow(value))) for value in values], dtype=np.float64)
    return as_numbers(np.array(values, dtype=object), f"The scores of column {name!r} of the frame")


def _paired(
    values: NDArray[np.float64],
    names: Sequence[Any] | None,
    times: NDArray[np.int64],
    systems: Sequence[Sequence[str]],
    cluster: str | None,
    missing: Missing,
) -> PairedScores:
    if not times.sum():
        raise DataError("The frame holds no row with both scores: it should hold one row for each item.")
    gaps = np.isnan(values.min(axis=1))
    n_missing = int(times[gaps].sum())
    notes = []
    if n_missing and missing == "error":
        raise DataError(
            f"{counted(n_missing, 'item')} of {times.sum():,} have a missing score: give both systems a score, or "
            'leave such items out (missing="drop", --missing drop).'
        )
    if n_missing:
        notes.append(f"{counted(n_missing, 'item')} of {times.sum():,} left out: a score is missing.")
    values, times = values[~gaps], times[~gaps]
    if not len(values):
        raise DataError("Every item of the frame has a missing score.")
    if not np.isfinite(values).all():
        raise DataError("A score of the frame is infinite: every score must be a finite number.")
    half = values.shape[1] // 2
    like = PairedScores.from_scores(
        values[:, :half],
        values[:, half:],
        baseline_name=system_name(systems[0]),
        experimental_name=system_name(systems[1]),
        decimals=printed_decimals([cell_of(value) for value in np.unique(values)]),
        notes=notes,
    )
    like = replace(like, provenance=Provenance(n_missing))
    # Libraries return rows in any order.
    if names is None:
        return CountedScores(*CountedScores(like.baseline, like.experimental, times, like).collapsed, like)
    of_rows = [name for name, gap in zip(names, gaps.tolist(), strict=True) if not gap]
    lacking = np.array([name is None or name != name or not str(name).strip() for name in of_rows])
    if lacking.any():
        raise DataError(
            f"{counted(int(times[lacking].sum()), 'item')} of {times.sum():,} have no cluster (column {cluster!r}): "
            "name the cluster of each, or leave these rows out."
        )
    unknown = np.array([is_unknown(str(name)) for name in of_rows])
    if times[unknown].sum() > 1:
        mark = shown(str(of_rows[int(unknown.argmax())]))
        raise DataError(
            f"{mark} in column {cluster!r} of the frame seems to mean that no cluster is known, on "
            f"{times[unknown].sum():,} rows: write the cluster of each item, and give an item without one a cluster of "
            "its own."
        )
    clusters, places = np.unique([str(name) for name in of_rows], return_inverse=True)
    order = np.lexsort([*values.T[::-1], places])
    return CountedScores(
        like.baseline[order], like.experimental[order], times[order], like, clusters[places[order]].tolist()
    )


# DuckDB's reader function for each file extension.
_READERS = {
    ".parquet": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv", ".jsonl": "read_json", ".ndjson": "read_json",
    ".json": "read_json",
}  # fmt: skip
# DuckDB's memory limit; beyond it, DuckDB uses the disk.
_MEMORY = "300MB"
# How long to wait for the scheduler of a cluster.
_SECONDS = "10s"


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
        return _read_by_dask(address, paths, endings[0], **chosen)
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


def _read_by_dask(address: str, paths: Sequence[str], ending: str, **chosen: Any) -> PairedScores:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of packages that Dask builds on
            import dask.dataframe
            import distributed
    except ImportError:
        raise OptionError("Dask is not installed: pip install 'helped-hurt[dask]'.") from None
    files = _files(paths)
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise OptionError(
            f"No Dask scheduler answers at {address!r} ({type(error).__name__}): start one with `dask scheduler`, or "
            "leave out --engine to count on this machine."
        ) from None
    with client, client.as_current(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return read_frame(_frame(dask.dataframe, files, ending), **chosen)
        except (OSError, ValueError, RuntimeError) as error:
            if isinstance(error, DataError | OptionError):
                raise
            said = str(error).split("\n", 1)[0]
            raise DataError(f"{first_few(paths)}: the cluster cannot read them ({said}).") from None


def _frame(dask: Any, files: Sequence[str], ending: str) -> Any:
    if ending == ".parquet":
        return dask.read_parquet(files)
    whole = {"blocksize": None} if any(file.endswith(".gz") for file in files) else {}  # compressed files are not split
    if ending in (".csv", ".tsv"):
        return dask.read_csv(files, sep="\t" if ending == ".tsv" else ",", **whole)
    return dask.read_json(files, lines=True)


def _files(paths: Sequence[str]) -> list[str]:
    """Return the files that match the patterns; the cluster resolves patterns on other machines."""
    found: list[str] = []
    for path in paths:
        here = [path] if "://" in path else sorted(glob(path))
        if not here:
            raise DataError(f"{path}: no such file.")
        found += here
    return found


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
    shared=("missing",),
)
