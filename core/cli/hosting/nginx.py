"""The configuration of nginx, from one template: `nginx.conf` beside this file says the purpose of each part."""

import os
import re
import shutil
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

from core.errors import OptionError

DEFAULT_ANCESTORS = "'self'"
# Largest upload plus the overhead of a form.
_UPLOAD_MEGABYTES = 11
# Debian installs servers in folders that are only in root's PATH.
_PLACES = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])
_ANCESTOR = re.compile(r"'self'|'none'|\*|(https?://)?[\w*][\w.*-]*(:(\d+|\*))?")
_BASE = re.compile(r"(/[\w.~-]+)*")
_GROUP = "www-data"
_OPEN_FILES = 16_384


class _Template(Template):
    delimiter = "%"  # a dollar is nginx's own


def configuration(
    workers: Sequence[str],
    listen: str,
    folder: Path,
    base: str = "",
    frame_ancestors: str = DEFAULT_ANCESTORS,
    resolver: str = "",
) -> str:
    """Return a whole configuration of nginx.

    Workers are given as ``host:port`` and nginx listens at ``address:port``; ``folder`` exists, and no visitor data are
    written there. ``base`` comes before every page's path; ``frame_ancestors`` are sources as in a
    Content-Security-Policy; ``resolver`` is the DNS server for workers given by name.

    Raises OptionError if the base or a site is invalid.

    >>> "listen 127.0.0.1:8501;" in configuration(["a:1", "b:1"], "127.0.0.1:8501", Path("/run/proxy"))
    True
    """
    if not _BASE.fullmatch(base):
        raise OptionError(f"The base path {base!r} must be a path such as /lab, without a slash at its end.")
    for source in frame_ancestors.split() or [""]:
        if not _ANCESTOR.fullmatch(source):
            raise OptionError(f"{source!r} names no site that may embed the app: write https://course.example.org.")
    names = range(1, len(workers) + 1)
    return _Template((files(__package__) / "nginx.conf").read_text(encoding="utf-8")).substitute(
        folder=folder,
        listen=listen,
        base=base,
        frame_ancestors=frame_ancestors,
        # If started by root, nginx runs as an unprivileged user.
        user=f"user {_GROUP};" if os.geteuid() == 0 else "",
        resolver=f"resolver {resolver} valid=5s;" if resolver else "",
        open_files=_open_files(),
        upload_megabytes=_UPLOAD_MEGABYTES,
        shares=_lines([f"{100 / len(workers):.2f}% {name};" for name in names[:-1]] + [f"* {len(workers)};"]),
        names=_lines([f"{name} {name};" for name in names]),
        next_names=_lines([f"{name} {name % len(workers) + 1};" for name in names]),
        addresses=_lines([f'{name} "{worker}";' for name, worker in zip(names, workers, strict=True)]),
    )


def _open_files() -> int:
    """Return the number of files that nginx may open: the system's limit, at most the number it needs."""
    import resource  # not on Windows, where the commands start without it

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return _OPEN_FILES if most == resource.RLIM_INFINITY else min(most, _OPEN_FILES)


def _lines(lines: Sequence[str]) -> str:
    return "\n    ".join(lines)


def nginx_command(text: str, folder: Path) -> list[str]:
    """Write a configuration into the folder, let nginx in, and return the command that starts it.

    Raises OptionError if nginx is not installed.
    """
    program = shutil.which("nginx", path=_PLACES)
    if program is None:
        raise OptionError(
            "Several workers need nginx, which is not installed: on Debian, apt-get install nginx-light. One worker "
            "needs nothing (leave out --workers)."
        )
    path = folder / "nginx.conf"
    path.write_text(text, encoding="utf-8")
    if os.geteuid() == 0:
        import grp  # not on Windows

        os.chown(folder, -1, grp.getgrnam(_GROUP).gr_gid)
        folder.chmod(0o710)
    return [program, "-e", "stderr", "-p", str(folder), "-c", str(path)]
