"""Count files on a Dask cluster."""

import warnings
from collections.abc import Sequence
from glob import glob
from typing import Any

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.readers.frames.frames import read_frame

__all__ = ["read_by_dask"]

_SECONDS = "10s"


def read_by_dask(address: str, paths: Sequence[str], ending: str, **chosen: Any) -> PairedScores:
    """Read files with this extension on the cluster at the scheduler's address, and count their rows.

    Parameters
    ----------
    address : str
        The scheduler's address, such as ``tcp://10.0.0.1:8786``.
    paths : strings
        Files or patterns that every worker can open under these names.
    ending : str
        ``.parquet``, ``.csv``, ``.tsv``, or an extension of JSON lines.
    **chosen
        Arguments of `read_frame`.
    """
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
