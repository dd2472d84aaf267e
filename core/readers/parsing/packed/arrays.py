"""``.npy`` and ``.npz``: one array, or several of one length as columns; pickled objects are never loaded."""

import io
import math
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import first_few, shown
from core.errors import DataError
from core.readers.parsing.packed.cells import DAMAGED, as_csv, cells_of_array, members, refuse_many_cells
from core.readers.parsing.problems import refuse_many_columns

_MAGIC = b"\x93NUMPY"
_ENDING = ".npy"
# With fewer columns than this, an array of few items may have a column for each of more systems.
_MOST_SYSTEMS = 10


def is_array(data: bytes) -> bool:
    """Return whether the bytes are one array."""
    return data.startswith(_MAGIC)


def is_archive(data: bytes) -> bool:
    """Return whether the bytes are an archive of arrays and nothing else."""
    names = members(data) if b".npy" in data else []
    return bool(names) and all(name.endswith(_ENDING) for name in names)


def split_arrays(label: str, data: bytes, name: str | None) -> str:
    """Return the only array, the one that is named, or all of them as columns where they are of one length.

    An array of scores becomes lines, one of rows and columns, named or not, CSV.
    """
    arrays = {name or "": _array(label, data)} if is_array(data) else _arrays(label, data)
    if name is None and len(arrays) == 1:
        [name] = arrays
    if name is not None and name not in arrays:
        known = first_few(list(map(shown, arrays)), limit=30)
        raise DataError(f"{label}: no array is called {shown(name)}: choose among {known}.")
    if name is not None:
        return _csv(label, _columns(label, arrays[name], "values"))
    if not _are_columns(arrays):
        shapes = first_few([f"{shown(each)} {_shape(array)}" for each, array in arrays.items()])
        named = " and ".join(f"{label}#{each}" for each in list(arrays)[:2])
        raise DataError(
            f"{label} holds {len(arrays)} arrays that are not columns of one table, {shapes}: name the one that is "
            f"meant, as in {named}."
        )
    return _csv(label, {each: cells_of_array(array) for each, array in arrays.items()})


def names_of_tables(label: str, data: bytes) -> tuple[str, ...]:
    """Return the names of the arrays if they are not columns of one table."""
    arrays = _arrays(label, data)
    return () if _are_columns(arrays) else tuple(arrays)


def _are_columns(arrays: dict[str, NDArray[Any]]) -> bool:
    return {array.ndim for array in arrays.values()} == {1} and len({len(array) for array in arrays.values()}) == 1


def _arrays(label: str, data: bytes) -> dict[str, NDArray[Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            refuse_many_columns(label, len(archive.namelist()))
            # A cell is a byte at least.
            refuse_many_cells(label, sum(member.file_size for member in archive.infolist()) // 8)
            held = {member.filename: archive.read(member) for member in archive.infolist()}
    except DAMAGED as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{label} is not a whole archive of arrays: it is cut or damaged.") from None
    return {
        name.removesuffix(_ENDING): _array(f"{label}, array {shown(name.removesuffix(_ENDING))}", each)
        for name, each in held.items()
    }


def _array(label: str, data: bytes) -> NDArray[Any]:
    file = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(file)
        read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, kind = read_header(file)
    except DAMAGED:
        raise _damaged(label) from None
    if kind.hasobject:
        raise DataError(
            f"{label} holds Python objects, which only a pickle can load, and a pickle may run any program: save "
            "numbers (array.astype(float)), or text (array.astype(str))."
        )
    n_values = math.prod(shape)
    # What the header says of its size need not be true, and would be reserved at once.
    if n_values * kind.itemsize != len(data) - file.tell():
        raise _damaged(label)
    refuse_many_cells(label, n_values)
    file.seek(0)
    try:
        held: NDArray[Any] = np.load(file, allow_pickle=False)
    except DAMAGED:
        raise _damaged(label) from None
    return held


def _damaged(label: str) -> DataError:
    return DataError(f"{label} is not a whole NumPy array: it is cut or damaged. Save it again.")


def _columns(label: str, array: NDArray[Any], name: str) -> dict[str, list[str]]:
    """Return the columns of an array by their names: those of its fields, else numbers, none for a single one."""
    if array.dtype.names and array.ndim == 1:
        held = {field: array[field] for field in array.dtype.names}
        if any(each.ndim > 1 or each.dtype.kind == "V" for each in held.values()):
            raise DataError(f"{label}: a field of its rows is an array itself: save one number a field.")
        return {field: cells_of_array(each) for field, each in held.items()}
    if array.dtype.kind not in "biufSUM":
        raise DataError(f"{label} holds values of type {array.dtype}: save numbers, true and false, or text.")
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim == 1 and array.size:
        return {"": cells_of_array(array)}
    if array.ndim != 2 or not array.size:
        raise DataError(
            f"{label} is an array {_shape(array)}: save one score for each item (n), or a row for each item and a "
            "column for each system (n × 2)."
        )
    refuse_many_columns(label, array.shape[1])
    if array.shape[1] > max(array.shape[0], _MOST_SYSTEMS):
        raise DataError(
            f"{label} is an array {_shape(array)}, with more columns than rows: its rows should be the items, and its "
            "columns the systems. Save it the other way round (array.T)."
        )
    return {f"{name} {i + 1}": cells_of_array(array[:, i]) for i in range(array.shape[1])}


def _shape(array: NDArray[Any]) -> str:
    return f"of shape {' × '.join(map(str, array.shape))}" if array.ndim else "of a single value"


def _csv(label: str, columns: dict[str, list[str]]) -> str:
    header = [] if list(columns) == [""] else list(columns)
    if not header and not all(any(cells) for cells in columns.values()):
        raise DataError(f"{label} holds empty texts only.")
    return as_csv(header, zip(*columns.values(), strict=True))
