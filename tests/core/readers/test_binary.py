"""For files that are not text, the message names their kind and a remedy."""

import gzip
import io
import pickle
import zipfile

import pytest

from core.errors import DataError
from core.readers import Upload, preview, read_labels, read_scores


def archive(*names):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        for name in names:
            file.writestr(name, "x" * 10)
    return held.getvalue()


FILES = {
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an image (PNG)"),
    "jpeg": (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image (JPEG)"),
    "gif": (b"GIF89a\x01\0", "an image (GIF)"),
    "webp": (b"RIFF\x24\0\0\0WEBPVP8 ", "an image (WebP)"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg">', "an image (SVG)"),
    "pdf": (b"%PDF-1.7\n", "a PDF document"),
    "zip": (archive("a.txt"), "a zip archive"),
    "xlsb": (archive("[Content_Types].xml", "xl/workbook.bin"), "a binary Excel workbook (.xlsb)"),
    "npz and more": (archive("a.npy", "b.txt"), "an archive of NumPy arrays and other files"),
    "ods": (archive("mimetype", "META-INF/opendocument.spreadsheet"), "an OpenDocument sheet (.ods)"),
    "password": (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "a workbook that asks for a password"),
    "docx": (archive("[Content_Types].xml", "word/document.xml"), "a Word document"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook or document of an old Microsoft Office (.xls, .doc)"),
    "pickle": (pickle.dumps([0.5, 1.0]), "a pickle"),
    "old pickle": (pickle.dumps([0.5, 1.0], protocol=2), "a pickle"),
    "gzip": (gzip.compress(b"0.5\n1\n"), "compressed with gzip"),
    "sqlite": (b"SQLite format 3\0\x10", "an SQLite database"),
    "utf-16-le": ("0.5\n1\n".encode("utf-16-le"), "UTF-16 text without a byte order mark"),
    "utf-16-be": ("0.5\n1\n".encode("utf-16-be"), "UTF-16 text without a byte order mark"),
    "binary": (b"1\n2\n\0\0\0\0", "binary, with a zero byte on line 3"),
    "html": (b"<!DOCTYPE html><html><p>0.5", "a web page"),
    "xml": (b'<?xml version="1.0"?><a/>', "XML"),
    "rtf": (b"{\\rtf1\\ansi 0.5}", "a document (RTF)"),
}


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_called_what_it_is(name):
    data, what = FILES[name]
    good = Upload("good.txt", b"0.5\n1\n")
    readings = (lambda bad: preview(bad), lambda bad: read_scores(good, bad), lambda bad: read_labels(bad, good, good))
    for read in readings:
        with pytest.raises(DataError) as caught:
            read(Upload("a0", data))
        assert str(caught.value).startswith(f"a0 is {what}: ")


def test_text_that_begins_like_a_signature_is_text():
    for word in ("PKW", "GIF", "II", "MM", "BZ", "ORC", "ID", "PAR"):
        assert preview(Upload("labels", f"{word}\nno\n{word}\nno\nyes\n".encode())).kind == "labels"
