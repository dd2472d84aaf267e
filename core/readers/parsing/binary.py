"""Detect binary files by their first bytes."""

_TO_TEXT = "give the scores as text, one line for each item"
_UNPACK = "unpack it first"
_FROM_PANDAS = "write it as CSV (pandas: to_csv)"
_BY_CODE = "write the scores as text with the program that made it"

_AS_SHEET = "save the sheet as .xlsx or CSV"
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

# Offset, bytes, file type and remedy; the first match is used.
_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"\x89PNG", "an image (PNG)", _TO_TEXT),
    (0, b"\xff\xd8\xff", "an image (JPEG)", _TO_TEXT),
    (0, b"GIF8", "an image (GIF)", _TO_TEXT),
    (8, b"WEBP", "an image (WebP)", _TO_TEXT),
    (0, b"II*\0", "an image (TIFF)", _TO_TEXT),
    (0, b"MM\0*", "an image (TIFF)", _TO_TEXT),
    (4, b"ftypheic", "an image (HEIC)", _TO_TEXT),
    (4, b"ftyp", "a video", _TO_TEXT),
    (8, b"WAVE", "a sound recording", _TO_TEXT),
    (0, b"ID3", "a sound recording", _TO_TEXT),
    (0, b"OggS", "a sound recording", _TO_TEXT),
    (0, b"version https://git-lfs", "a Git LFS pointer, not the file itself", "fetch the file (git lfs pull)"),
    (0, b"%PDF", "a PDF document", "save the numbers as text"),
    (0, b"%!PS", "a PostScript document", "save the numbers as text"),
    (0, b"{\\rtf", "a document (RTF)", "save it as plain text"),
    (0, _OLE, "a workbook or document of an old Microsoft Office (.xls, .doc)", _AS_SHEET),
    (0, b"\x1f\x8b", "compressed with gzip", _UNPACK),
    (0, b"BZh", "compressed with bzip2", _UNPACK),
    (0, b"\xfd7zXZ", "compressed with xz", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "compressed with zstd", _UNPACK),
    (0, b"7z\xbc\xaf", "a 7z archive", _UNPACK),
    (0, b"Rar!", "a rar archive", _UNPACK),
    (257, b"ustar", "a tar archive", _UNPACK),
    (0, b"PARE", "an encrypted Parquet file", "write it without encryption"),
    (0, b"ARROW1", "an Arrow file", _FROM_PANDAS),
    (0, b"FEA1", "a Feather file", _FROM_PANDAS),
    (0, b"\x89HDF", "an HDF5 file", _FROM_PANDAS),
    (0, b"SQLite format 3\0", "an SQLite database", "export the table as CSV"),
    (0, b"\x80\x02", "a pickle", _BY_CODE),
    (0, b"\x80\x03", "a pickle", _BY_CODE),
    (0, b"\x80\x04", "a pickle", _BY_CODE),
    (0, b"\x80\x05", "a pickle", _BY_CODE),
    (0, b"\x7fELF", "a program", _TO_TEXT),
)  # fmt: skip

# A zip archive is recognised by the names of its members, which are not compressed.
_ARCHIVES = (
    (b"xl/workbook.bin", "a binary Excel workbook (.xlsb)", _AS_SHEET),
    (b"opendocument.spreadsheet", "an OpenDocument sheet (.ods)", _AS_SHEET),
    (b"word/", "a Word document", "save the numbers as text"),
    (b"_journal/", "an Inspect log", "read it as one (--from inspect)"),
    (b".npy", "an archive of NumPy arrays and other files", "save the arrays alone (numpy.savez)"),
    (b"data.pkl", "a PyTorch file", _BY_CODE),
)
_MARKUP = ((b"<!doctype html", "a web page"), (b"<html", "a web page"), (b"<?xml", "XML"), (b"<svg", "an image (SVG)"))


def what_it_is(data: bytes) -> tuple[str, str] | None:
    """Return the file type and a remedy, or None if the bytes may be text."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        found = ((kind, advice) for name, kind, advice in _ARCHIVES if name in data)
        return next(found, ("a zip archive", _UNPACK))
    if data.startswith(_OLE) and _ENCRYPTED in data:
        return "a workbook that asks for a password", "save it without one, or the sheet as CSV"
    for offset, magic, kind, advice in _SIGNATURES:
        if data.startswith(magic, offset):
            return kind, advice
    head = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    markup = next((kind for mark, kind in _MARKUP if head.startswith(mark)), None)
    if markup:
        return markup, "save the numbers as CSV or plain text"
    return _with_zero_bytes(data)


def _with_zero_bytes(data: bytes) -> tuple[str, str] | None:
    """Describe a file with zero bytes, which UTF-8 text never has; in UTF-16, every second byte may be zero."""
    head = data[:4096]
    if b"\0" not in data or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return None
    odd, even = head[1::2], head[::2]
    if (
        len(data) % 2 == 0
        and max(odd.count(0) / len(odd), even.count(0) / len(even)) > 0.7
        and min(odd.count(0), even.count(0)) == 0
    ):
        return "UTF-16 text without a byte order mark", "save it as UTF-8 text"
    line = data.count(b"\n", 0, data.index(b"\0")) + 1
    return f"binary, with a zero byte on line {line:,}", "save it as UTF-8 text"
