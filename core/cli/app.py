"""``app`` starts the dashboard; ``proxy`` starts nginx before dashboards that run elsewhere, such as in containers."""

import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import click

from core.cli.hosting.nginx import DEFAULT_ANCESTORS, configuration, nginx_command
from core.cli.hosting.supervisor import keep_running
from core.cli.output import say
from core.common.phrases import counted
from core.errors import OptionError

_MOST_WORKERS = 64
_GIGABYTE = 2**30
# For glibc: one arena for all threads, and separate pages for large arrays, which are returned when freed.
_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "262144", "MALLOC_TRIM_THRESHOLD_": "1048576"}


@click.command("app", short_help="Start the dashboard.")
@click.option("--port", type=click.IntRange(1, 65_535), default=8501, help="Where the app listens.")
@click.option(
    "--address", default="localhost",
    help="Who can reach it: localhost is this machine only, 0.0.0.0 is every machine on the network.",
)  # fmt: skip
@click.option(
    "--base-path", default="", show_default=False, help="What stands before the path of every page, such as /lab."
)
@click.option(
    "--workers", type=click.IntRange(1, _MOST_WORKERS),
    help="Number of processes behind nginx, about one a core; without it one process, and no nginx.",
)  # fmt: skip
@click.option(
    "--frame-ancestors", default=DEFAULT_ANCESTORS,
    help="With --workers: sites that may show the app in their pages, such as https://course.example.org.",
)  # fmt: skip
@click.option(
    "--memory", type=click.FloatRange(1), default=4,
    help="Gigabytes of each process; what needs more is refused with a sentence.",
)  # fmt: skip
def app_command(
    port: int, address: str, base_path: str, workers: int | None, frame_ancestors: str, memory: float
) -> None:
    """Start the dashboard and print its address; Ctrl-C ends it.

    Example: helped-hurt app --port 8502

    Example: helped-hurt app --address 0.0.0.0 --workers 4
    """
    command = _streamlit()
    _limit_memory(int(memory * _GIGABYTE))
    os.environ.update(_MEMORY | os.environ)
    command += ["--server.baseUrlPath", base_path] if base_path else []
    if workers is None:
        command += ["--server.port", str(port), "--server.address", address]
        if os.name == "nt":  # where execv would return to the shell at once
            sys.exit(subprocess.call(command))
        # Streamlit replaces this process, so that signals reach it.
        os.execv(command[0], command)
    if os.name == "nt":
        raise OptionError("--workers needs nginx on Linux or macOS: leave it out to run one process.")
    commands, addresses = {}, []
    for i, each in enumerate(_free_ports(workers), 1):
        commands[f"Worker {i}"] = [*command, "--server.port", str(each), "--server.address", "127.0.0.1"]
        addresses.append(f"127.0.0.1:{each}")
    _behind_nginx(addresses, commands, address, port, base_path, frame_ancestors)


def _behind_nginx(
    workers: Sequence[str], commands: dict[str, list[str]], address: str, port: int, base_path: str, ancestors: str,
    resolver: str = "",
) -> None:  # fmt: skip
    """Run nginx before the dashboards at these addresses, and the commands that start them."""
    listen = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"  # IPv6 has colons of its own
    with tempfile.TemporaryDirectory(prefix="helped-hurt-") as folder:
        text = configuration(workers, listen, Path(folder), base_path, ancestors, resolver)
        nginx = nginx_command(text, Path(folder))
        say(f"Helped & Hurt, {counted(len(workers), 'worker')}: http://{listen}{base_path}")
        keep_running({"nginx": nginx} | commands)


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def _limit_memory(most: int) -> None:
    """Limit the memory of this process and its children, if the system supports it (Linux)."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _streamlit() -> list[str]:
    dashboard, streamlit = find_spec("dashboard"), find_spec("streamlit")
    if streamlit is None or dashboard is None or not dashboard.submodule_search_locations:
        raise OptionError("The dashboard is not installed: pip install 'helped-hurt[app]'.")
    script = Path(dashboard.submodule_search_locations[0]) / "app.py"
    # -P keeps a folder called core in the working directory from being taken for ours. Streamlit finds the
    # configuration beside the script.
    return [sys.executable, "-P", "-m", "streamlit", "run", str(script)]


_WORKER = re.compile(r"[\w.-]+:\d{1,5}")


@click.command("proxy", short_help="Share visitors among dashboards that run elsewhere.")
@click.argument("workers", nargs=-1, required=True, metavar="HOST:PORT…")
@click.option("--port", type=click.IntRange(1, 65_535), default=8501, help="Where nginx listens.")
@click.option("--address", default="localhost", help="0.0.0.0 is every machine on the network.")
@click.option("--base-path", default="", show_default=False, help="The --base-path of the dashboards.")
@click.option(
    "--frame-ancestors", default=DEFAULT_ANCESTORS,
    help="Sites that may show the app in their pages, such as https://course.example.org.",
)  # fmt: skip
def proxy_command(workers: tuple[str, ...], port: int, address: str, base_path: str, frame_ancestors: str) -> None:
    """Start nginx before dashboards that run elsewhere; each visitor stays on one of them. Ctrl-C ends it.

    Example: helped-hurt proxy app-1:8501 app-2:8501 --address 0.0.0.0
    """
    for worker in workers:
        if not _WORKER.fullmatch(worker):
            raise OptionError(f"{worker!r} is not the address of a dashboard: write HOST:PORT, such as app-1:8501.")
    _behind_nginx(workers, {}, address, port, base_path, frame_ancestors, _resolver())


def _resolver() -> str:
    """Return the DNS server of this machine: a restarted container has another address."""
    path = Path("/etc/resolv.conf")
    found = re.findall(r"^nameserver\s+([\d.]+)\s*$", path.read_text(), re.MULTILINE) if path.exists() else []
    return str(found[0]) if found else ""
