"""Parquet: the columns with one value per row; columns of lists are omitted."""

import io
from importlib import import_module
from typing import Any

from core.errors import DataError
from core.readers.parsing.packed.cells import DAMAGED, as_csv, cell_of, cells_of_array, quoted, refuse_many_cells
from core.readers.parsing.problems import refuse_many_columns

_MAGIC = b"PAR1"
# What pandas calls an index without a name.
_INDEX = "__index_level_0__"
_MOST_CHARACTERS = 400_000_000


def is_parquet(data: bytes) -> bool:
    """Return whether the bytes begin as a Parquet file does."""
    return data.startswith(_MAGIC)


def open_parquet(label: str, data: bytes) -> Any:
    """Return the file as pyarrow opens it, without reading its columns."""
    try:
        return import_module("pyarrow.parquet").ParquetFile(io.BytesIO(data))
    except ImportError:
        raise DataError(f"{label} is a Parquet file: to read it, pip install 'helped-hurt[files]'.") from None
    except DAMAGED:
        raise DataError(f"{label} is not a whole Parquet file: it is cut or damaged.") from None


def split_parquet(label: str, data: bytes) -> str:
    """Return the columns as CSV; a column within a column is called by both names, with a point between."""
    file = open_parquet(label, data)
    leaves = [file.schema.column(i) for i in range(len(file.schema))]
    names = [leaf.path for leaf in leaves if leaf.max_repetition_level == 0]
    if not names:
        raise DataError(f"{label} holds no column with one value a row: give the scores a column of their own.")
    refuse_many_columns(label, len(names))
    refuse_many_cells(label, len(names) * file.metadata.num_rows)
    texts = [leaf.path for leaf in leaves if leaf.physical_type in ("BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY")]
    columns = _read(label, data, names, texts)
    one = len(columns) == 1
    cells = [_cells(label, column, "nan" if one else "") for column in columns.values()]
    header = ["index" if name == _INDEX and "index" not in columns else name for name in columns]
    return as_csv(header, zip(*cells, strict=True))


def _read(label: str, data: bytes, names: list[str], texts: list[str]) -> dict[str, Any]:
    """Return the columns by their paths; texts as a dictionary, so that a long one repeated takes no more room."""
    try:
        opened = import_module("pyarrow.parquet").ParquetFile(io.BytesIO(data), read_dictionary=texts)
        table = opened.read(columns=names)
        while any(str(field.type).startswith("struct") for field in table.schema):
            table = table.flatten()
        return dict(zip(table.column_names, table.columns, strict=True))
    except DAMAGED:
        raise DataError(f"{label} is not a whole Parquet file: it is cut or damaged.") from None


def _cells(label: str, column: Any, nothing: str) -> list[str]:
    types = import_module("pyarrow.types")
    held: list[str] = []
    n_characters = 0
    for chunk in column.chunks:
        if types.is_dictionary(chunk.type):
            written = [quoted(cell_of(value)) for value in chunk.dictionary.to_pylist()]
            lengths = list(map(len, written))
            places = chunk.indices.to_pylist()
            n_characters += sum(lengths[place] for place in places if place is not None)
            if n_characters > _MOST_CHARACTERS:
                raise DataError(
                    f"{label}: a column holds more than {_MOST_CHARACTERS // 1_000_000} million characters: leave out "
                    "the columns of texts."
                )
            held += [nothing if place is None else written[place] for place in places]
        elif types.is_floating(chunk.type):
            known = iter(cells_of_array(chunk.drop_null().to_numpy()))
            held += [next(known) if is_known else nothing for is_known in chunk.is_valid().to_pylist()]
        else:
            held += [quoted(cell_of(value)) or nothing for value in chunk.to_pylist()]
    return held
