"""The line in the log says how busy the process is."""

import re

from dashboard import watch


def test_the_line_holds_numbers_only():
    said = watch.line()
    assert re.match(r"\d+ sessions, 0 long computations, 0 waiting", said)
    assert re.sub(r"[\d,]+|sessions|long computations|waiting|MB|open files", "", said).strip() == ""
