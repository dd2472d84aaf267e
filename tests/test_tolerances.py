"""Tests compare p-values by a relative tolerance only."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = [path for folder in ("core", "dashboard", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


def test_a_relative_tolerance_is_the_only_one():
    """By default `approx` adds an absolute tolerance of 1e-12, which would accept any value for a p-value of 1e-16."""
    for path in (path for path in SOURCES if "approx(" in path.read_text()):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("approx"):
                named = {keyword.arg for keyword in node.keywords}
                assert "rel" not in named or "abs" in named, f"{path}:{node.lineno} needs abs=0"
