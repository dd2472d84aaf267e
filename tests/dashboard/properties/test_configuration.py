"""The options of the app's configuration are those of the installed Streamlit."""

import tomllib
from pathlib import Path

from streamlit import config

CONFIGURED = Path(__file__).parents[3] / ".streamlit" / "config.toml"


def test_every_option_is_known_to_streamlit():
    known = config.get_config_options()
    for section, options in tomllib.loads(CONFIGURED.read_text("utf-8")).items():
        for name, value in options.items():
            key = f"{section}.{name}"
            names = [f"{key}.{inner}" for inner in value] if isinstance(value, dict) else [key]
            assert [each for each in names if each not in known] == []
