"""Each option that a refusal offers leads to a result or to another question, never to the same sentence again."""

import re
import shlex
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from benchmarks.inputs import CONTENTS
from benchmarks.tables import written
from core.cli import main
from tests.real_data.conftest import DATA

FAILURES = DATA / "failures"
# An option that the refusal offers: its flags with values, or a flag whose value is among the names in the sentence.
OFFERED = re.compile(r"\(\w+=[^()]*?, (--[^()]*)\)")
LISTED = re.compile(r"(?:has the columns|choose among|[0-9]+ (?:measure|metric|task|system)s?[^:(,]*[:(,]) ?(.*)")
DEAD_ENDS = ("No such option", "has no meaning for", "Missing argument", "No format is read")
ALONE = ("--transpose", "--lower-is-better", "--higher-is-better")
# Making a workbook takes a second; a name for each line makes a column for each.
SLOW = ("Excel workbook", "new keys", "keys, then none")


def message(words):
    """Run a command and return its refusal, or None if it has a result."""
    shown = CliRunner().invoke(main, words)
    assert shown.exception is None or isinstance(shown.exception, SystemExit), (words, shown.exception)
    return None if shown.exit_code == 0 else shown.stderr


def offers(refusal):
    """Return the words of each option that a refusal offers; several that may fill an option without a value."""
    listed = LISTED.search(refusal)
    names = re.findall(r"'([^']*)'", listed[1]) or re.findall(r"[^\s,:()]+", listed[1]) if listed else []
    for flags in OFFERED.findall(refusal):
        words = shlex.split(flags)
        if len(words) == 1 and words[0] not in ALONE:
            yield [[*words, name] for name in names[:4]]
        elif words[-1] != "FILE":
            yield [words]


def follow(words, refusal, depth=2):
    """Follow every offer of a refusal, and what they lead to."""
    for ways in offers(refusal):
        found = [message([*words, *way]) for way in ways]
        leads = [each for each in found if each is None or (each != refusal and not any(d in each for d in DEAD_ENDS))]
        assert leads, f"{words}\n{refusal}\n{ways}\n{found}"
        for way, each in zip(ways, found, strict=True):
            if depth and len(ways) == 1 and each is not None:
                follow([*words, *way], each, depth - 1)


def follow_all(commands):
    for words in commands:
        refusal = message(words)
        if refusal is not None:
            follow(words, refusal)


@pytest.mark.parametrize("content", [name for name in CONTENTS if name not in SLOW])
def test_every_content(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new"):
        Path(name).write_bytes(CONTENTS[content](200))
    follow_all([["compare", "old", "new"], ["compare", "old"], ["rank", "old"]])


@pytest.mark.parametrize("part", range(4))
def test_written_tables(tmp_path, monkeypatch, part):
    monkeypatch.chdir(tmp_path)
    for number in range(part, 80, 4):
        case = written(Random(f"remedies {number}"))
        files = [file.name for file in case.files]
        for file in case.files:
            Path(file.name).write_bytes(file.data)
        follow_all([["rank", *files], *([["compare", *files]] if len(files) < 3 else [])])


@pytest.mark.skipif(not FAILURES.is_dir(), reason="the files are not beside the project (../shared/data)")
@pytest.mark.parametrize("folder", sorted(FAILURES.iterdir()) if FAILURES.is_dir() else [], ids=lambda each: each.name)
def test_files_that_were_read_as_something_else(folder):
    files = [str(file) for file in folder.iterdir() if file.name != "README" and not file.stem.startswith("gold")]
    files.sort(key=lambda name: ("new" in name, name))
    follow_all([["compare", *files], ["rank", *files]])
