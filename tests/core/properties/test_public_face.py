"""The package as others import it: no name hides a module, and it has a version."""

import importlib
import pkgutil
import tomllib
import types
from pathlib import Path

import core


def test_no_function_hides_a_module_of_its_name():
    for found in pkgutil.walk_packages(core.__path__, "core."):
        if found.name == "core.__main__":
            continue
        importlib.import_module(found.name)
        parent, _, name = found.name.rpartition(".")
        assert isinstance(getattr(importlib.import_module(parent), name), types.ModuleType), found.name


def test_the_version_is_the_projects():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    assert core.__version__ == project["project"]["version"]
