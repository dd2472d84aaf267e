"""Keep processes running until this one is asked to end."""

import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.cli.output import say
from core.errors import OptionError

_LOOK_SECONDS = 0.1
# A process that ends within this time counts as a failed start.
_START_SECONDS = 5.0
_TRIES = 3
# A worker closes its sessions first.
_END_SECONDS = 10.0


@dataclass
class _Child:
    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] = field(init=False)
    tries: int = 0

    def start(self) -> None:
        self.begun = time.monotonic()
        # Streamlit prints its internal address, which visitors cannot use; errors are on standard error.
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)

    def mend(self) -> None:
        """Start it again if it has ended.

        Raises OptionError if it repeatedly ends immediately.
        """
        code = self.process.poll()
        if code is None:
            return
        self.tries = self.tries + 1 if time.monotonic() - self.begun < _START_SECONDS else 1
        if self.tries >= _TRIES:
            raise OptionError(f"{self.name} ended with code {code} as soon as it was started; its reason is above.")
        say(f"{self.name} ended with code {code} and is started again.", err=True)
        self.start()


def keep_running(commands: Mapping[str, Sequence[str]]) -> None:
    """Run named commands, restart those that end, and stop all of them on SIGTERM or SIGINT.

    Raises OptionError if one cannot be kept running; the others are stopped first.
    """
    asked = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: asked.set())
    children: list[_Child] = []
    try:
        for name, command in commands.items():
            child = _Child(name, command)
            child.start()
            children.append(child)
        while not asked.wait(_LOOK_SECONDS):
            for child in children:
                child.mend()
    finally:
        for child in children:
            child.process.terminate()
        end = time.monotonic() + _END_SECONDS
        for child in children:
            try:
                child.process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
