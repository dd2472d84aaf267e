"""Each remedy of a refusal leads to a result or to another question, never to the same sentence again.

Followed are the options that it offers, a file that it asks for, lines that it says to delete, and headers.
"""

import re
import shlex
import shutil
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
OFFERED = re.compile(r"\((?:\w+(?:=[^()]*?)?, )?(--[^()]*)\)")
# A line to delete, of this file or of that one.
NAMED_LINE = re.compile(r"(?:(\S+), )?line ([0-9,]+)(?: of (\S+))?")
HEADER = re.compile(r'"(\w+(?: \w+)+)"')
ANOTHER_FILE = "name the other's file after it"
LISTED = re.compile(r"(?:has the columns|choose among|[0-9]+ (?:measure|metric|task|system)s?[^:(,]*[:(,]) ?(.*)")
DEAD_ENDS = ("No such option", "has no meaning for", "Missing argument", "No file is named")
OF_FILES = ("--gold", "--reference")
ALONE = ("--transpose", "--lower-is-better", "--higher-is-better")
# Making a workbook takes a second; a name for each line makes a column for each.
SLOW = ("Excel workbook", "new keys", "keys then none")


def message(words):
    """Run a command and return its refusal, or None if it has a result."""
    shown = CliRunner().invoke(main, words)
    assert shown.exception is None or isinstance(shown.exception, SystemExit), (words, shown.exception)
    return None if shown.exit_code == 0 else shown.stderr


def offers(words, refusal):
    """Return the words of each option that a refusal offers; several that may fill an option without a value.

    The file that is asked for is one that is there: it has as many lines as the others.
    """
    file = words[1]
    listed = LISTED.search(refusal)
    names = re.findall(r"'([^']*)'", listed[1]) or re.findall(r"[^\s,:()]+", listed[1]) if listed else []
    for flags in OFFERED.findall(refusal):
        asked = shlex.split(flags)
        if asked[0] in OF_FILES:
            yield [[asked[0], file]]
        elif len(asked) == 1 and asked[0] not in ALONE:
            yield [[*asked, name] for name in names[:4]]
        else:
            yield [asked]
    if ANOTHER_FILE in refusal:
        yield [[file]]


def edits(words, refusal):
    """Return the new text of files for each way to edit them that a refusal names.

    The line that it says to delete goes, and the later ones like it; or a header of its words goes above every file.
    """
    deleted = {}
    for before, number, after in NAMED_LINE.findall(refusal) if "delete it" in refusal else ():
        file, place = Path(after or before), int(number.replace(",", "")) - 1
        if file.is_file():
            lines = file.read_text().splitlines()
            deleted[file] = [*lines[:place], *(line for line in lines[place:] if line != lines[place])]
    headers = HEADER.findall(refusal) if "put a line above" in refusal else []
    files = [file for file in map(Path, words) if file.is_file()]
    headed = [{file: [header, *file.read_text().splitlines()] for file in files} for header in headers]
    return [{file: "\n".join(lines) + "\n" for file, lines in each.items()} for each in (deleted, *headed) if each]


def kind(refusal):
    """Return a refusal without its numbers, which differ after an edit."""
    return refusal and re.sub(r"[0-9][0-9,]*", "N", refusal)


def follow(words, refusal, depth=2):
    """Follow every remedy of a refusal, and what they lead to."""
    for ways in offers(words, refusal):
        found = [message([*words, *way]) for way in ways]
        leads = [each for each in found if each is None or (each != refusal and not any(d in each for d in DEAD_ENDS))]
        assert leads, f"{words}\n{refusal}\n{ways}\n{found}"
        for way, each in zip(ways, found, strict=True):
            if depth and len(ways) == 1 and each is not None:
                follow([*words, *way], each, depth - 1)
    for files in edits(words, refusal):
        before = {file: file.read_bytes() for file in files}
        for file, text in files.items():
            file.write_text(text)
        found = message(words)
        assert kind(found) != kind(refusal), f"{words}\n{refusal}\n{files}\n{found}"
        if depth and found is not None:
            follow(words, found, depth - 1)
        for file, data in before.items():
            file.write_bytes(data)


def follow_all(commands):
    for words in commands:
        refusal = message(words)
        if refusal is not None:
            follow(words, refusal)


@pytest.mark.thorough
@pytest.mark.parametrize("content", [name for name in CONTENTS if name not in SLOW])
def test_every_content(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new"):
        Path(name).write_bytes(CONTENTS[content](200))
    follow_all([["compare", "old", "new"], ["compare", "old"], ["rank", "old"]])


TO_EDIT = {
    "scores and their mean": b"0.5\n1\n0.25\n0.75\nmean 0.625\n",
    "a mean without a name": b"0.5\n1\n0.25\n0.75\n0.125\n0.375\n0.5\n",
    "a table and its total": b"id,score\nq1,1\nq2,0\nq3,1\ntotal,0.667\n",
    "two tables in one": b"id,score\nq1,1\nq2,0\nid,score\nq3,1\n",
    "a blank line": b"id,score\nq1,1\n\nq2,0\n",
    "labels and their accuracy": b"yes\nno\nyes\naccuracy 0.8\n",
    "two scores a line": b"0.5 0.25\n0.75 0.5\n0.25 1\n",
    "two scores between commas": b"0.5,0.25\n0.75,0.5\n0.25,1\n",
    "four scores a line": b"0.1\t0.25\t0.5\t0.5\n0.2\t0.5\t0.25\t1\n",
    "numbers and counts": b"1 2\n2 3\n3 4\n",
}


@pytest.mark.parametrize("content", TO_EDIT)
def test_files_to_edit(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    for name in ("old", "new", "gold"):
        Path(name).write_bytes(TO_EDIT[content])
    for words in (["compare", "old", "new"], ["rank", "old", "new"], ["compare", "old", "new", "--gold", "gold"]):
        follow_all([words])


ONE_TABLE = {
    "folds": "model,fold,accuracy\n"
    + "".join(f"{m},{i},.{7 + (i + k) % 3}\n" for k, m in enumerate("ab") for i in range(5)),
    "folds of two measures": "model,fold,acc,f1\n"
    + "".join(f"{m},{i},.{i + 1},.{9 - i}\n" for m in "ab" for i in range(3)),
    "unknown words": "id,old,new\n"
    + "".join(f"q{i},{'up' if i % 3 else 'down'},{'up' if i % 2 else 'down'}\n" for i in range(9)),
    "unknown words of each system": "id,model,is\n"
    + "".join(f"q{i},{m},{'up' if i % 3 else 'down'}\n" for i in range(9) for m in "ab"),
    "measures of datasets": "dataset,metric,old,new\nmmlu,-,-,-\narc,acc,31,32\nxsum,rouge1,21,23\ngsm,acc,7,9\n",
    "a classification report": ",precision,recall,f1-score,support\nno,.9,.8,.85,50\nmacro avg,.8,.8,.8,80\n",
    "running means": "id,model,running_acc\nx,a,1\nx,b,0\ny,a,.5\ny,b,.5\nz,a,.3\nz,b,.7\n",
    "running means side by side": "id,running_acc_old,running_acc_new\nx,1,0\ny,.5,.5\nz,.3,.7\n",
    "shares": "id,yes,no\n" + "".join(f"q{i},.{i},.{10 - i}\n" for i in range(1, 9)),
    "scores of people": "id,human_score,model_score\nx,3,4\ny,5,4\nz,1,2\n",
    "lengths": "id,len_ref,len_hyp\nx,5,6\ny,9,7\n",
    "a fold is missing": "model,fold,accuracy\na,1,.5\na,2,.6\na,3,.7\nb,1,.7\nb,2,.8\n",
}


@pytest.mark.parametrize("content", ONE_TABLE)
def test_tables_that_are_asked_about(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(ONE_TABLE[content])
    follow_all([["compare", "table.csv"], ["rank", "table.csv"]])


@pytest.mark.thorough
def test_written_tables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in range(16):
        case = written(Random(f"remedies {number}"))
        files = [file.name for file in case.files]
        for file in case.files:
            Path(file.name).write_bytes(file.data)
        follow_all([["rank", *files], *([["compare", *files]] if len(files) < 3 else [])])


@pytest.mark.skipif(not FAILURES.is_dir(), reason="the files are not beside the project (../shared/data)")
@pytest.mark.parametrize("folder", sorted(FAILURES.glob("*")) or [FAILURES], ids=lambda each: each.name)
def test_files_that_were_read_as_something_else(tmp_path, folder):
    folder = Path(shutil.copytree(folder, tmp_path / "files"))
    files = [str(file) for file in folder.iterdir() if file.name != "README" and not file.stem.startswith("gold")]
    files.sort(key=lambda name: ("new" in name, name))
    follow_all([["compare", *files], ["rank", *files]])
