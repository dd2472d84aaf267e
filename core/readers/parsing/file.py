"""A file to be recognised: its bytes, text, kind of text and table, each computed once."""

import json
from typing import Any

from core.common.cached import cached_property
from core.readers.parsing.kinds import kind_of
from core.readers.parsing.loading import table_of
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, Text, read_any_text, read_bytes, with_scores

__all__ = ["File"]


class File:
    """A path or an upload, with its computed properties."""

    def __init__(self, source: Source) -> None:
        self.source = source

    @cached_property
    def data(self) -> bytes:
        """The bytes; binary formats are recognised by the first of them."""
        return read_bytes(self.source)

    @cached_property
    def any_text(self) -> Text:
        """The text; raises DataError if the file is not text."""
        return read_any_text(self.source)

    @cached_property
    def record(self) -> dict[str, Any]:
        """The JSON object on the first line, or the whole text, or the first one of its list; empty if there is none.

        Raises DataError if the file is not text.
        """
        content = self.any_text.content.lstrip()
        if content[:1] not in ("{", "["):
            return {}
        for part in (content.partition("\n")[0], content):
            try:
                value = json.loads(part)
            except (ValueError, RecursionError):
                continue
            first = value[0] if isinstance(value, list) and value else value
            return first if isinstance(first, dict) else {}
        return {}

    @cached_property
    def text(self) -> Text:
        """The text; raises DataError if the file is binary or without scores: sentences, printed logs."""
        return with_scores(self.any_text)

    @cached_property
    def shape(self) -> str:
        """The kind of the text: see `kind_of`."""
        return kind_of(self.text)

    @cached_property
    def table(self) -> Table:
        """The text as a table; raises a ComparisonError if it is not a table."""
        return table_of(self.text)
