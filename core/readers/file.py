"""A file to be recognised: its bytes, its text, the shape of that text, a table: each looked at once."""

from core.cached import cached_property
from core.readers.kinds import kind_of
from core.readers.loading import load_table
from core.readers.table import Table
from core.readers.text import Source, Text, read_any_text, read_bytes, read_text

__all__ = ["File"]


class File:
    """A path or an upload, as a sniffer sees it.

    Examples
    --------
    >>> from core.readers import Upload
    >>> file = File(Upload("old.txt", b"0.5\\n1\\n"))
    >>> file.data[:3], file.text.lines, file.shape
    (b'0.5', ['0.5', '1'], 'numbers')
    """

    def __init__(self, source: Source) -> None:
        self.source = source

    @cached_property
    def data(self) -> bytes:
        """The bytes; formats that are no text are told by the first of them."""
        return read_bytes(self.source)

    @cached_property
    def any_text(self) -> Text:
        """The text, whatever it holds; raises DataError where it is none."""
        return read_any_text(self.source)

    @cached_property
    def text(self) -> Text:
        """The text; raises DataError where it is none, or known to hold no scores: sentences, printed logs."""
        return read_text(self.source)

    @cached_property
    def shape(self) -> str:
        """What the text looks like: see `kind_of`."""
        return kind_of(self.text)

    @cached_property
    def table(self) -> Table:
        """The text as a table; raises a ComparisonError where it is none."""
        return load_table(self.source)
