"""The configuration used in the measurements, and the doctests of the modules."""

import tomllib
from pathlib import Path

from streamlit import config

ROOT = Path(__file__).parents[3]


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
