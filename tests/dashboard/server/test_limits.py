"""The limits are in the places that their table names, are consistent, and give messages."""

import resource
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import core
from core.errors import DataError
from dashboard.server import limits, reading

ROOT = Path(__file__).parents[3]
APP = str(ROOT / "dashboard" / "main.py")


def test_a_process_may_open_as_many_files_as_the_system_gives():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        limits.let_many_in()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(hard, limits.OPEN_FILES), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(("before", "after"), [(None, 2**40), (2**41, 2**40), (2**39, 2**39)])
def test_a_process_holds_no_more_memory_than_it_is_let(before, after):
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY if before is None else before, hard))
        limits.hold_memory(2**40)
        assert resource.getrlimit(resource.RLIMIT_DATA) == (after, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def test_more_items_than_are_compared_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_ITEMS", 9)
    pair = core.helped_hurt(n=10, helped=3, hurt=2)
    with pytest.raises(DataError, match="These are 10 items, and at most 9 are compared here"):
        reading.read_files("x", [], None, lambda: pair)


@pytest.mark.thorough
@pytest.mark.parametrize(("limit", "most"), [("SESSION_BYTES", 2**20), ("SESSION_FILES", 2)])
def test_files_beyond_what_a_session_holds_are_left_out(monkeypatch, limit, most):
    monkeypatch.setattr(f"dashboard.inputs.uploads.{limit}", most)
    app = AppTest.from_file(APP, default_timeout=60).run()
    for i, name in enumerate(("old", "new", "third")):
        size = 2**19 + 2 if name == "third" else 2**18
        app.file_uploader(key=f"_upload_{i}").upload(f"{name}.txt", b"0\n" * (size // 2), "text/plain").run()
    assert [upload.name for upload in app.session_state["_files"]] == ["old.txt", "new.txt"]
    assert any(error.value.startswith("Left out: third.txt.") for error in app.error)
    app.button(key="_remove_0").click().run()
    assert not any("Left out" in error.value for error in app.error)
