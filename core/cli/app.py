"""``app``: start the dashboard from wherever the package is installed."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from core.errors import OptionError

__all__ = ["app_command"]


@click.command("app", short_help="Start the dashboard.")
@click.option("--port", type=click.IntRange(1, 65_535), default=8501, show_default=True, help="Where the app listens.")
@click.option(
    "--address", default="localhost", show_default=True,
    help="Who can reach it: localhost is this machine only, 0.0.0.0 is everybody on the network.",
)  # fmt: skip
def app_command(port: int, address: str) -> None:
    """Start the dashboard and print its address; Ctrl-C ends it.

    Example: helped-hurt app --port 8502
    """
    dashboard, streamlit = find_spec("dashboard"), find_spec("streamlit")
    if streamlit is None or dashboard is None or not dashboard.submodule_search_locations:
        raise OptionError("The dashboard is not installed: install the whole package (pip install helped-hurt).")
    script = Path(dashboard.submodule_search_locations[0]) / "app.py"
    # -P keeps a folder called core in the working directory from being taken for ours. Streamlit finds the
    # configuration beside the script, and takes over this process, so that signals reach it.
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(port), "--server.address", address]
    os.execv(sys.executable, command)
