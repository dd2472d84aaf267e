"""A file to be recognised: its bytes, text, kind of text and table, each computed once."""

import json
import os
from collections.abc import Iterator
from typing import Any

from core.common.cached import cached_property
from core.common.phrases import shown
from core.errors import DataError
from core.readers.parsing.kinds import kind_of
from core.readers.parsing.loading import table_of
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, Text, label_of, read_any_text, read_bytes, with_scores


class File:
    """A path or an upload, with its computed properties."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.label = label_of(source)

    @property
    def path(self) -> list[str]:
        """The folders and the name of the file."""
        return self.label.replace(os.sep, "/").split("/")

    @cached_property
    def data(self) -> bytes:
        """The bytes; binary formats are recognised by the first of them."""
        return read_bytes(self.source)

    @cached_property
    def _read(self) -> Text | DataError:
        # Every format asks for the text: a refusal too is found once.
        try:
            return read_any_text(self.source)
        except DataError as error:
            return error

    @property
    def any_text(self) -> Text:
        """The text; raises DataError if the file is not text."""
        if isinstance(self._read, DataError):
            raise self._read.with_traceback(None)
        return self._read

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

    @property
    def json(self) -> Any:
        """The one JSON value that the file holds; raises DataError if it holds none."""
        return parse(self.label, self.any_text.content)

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the JSON objects, one per line or in one list, each with its line or place."""
        text = self.any_text
        if text.content.lstrip().startswith("["):
            listed: Any = enumerate(self.json, 1)
        else:
            listed = ((i, parse(self.label, line, i)) for i, line in enumerate(text.lines, 1) if line.strip())
        for place, value in listed:
            if not isinstance(value, dict):
                raise DataError(f"{self.label}, line {place:,}: {shown(str(value))} is no JSON object.")
            yield place, value

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


def parse(label: str, content: str | bytes, line: int | None = None) -> Any:
    """Return the value; ``line`` is where it stands, if it is one line of a file."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise DataError(f"{label}, line {at:,}: not JSON ({error.msg}): is the file cut, or was it changed?") from None
    except UnicodeDecodeError:
        raise DataError(f"{label} is not UTF-8: is the file damaged?") from None
    except RecursionError:
        raise DataError(f"{label}: JSON nested too deeply.") from None


def text_of(value: Any) -> str:
    """Return a text that is equal for equal values."""
    return json.dumps(value, sort_keys=True, default=str)
