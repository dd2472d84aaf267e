"""A format is one record: a format added in one file is available everywhere."""

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import FORMATS, Upload, preview, suggest
from tests.core.readers.new_format import NEW, OLD, QUIZ
from tests.core.test_cli import error, printed, run


@pytest.fixture
def formats(monkeypatch, tmp_path):
    """Register a new format, and write its files into the working directory."""
    monkeypatch.setitem(FORMATS, "quiz", QUIZ)
    monkeypatch.chdir(tmp_path)
    for upload in (OLD, NEW):
        (tmp_path / upload.name).write_bytes(upload.data)


def test_a_new_format_is_in_the_help_of_every_command_that_reads(formats):
    for name in ("compare", "plan"):
        shown = " ".join(run(name, "--help").stdout.split())
        assert "|quiz|frame]" in shown
        assert "quiz Marks of a quiz. A line with the judges' names, then their marks of each question." in shown
        assert "--judge NAME Whose marks [default: the first]." in shown
    assert "quiz" not in run("claim", "--help").stdout


@pytest.mark.parametrize("words", [(), ("--from", "quiz")])
def test_the_command_line_reads_a_new_format(formats, words):
    shown = printed("compare", "old.quiz", "new.quiz", *words)
    assert (shown["helped"], shown["hurt"], shown["n_items"], shown["baseline_name"]) == (2, 0, 4, "old")
    shown = printed("compare", "old.quiz", "new.quiz", "--judge", "Bo", *words)
    assert (shown["helped"], shown["hurt"]) == (1, 1)
    assert "--id has no meaning for quizzes" in error("compare", "old.quiz", "new.quiz", "--from", "quiz", "--id", "x")
    assert "old.quiz holds one system only, as quizzes do" in error("compare", "old.quiz")
    assert "3 files were named, but quizzes come in two files" in error("compare", *["old.quiz"] * 3)


def test_a_new_format_is_recognised(formats):
    found = suggest(OLD, NEW)
    assert (found.kind, found.why, found.open) == ("quiz", "its first line says so", ())
    assert preview(OLD).kind == "quiz"
    assert core.read(OLD, NEW, judge="Bo").experimental[:, 0].tolist() == [1, 0, 1, 0]


def test_a_folder_is_no_score_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    with pytest.raises(DataError, match="runs is a folder without files: name one that holds logs"):
        core.read("runs", "runs")
    with pytest.raises(DataError, match="runs is a folder: name a file in it"):
        core.read_scores("runs", "runs")
    for upload in SCORES:
        (tmp_path / "runs" / upload.name).write_bytes(upload.data)
    assert "runs: no logs in such a folder. Name the files of both systems." in error("compare", "runs")


SCORES = (Upload("old.txt", b"1\n0\n"), Upload("new.txt", b"1\n1\n"))
WIDE = Upload("both.csv", b"id,old,new\na,0,1\nb,1,1\n")
WORDS = (Upload("old.txt", b"yes\nno\n"), Upload("new.txt", b"yes\nyes\n"))


def test_read_tells_the_format_and_says_what_it_chose():
    assert core.read(*SCORES).digest == core.read_scores(*SCORES).digest
    pair = core.read(WIDE)
    assert pair.digest == core.read_table(WIDE, baseline="old", experimental="new").digest
    assert pair.notes[-1] == "Baseline is old, which comes first."
    swapped = core.read(WIDE, baseline="new", experimental="old")
    assert (swapped.baseline_name, len(swapped.notes)) == ("new", 1)
    gold = Upload("gold.txt", b"no\nyes\n")
    assert core.read(*WORDS, gold=gold).digest == core.read_labels(gold, *WORDS).digest
    assert core.read(*SCORES, format="tables", columns="column 1").notes


@pytest.mark.parametrize(
    ("files", "options", "sentence"),
    [
        ((), {}, "No file is named: give two files, or one that holds both systems."),
        (SCORES[:1], {}, "old.txt holds one system only, as score files do: name the other's file after it."),
        (WORDS[:1], {}, "old.txt holds one system only, as labels do"),
        (WORDS, {}, "old.txt and new.txt hold no numbers: if they say what was right, write 1 for"),
        (SCORES, {"colums": "a"}, "The files are read as score files, without colums=: leave it out"),
        ((WIDE, WIDE), {"total": 3}, "The files are read as two tables, without total=: leave it out"),
        (SCORES, {"format": "score"}, "format == 'score', must be one of scores, table, tables"),
        (SCORES, {"format": "long"}, "2 files were named, but a long table is one FILE"),
        ((WIDE,), {"format": "long"}, "say which names the system"),
    ],
)
def test_what_read_cannot_tell_is_one_sentence(files, options, sentence):
    with pytest.raises(OptionError, match=sentence):
        core.read(*files, **options)
