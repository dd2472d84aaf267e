"""Tables that are no text (workbooks, Parquet, NumPy arrays) become text as they would be exported: CSV.

Whatever reads text then reads them too, and names a row of a sheet as it would a line.
"""

from core.readers.packed.arrays import is_archive, is_array, split_archive, split_array
from core.readers.packed.cells import Unpacked
from core.readers.packed.parquet import is_parquet, split_parquet
from core.readers.packed.parts import in_file, parts_of
from core.readers.packed.workbook import is_workbook, split_workbook

__all__ = ["Unpacked", "in_file", "parts_of", "unpacked"]


def unpacked(label: str, data: bytes) -> Unpacked | None:
    """Return the table of a file that is no text as text, None where it is no such file.

    Parameters
    ----------
    label : str
        The file's name; after ``#`` stands which of its sheets or arrays is meant.
    """
    if is_parquet(data):
        return split_parquet(label, data)
    if is_array(data):
        return split_array(label, data)
    part = in_file(label)[1]
    if is_archive(data):
        return split_archive(label, data, part)
    return split_workbook(label, data, part) if is_workbook(data) else None
