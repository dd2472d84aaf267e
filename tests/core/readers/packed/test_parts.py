"""Sheets and arrays are files within a file."""

import numpy as np
import pytest

from core.readers import Upload
from core.readers.parsing.packed import in_file, parts_of
from tests.core.readers.packed.made import array, arrays, workbook

NAMED = {
    "a.xlsx#b": ("a.xlsx", "b"),
    "runs/A.XLSX#Sheet 1": ("runs/A.XLSX", "Sheet 1"),
    "a.npz#b#c": ("a.npz", "b#c"),
    "a.npz": ("a.npz", None),
    "a.npz#": ("a.npz#", None),
    "a#1/b.txt": ("a#1/b.txt", None),
}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named(name):
    assert in_file(name) == NAMED[name]


@pytest.mark.parametrize(
    ("upload", "parts"),
    [
        (workbook(old=[[1]], empty=[], new=[[1]]), ("a.xlsx#old", "a.xlsx#new")),
        (workbook(old=[[1]], empty=[]), ()),
        (arrays(old=np.arange(3), new=np.arange(2)), ("a.npz#old", "a.npz#new")),
        (arrays(old=np.arange(3), new=np.arange(3)), ()),
        (array(np.arange(3)), ()),
        (Upload("a.txt", b"0\n1\n"), ()),
    ],
)
def test_files_that_hold_several_tables(upload, parts):
    assert parts_of(upload.name, upload.data) == parts
