"""``proxy``: nginx before dashboards that run elsewhere, such as in containers."""

import re
import tempfile
from pathlib import Path

import click

from core.cli.hosting.nginx import DEFAULT_ANCESTORS, configuration, nginx_command
from core.cli.hosting.supervisor import keep_running
from core.cli.terminal import say
from core.common.phrases import counted
from core.errors import OptionError

__all__ = ["proxy_command"]

_WORKER = re.compile(r"[\w.-]+:\d{1,5}")


@click.command("proxy", short_help="Share visitors among dashboards that run elsewhere.")
@click.argument("workers", nargs=-1, required=True, metavar="HOST:PORT…")
@click.option("--port", type=click.IntRange(1, 65_535), default=8501, show_default=True, help="Where nginx listens.")
@click.option("--address", default="localhost", show_default=True, help="0.0.0.0 is everybody on the network.")
@click.option("--base-path", default="", help="The --base-path of the dashboards.")
@click.option(
    "--frame-ancestors", default=DEFAULT_ANCESTORS, show_default=True,
    help="Sites that may show the app in their pages, such as https://course.example.org.",
)  # fmt: skip
def proxy_command(workers: tuple[str, ...], port: int, address: str, base_path: str, frame_ancestors: str) -> None:
    """Start nginx before dashboards that run elsewhere; each visitor stays on one of them. Ctrl-C ends it.

    Example: helped-hurt proxy app-1:8501 app-2:8501 --address 0.0.0.0
    """
    for worker in workers:
        if not _WORKER.fullmatch(worker):
            raise OptionError(f"{worker!r} is no address of a dashboard: write HOST:PORT, such as app-1:8501.")
    with tempfile.TemporaryDirectory(prefix="helped-hurt-") as name:
        folder, listen = Path(name), f"{address}:{port}"
        text = configuration(workers, listen, folder, base_path, frame_ancestors, _resolver())
        commands = {"nginx": nginx_command(text, folder)}
        say(f"Helped & Hurt, {counted(len(workers), 'worker')}: http://{listen}{base_path}")
        keep_running(commands)


def _resolver() -> str:
    """Return who knows this machine's names: a container that was started again has another address."""
    path = Path("/etc/resolv.conf")
    found = re.findall(r"^nameserver\s+([\d.]+)\s*$", path.read_text(), re.MULTILINE) if path.exists() else []
    return str(found[0]) if found else ""
