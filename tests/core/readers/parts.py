"""Texts as files, one table in files of every format, and the sentences of refusals."""

import pytest

from core.errors import DataError, OptionError
from core.readers import Upload

__all__ = ["of_lines", "of_rows", "refusal", "upload", "write_parts"]


def upload(text, name="a.csv"):
    """Return a file of this text."""
    return Upload(name, text.encode())


def of_lines(lines, name="a.csv"):
    """Return a file of these lines."""
    return upload("\n".join(lines), name)


def of_rows(rows, name="a.csv", delimiter=","):
    """Return a file of rows of cells."""
    return of_lines((delimiter.join(map(str, row)) for row in rows), name)


def refusal(function, *arguments, **options):
    """Return the message of a refusal, which is one line."""
    with pytest.raises((DataError, OptionError)) as caught:
        function(*arguments, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def write_parts(folder, parts, ending):
    """Write the data frames side by side into the folder."""
    for i, part in enumerate(parts):
        path = folder / f"part{i}.{ending}"
        if ending == "parquet":
            part.to_parquet(path)
        elif ending == "jsonl":
            part.to_json(path, orient="records", lines=True)
        else:
            part.to_csv(path, index=False)
