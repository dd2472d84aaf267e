"""Tests compare p-values by a relative tolerance only."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = [path for folder in ("core", "dashboard", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def test_a_relative_tolerance_is_the_only_one():
    """`approx` adds 1e-12 unless told otherwise, and a p-value of 1e-16 could then be anything."""
    for path in (path for path in SOURCES if "approx(" in path.read_text()):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("approx"):
                named = {keyword.arg for keyword in node.keywords}
                assert "rel" not in named or "abs" in named, f"{path}:{node.lineno} needs abs=0"
