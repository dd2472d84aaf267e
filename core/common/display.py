"""Display of results in notebooks, and conversion to frames; `core.report.notebook` has a view for each result."""

import math
from importlib import import_module
from typing import Any


class Report(str):
    """Markdown that a notebook renders; elsewhere it is a string."""

    def _repr_markdown_(self) -> str:
        return str(self)


def _views() -> Any:
    return import_module("core.report.notebook")


def attributes(record: Any, *names: str) -> dict[str, Any]:
    """Return these attributes by name for JSON, tuples as lists."""
    values = {name: getattr(record, name) for name in names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def finite(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values for JSON, which knows no infinity: None in its place."""
    return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in values.items()}


class Displayed:
    """Base of results that notebooks show as HTML and that convert to a frame.

    The views are in `core.report`, which imports the results; they are imported on first use.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}: {_views().view(self).headline}"

    def _repr_html_(self) -> str:
        return str(_views().as_html(self))

    def report(self) -> "Report":
        """Return the result as Markdown, which a notebook renders."""
        return Report(_views().as_markdown(self))

    def to_frame(self, table: str | None = None, backend: str = "pandas") -> Any:
        """Return a table of the result as a frame.

        Parameters
        ----------
        table : str, optional
            The table, if the result has several: for example ``"pairs"`` of a ranking. By default the first.
        backend : str
            A library supported by narwhals, such as ``"pandas"``, ``"polars"`` or ``"pyarrow"``.

        Raises
        ------
        OptionError
            If the result has no such table, or the library is not installed.
        """
        return _views().as_frame(self, table, backend)
