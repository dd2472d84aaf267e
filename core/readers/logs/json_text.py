"""JSON as written by harnesses: with NaN, one value per file or per line."""

import json
from collections.abc import Iterator
from typing import Any

from core.common.phrases import shown
from core.errors import DataError
from core.readers.parsing.text import Text

__all__ = ["parse", "records", "text_of"]


def parse(label: str, content: str | bytes, line: int | None = None) -> Any:
    """Return the value."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise DataError(f"{label}, line {at:,}: not JSON ({error.msg}): is the file cut, or was it changed?") from None
    except UnicodeDecodeError:
        raise DataError(f"{label} is not UTF-8: is the file damaged?") from None
    except RecursionError:
        raise DataError(f"{label}: JSON nested too deeply.") from None


def records(text: Text) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file, one per line or in one list, each with its line or index."""
    if text.content.lstrip().startswith("["):
        listed: Any = enumerate(parse(text.label, text.content), 1)
    else:
        listed = ((i, parse(text.label, line, i)) for i, line in enumerate(text.lines, 1) if line.strip())
    for place, value in listed:
        if not isinstance(value, dict):
            raise DataError(f"{text.label}, line {place:,}: {shown(str(value))} is no JSON object.")
        yield place, value


def text_of(value: Any) -> str:
    """Return a text that is equal for equal values."""
    return json.dumps(value, sort_keys=True, default=str)
