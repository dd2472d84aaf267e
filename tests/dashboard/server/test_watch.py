"""The line in the log says how busy the process is."""

import re

from dashboard.server import watch


def test_the_line_holds_numbers_only():
    said = watch.line()
    assert re.match(r"sessions: \d+, computing: 0, waiting: 0(, memory: \d+ MB, open files: \d+)?$", said)
