"""The p-value grid as CSV and JSON, one row a cell."""

import json
from typing import Any

from core.report.escape import csv_text
from core.teaching.grid import PvalueGrid


def grid_csv(grid: PvalueGrid) -> str:
    """Return the table as CSV, p-values with all their digits."""
    return csv_text(grid.columns(), (row.values() for row in grid_rows(grid)))


def grid_json(grid: PvalueGrid) -> str:
    """Return the table as a JSON list of objects, a line each."""
    return "[\n" + ",\n".join(json.dumps(row, allow_nan=False) for row in grid_rows(grid)) + "\n]"


def grid_rows(grid: PvalueGrid) -> list[dict[str, Any]]:
    """Return one record a cell, with effects and hurts as they were written."""
    columns = {name: values.tolist() for name, values in grid.columns().items()}
    for name in ("effect", "hurt"):  # 2 rather than 2.0, as it was written
        columns[name] = [int(value) if value.is_integer() else value for value in columns[name]]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
