"""Workbooks, Parquet files and arrays as uploads."""

import io

import numpy as np
import openpyxl
import pandas as pd

from core.readers import Upload
from core.readers.parsing.text import read_text

__all__ = ["array", "arrays", "parquet", "saved", "text", "workbook"]


def text(upload):
    """Return the text that readers take a file for."""
    return read_text(upload).content


def saved(book, name="a.xlsx"):
    """Return an openpyxl workbook as a file."""
    held = io.BytesIO()
    book.save(held)
    return Upload(name, held.getvalue())


def workbook(name="a.xlsx", **sheets):
    """Return a workbook of sheets, each a list of rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return saved(book, name)


def array(values, name="a.npy"):
    """Return a NumPy array as a file."""
    held = io.BytesIO()
    np.save(held, values)
    return Upload(name, held.getvalue())


def arrays(name="a.npz", **values):
    """Return several arrays in one file."""
    held = io.BytesIO()
    np.savez_compressed(held, **values)
    return Upload(name, held.getvalue())


def parquet(columns, name="a.parquet"):
    """Return columns, or a data frame, as a Parquet file."""
    held = io.BytesIO()
    pd.DataFrame(columns).to_parquet(held)
    return Upload(name, held.getvalue())
