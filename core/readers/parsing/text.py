"""Read files and uploads as text with uniform line endings, or refuse binary and other files with a message."""

import codecs
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from core.common.collector import collector_paused
from core.errors import DataError
from core.readers.parsing.packed import in_file, unpacked, unpacked_once
from core.readers.parsing.problems import refuse_blank_lines, refuse_long_lines


class Upload(NamedTuple):
    """A file in memory, as received by a web page."""

    name: str
    data: bytes


Source: TypeAlias = str | os.PathLike[str] | Upload


def several(files: Source | Sequence[Source]) -> list[Source]:
    """Return the files of an argument that takes one or several."""
    return [files] if isinstance(files, str | os.PathLike | Upload) else list(files)


def label_of(source: Source) -> str:
    """Return the name of a source in messages."""
    return source.name if isinstance(source, Upload) else os.fspath(source)


class Text(NamedTuple):
    """The decoded contents of a source, without blank last lines; ``label`` names it as the caller did.

    ``first_line`` is the number of its first line, where comments or empty rows of a sheet stand above.
    """

    label: str
    content: str
    first_line: int = 1

    @property
    def lines(self) -> list[str]:
        """The contents line by line."""
        return self.content.split("\n")

    def head(self, n_lines: int = 200) -> list[str]:
        """Return the first lines, without splitting the others."""
        return self.content.split("\n", n_lines)[:n_lines]


# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)


@contextmanager
def files_unpacked_once() -> Iterator[None]:
    """Pause the garbage collector, and unpack binary files once, while files are recognised and read."""
    with collector_paused(), unpacked_once():
        yield


def read_text(source: Source) -> Text:
    """Read text that may hold scores."""
    return with_scores(read_any_text(source))


def with_scores(text: Text) -> Text:
    """Return the text without leading comments, or refuse it if it cannot hold scores."""
    if text.content.startswith("#"):
        text = _below_comments(text)
    # A list of JSON records may well be one line.
    if not text.content.lstrip().startswith(("{", "[")):
        refuse_long_lines(text.label, text.content)
        if is_prose(text.head()):
            raise DataError(
                f"{text.label} holds sentences, one a line, and no scores: score each of them first (comet-score or "
                "the like), or, for BLEU, chrF and TER, name the references too (reference=, --reference)."
            )
    return text


# The first line of a file for Excel may state the separator.
_SEPARATOR = re.compile(r"sep=[,;\t|]\n")


def read_any_text(source: Source) -> Text:
    """Read a path or an upload: UTF-8 with or without byte order mark, UTF-16 with one, any line ending.

    Workbooks, Parquet files and NumPy arrays are read as the CSV that they would be exported to.
    """
    label = label_of(source)
    data = read_bytes(source)
    if not data:
        raise DataError(f"{label} is empty: it should hold one line for each item.")
    held = unpacked(label, data)
    content, first_line = held or (_decoded(data, label), 1)
    if "\r" in content:
        content = content.replace("\r\n", "\n").replace("\r", "\n")
    if _SEPARATOR.match(content):
        content, first_line = content.partition("\n")[2], first_line + 1
    # Tabs stay: a last line that ends in one has an empty last field.
    content = content.rstrip(" \n")
    if not content or content.isspace():
        raise DataError(f"{label} holds blank lines only: it should hold one line for each item.")
    refuse_blank_lines(label, content)
    return Text(label, content, first_line)


def every_line(source: Source) -> tuple[str, list[str]]:
    r"""Return the name of a text file and all its lines, including blank ones, as counted by `wc -l`.

    A line ends in "\n" or "\r\n" (in "\r" where there is no other); other marks, such as U+2028, are text.
    """
    label = label_of(source)
    content = _decoded(read_bytes(source), label).replace("\r\n", "\n")
    if "\n" not in content:
        content = content.replace("\r", "\n")
    return label, content.removesuffix("\n").split("\n") if content else []


def display_names(baseline: Source, experimental: Source) -> tuple[str, str]:
    """Return names for two systems: file names without extensions, with the folders that differ."""
    first, second = file_names((baseline, experimental))
    return first, second


def file_names(sources: Sequence[Source]) -> tuple[str, ...]:
    """Return the file names without extensions, with the folders that differ."""
    labels = list(map(label_of, sources))
    # A sheet or an array stands in its file as in a folder.
    labels = [label if part is None else f"{file}/{part}" for label in labels for file, part in [in_file(label)]]
    whole = [label.replace(os.sep, "/").split("/") for label in labels]
    shared = len({tuple(_ENDING.findall(label)) for label in labels}) == 1
    endings = _ENDING if shared else _FILE_ENDING
    bare = [[*folders, endings.sub("", name) or name] for *folders, name in whole]
    for parts in (bare, whole):
        for depth in range(1, max(map(len, parts)) + 1):
            names = tuple("/".join(part[-depth:]) for part in parts)
            if len(set(names)) == len(names):
                return names
    return tuple(part[-1] for part in bare)


# Extension of a file name: a word shared by both files, else only a known extension (not a version).
_ENDING = re.compile(r"(?<=.)\.[A-Za-z]\w{0,7}$")
_FILE_ENDING = re.compile(
    r"(?<=.)\.(txt|[ct]sv|xls[xm]|parquet|np[yz]|jsonl?|ndjson|tab|dat|out|log|eval|preds?|labels?|scores?|conllu?|bio|iob2?)$",
    re.IGNORECASE,
)


def read_bytes(source: Source) -> bytes:
    """Return the bytes of a path or an upload."""
    if isinstance(source, Upload):
        return source.data
    path = os.fspath(source)
    if not os.path.exists(path):
        path = in_file(path)[0]
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise DataError(f"There is no file {path!r}: check the path.") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder: name a file in it.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(f"{path!r} cannot be read ({reason}): check the path and its permissions.") from None


def _decoded(data: bytes, label: str) -> str:
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if known := what_it_is(data):
        raise DataError(f"{label} is {known[0]}: {known[1]}.")
    try:
        content = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = encoding.removesuffix("-sig").upper()
        raise DataError(
            f"{label}, line {line}: byte 0x{data[error.start]:02x} is not {name}: a binary file, or text "
            "in another encoding; save it as UTF-8 text."
        ) from None
    if "\0" in content:
        line = content.count("\n", 0, content.index("\0")) + 1
        raise DataError(f"{label} is binary, with a zero on line {line:,}: save it as UTF-8 text.")
    return content


# A token may be a number sign too, with its tag behind it.
_COMMENT = re.compile(r"#(?:$|[#!]|[ ](?!(?:O|[A-Z]-\S+)$))")
_NUMBER = re.compile(r"[+-]?[0-9.]")


def _below_comments(text: Text) -> Text:
    """Return the text below the comments at the top, with the last of these where it names the columns."""
    lines = text.lines
    n = next((i for i, line in enumerate(lines) if not _COMMENT.match(line.rstrip())), len(lines))
    below = lines[n:]
    if not below:
        raise DataError(f"{text.label} holds comments only: below them should be one line for each item.")
    if n and _names_columns(lines[n - 1], below[0]):
        below.insert(0, lines[n - 1].lstrip("# "))
    return Text(text.label, "\n".join(below), text.first_line + len(lines) - len(below))


def _names_columns(comment: str, below: str) -> bool:
    """Return whether a comment has a word for each of several fields below it, including numbers."""
    mark = next((mark for mark in "\t;," if mark in below), None)
    names, fields = ([part.strip() for part in line.split(mark)] for line in (comment.lstrip("# "), below))
    is_header = len(names) == len(fields) > 1 and all(names) and len(set(names)) == len(names)
    return is_header and any(map(_NUMBER.match, fields)) and not any(map(_NUMBER.match, names))


_FEWEST_LINES = 3
_FEWEST_WORDS = 4
_LETTERS_OF_A_WORD = 4  # in scripts that write no spaces


def is_prose(head: Sequence[str]) -> bool:
    """Return whether nine of ten of a text's first lines are sentences, and different ones."""
    lines = [line for line in head if line.strip()]
    if len(lines) < _FEWEST_LINES or len(set(lines)) < 0.9 * len(lines) or _in_columns(lines):
        return False
    return sum(map(_is_sentence, lines)) >= 0.9 * len(lines)


def _in_columns(lines: Sequence[str]) -> bool:
    fields = [line.split() for line in lines]
    widths = set(map(len, fields))
    if (len(widths) == 1 and widths != {1}) or 2 * sum(
        row[-1][:2] in ("O", "B-", "I-", "E-", "S-", "L-", "U-") for row in fields
    ) > len(fields):
        return True
    unquoted = ["".join(line.split('"')[::2]) for line in lines]
    return any(mark in unquoted[0] and len({line.count(mark) for line in unquoted}) == 1 for mark in ",;\t")


def _is_sentence(line: str) -> bool:
    words = line[:10_000].split()
    of_letters = sum(any(map(str.isalpha, word)) for word in words)
    # Scripts without spaces between words: Chinese, Japanese, Thai.
    unspaced = sum("\u0e00" <= letter <= "\u0e7f" or "\u3040" <= letter <= "\u9fff" for letter in line[:10_000])
    return of_letters > len(words) / 2 and of_letters + unspaced // _LETTERS_OF_A_WORD >= _FEWEST_WORDS


_TO_TEXT = "give the scores as text, one line for each item"
_UNPACK = "unpack it first"
_FROM_PANDAS = "write it as CSV (pandas: to_csv)"
_BY_CODE = "write the scores as text with the program that made it"

_AS_SHEET = "save the sheet as .xlsx or CSV"
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

# Offset, bytes, file type and remedy; the first match is used.
_SIGNATURES: tuple[tuple[int, bytes | tuple[bytes, ...], str, str], ...] = (
    (0, b"\x89PNG", "an image (PNG)", _TO_TEXT),
    (0, b"\xff\xd8\xff", "an image (JPEG)", _TO_TEXT),
    (0, b"GIF8", "an image (GIF)", _TO_TEXT),
    (8, b"WEBP", "an image (WebP)", _TO_TEXT),
    (0, (b"II*\0", b"MM\0*"), "an image (TIFF)", _TO_TEXT),
    (4, b"ftypheic", "an image (HEIC)", _TO_TEXT),
    (4, b"ftyp", "a video", _TO_TEXT),
    (8, b"WAVE", "a sound recording", _TO_TEXT),
    (0, (b"ID3", b"OggS"), "a sound recording", _TO_TEXT),
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
    (0, (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"), "a pickle", _BY_CODE),
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
