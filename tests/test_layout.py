"""Tests mirror the sources, packages say what is in them, and no file grows beyond what can be read at once."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = [
    path.relative_to(ROOT / "tests")
    for folder in ("core", "dashboard")
    for path in sorted((ROOT / "tests" / folder).rglob("test_*.py"))
    # What holds across the modules of a folder
    if "properties" not in path.parts
]
SOURCES = [path for folder in ("core", "dashboard", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]


@pytest.mark.parametrize("path", TESTS, ids=str)
def test_a_test_stands_where_its_source_stands(path):
    name = path.stem.removeprefix("test_")
    places = [ROOT / path.parent / each for each in (f"{name}.py", f"_{name}.py", name)]
    assert any(place.exists() for place in places), f"{path} tests no {path.parent / name}; see tests/*/properties"


def test_no_file_is_longer_than_300_lines():
    assert [str(path.relative_to(ROOT)) for path in SOURCES if path.read_text().count("\n") > 300] == []


# A page's folder is always laid out alike, and a sample's holds data.
PACKAGES = [
    path.parent
    for folder in ("core", "dashboard")
    for path in sorted((ROOT / folder).rglob("__init__.py"))
    if path.parent.parent.name != "views" and "stdlib_modules" not in path.parts
]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(ROOT)))
def test_a_package_names_its_modules(package):
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""
    modules = [path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    public = sorted(name for name in modules if not name.startswith("_") and package.name != "views")
    assert [name for name in public if not re.search(rf"^{name}\b", said, re.MULTILINE)] == []


def test_a_relative_tolerance_is_the_only_one():
    """`approx` adds 1e-12 unless told otherwise, and a p-value of 1e-16 could then be anything."""
    for path in (path for path in SOURCES if "approx(" in path.read_text()):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("approx"):
                named = {keyword.arg for keyword in node.keywords}
                assert "rel" not in named or "abs" in named, f"{path}:{node.lineno} needs abs=0"
