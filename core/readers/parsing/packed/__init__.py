"""Convert binary tables (workbooks, Parquet, NumPy arrays) to CSV text.

The readers of text then read them too, and number the rows of a sheet like lines.
"""

from core.readers.parsing.packed.arrays import is_archive, is_array, split_archive, split_array
from core.readers.parsing.packed.cells import Unpacked
from core.readers.parsing.packed.parquet import is_parquet, split_parquet
from core.readers.parsing.packed.parts import in_file, parts_of
from core.readers.parsing.packed.workbook import is_workbook, split_workbook

__all__ = ["Unpacked", "in_file", "parts_of", "unpacked"]


def unpacked(label: str, data: bytes) -> Unpacked | None:
    """Return the table of a binary file as text; None for other files.

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
