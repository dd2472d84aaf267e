"""Run the console blocks of the documentation: ``python docs/console.py FILE …`` writes what the commands now print.

A block of the language ``console`` holds commands after ``$ `` and what each prints. All blocks of a file run in one
temporary folder, beside the project's examples.
"""

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BESIDE = ("examples", "dashboard")


def updated(text: str) -> str:
    """Return a document with the output of its console blocks as it now is."""
    with _folder():
        return _BLOCK.sub(lambda block: f"```console\n{''.join(_outputs(block[1]))}```", text)


def _outputs(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n{_run(line[2:])}"


def _run(command: str) -> str:
    words = shlex.split(command)
    if words[0].removeprefix(".venv/bin/") != "helped-hurt":
        words[0] = sys.executable if words[0] == "python" else words[0]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout
    from core.cli import main

    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out), suppress(SystemExit):
        main(words[1:], prog_name="helped-hurt", standalone_mode=False)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


class _folder(chdir):
    """A temporary working folder with links to what the commands read."""

    def __init__(self) -> None:
        self._made = tempfile.TemporaryDirectory()
        for name in _BESIDE:
            Path(self._made.name, name).symlink_to(ROOT / name)
        super().__init__(self._made.name)

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        self._made.cleanup()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")
