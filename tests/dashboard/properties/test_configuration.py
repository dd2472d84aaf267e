"""The configuration used in the measurements, and the doctests of the modules."""

import doctest
import importlib
import pkgutil
import tomllib
from pathlib import Path

import pytest
from streamlit import config

import dashboard

ROOT = Path(__file__).parents[3]
SCRIPTS = ("dashboard.app", "dashboard.main", "dashboard.samples")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(dashboard.__path__, "dashboard.")
    if not module.name.startswith(SCRIPTS) and not module.name.endswith(".view")
]


def _configured():
    with (ROOT / ".streamlit" / "config.toml").open("rb") as file:
        return tomllib.load(file)


def test_no_collection_after_each_run():
    # A hidden option. If Streamlit removes it, each run costs about 150 ms more, and this test fails.
    assert _configured()["runner"]["postScriptGC"] is False
    assert "runner.postScriptGC" in config.get_config_options()


def test_every_option_is_known_to_streamlit():
    known = config.get_config_options()
    for section, options in _configured().items():
        for name, value in options.items():
            key = f"{section}.{name}"
            names = [f"{key}.{inner}" for inner in value] if isinstance(value, dict) else [key]
            assert [each for each in names if each not in known] == []


def test_nothing_is_sent_or_shown_that_should_not_be():
    configured = _configured()
    assert configured["browser"]["gatherUsageStats"] is False
    assert configured["client"]["showErrorDetails"] == "none"
    assert "enableXsrfProtection" not in configured["server"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_no_html_and_one_place_for_caches():
    sources = {path: path.read_text() for path in (ROOT / "dashboard").rglob("*.py")}
    assert [path for path, text in sources.items() if "unsafe_allow_html" in text] == []
    cached = [path.name for path, text in sources.items() if "st.cache_" in text and path.parent.name != "server"]
    assert cached == []


@pytest.mark.parametrize("room", ["charts/*.py", "wording/*.py", "views/*/words.py", "views/*/chart.py"])
def test_charts_and_words_know_no_screen(room):
    sources = [*(ROOT / "dashboard").glob(room)]
    assert sources
    assert [path.name for path in sources if "import streamlit" in path.read_text()] == []
