"""Score files: accepted forms, and the messages for refused ones."""

import json
import re

import numpy as np
import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, preview, read_scores
from tests.core.readers.parts import refusal as refused
from tests.core.readers.parts import upload as scores

GOOD = Upload("good.txt", b"1\n0\n1\n")


def read_one(text, **options):
    """Read the text as both systems."""
    return read_scores(scores(text, "a.txt"), scores(text, "b.txt"), **options)


def refusal(text, other=GOOD, **options):
    return refused(read_scores, scores(text, "a.txt"), other, **options)


def test_a_ratio_may_exceed_one_and_fractions_are_rounded_in_print():
    assert read_one("errors words\n7 2\n1 0\n").baseline.tolist() == [[7, 2], [1, 0]]
    assert len(read_one("1.66666666666667 1.66666666666666 nan 1\n1 1 1 1\n", missing="drop")) == 1
    assert len(read_one("1.66666666666667 1.66666666666666 1 1\n")) == 1


@pytest.mark.parametrize(
    "header", ["hits total", "correct_tokens,tokens", "tp,fp_fn", "matches,total", "hits needed hits found"]
)
def test_headers_of_counts_may_be_called_anything_else(header):
    names = re.split("[ ,]", header)
    row = (", " if "," in header else " ").join("1" for _ in names)
    pair = read_one(f"{header}\n{row}\n{row}\n")
    assert len(pair) == 2
    meaning = "numerator, denominator" if len(names) == 2 else "the counts of recall, then of precision"
    assert pair.notes[0] == f"Line 1 of a.txt is taken as a header: {', '.join(names)}, read as {meaning}."
    assert preview(scores(f"{header}\n{row}\n")).kind == "scores"


def test_paths_and_names(tmp_path):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "scores.txt").write_text("1\n2\n")
    pair = read_scores(tmp_path / "old" / "scores.txt", str(tmp_path / "new" / "scores.txt"))
    assert (pair.baseline_name, pair.experimental_name) == ("old/scores", "new/scores")
    pair = read_scores(GOOD, GOOD, baseline_name="A", experimental_name="B")
    assert (pair.baseline_name, pair.experimental_name) == ("A", "B")


@pytest.mark.parametrize("mark", ["None", "nan", "NaN", "null", "NA", ""])
def test_missing_scores_are_counted_and_named(mark):
    text = f"1\n{mark}\n0\n"
    message = refusal(text)
    assert message.startswith("A score is missing for 1 of 3 items of a.txt (line 2):")
    assert "--missing drop" in message


def test_dropping_pairs_says_how_many_and_keeps_the_items_numbers():
    pair = read_scores(scores("1\nnan\n0\n"), scores("nan\n1\n0\n"), missing="drop")
    assert pair.notes == ("2 of 3 items dropped: a score is missing (line 1, 2).",)
    assert pair.ids == ("3",)
    assert pair.baseline.tolist() == [[0, 1]]


def test_a_blank_line_of_several_columns_is_missing():
    assert len(read_one("1 2\n\n1 4\n", missing="drop")) == 2
    assert len(read_one("1,2\n3,\n1,4", missing="drop")) == 2
    with pytest.raises(DataError, match="line 3"):
        read_one("1\t2\n1\t4\n5\t\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\nn/a\n0\n", "a.txt, line 2: 'n/a' is not a number: write a number, or nan where there is none."),
        ("1\n0\ninf\n", "a.txt, line 3: 'inf' is infinite: every score must be a finite number."),
        ("1\n-Infinity\n", "line 2: '-Infinity' is infinite"),
        ("1\n1e999\n", "line 2: '1e999' is infinite"),
        ("1.5\n0,5\n", "line 2: '0,5' is not a number: use a point for decimals"),
        ("1\n53%\n", "line 2: '53%' is not a number: leave the per cent sign out"),
        ("1\n0.85*\n", "line 2: '0.85*' is not a number: write it without its mark (0.85)"),
        ("1\n\n0\n", "fill in a number (0 if a blank means wrong)"),
        ("1\n1_000\n", "line 2: '1_000' is not a number"),
        ("1\n٣\n", "line 2: '٣' is not a number"),
        ("1\nTrue\n", "line 2: 'True' is not a number: write 1 for true"),
        ("1\n0\n1\nmean 0.667\n", "line 4: 'mean 0.667' looks like a summary row: delete it"),
        ("1\n0\nAverage: 0.5\n", "line 3: 'Average: 0.5' looks like a summary row"),
        ("1 2\n0 3\nTotal: 1 5\n", "line 3: 'Total: 1 5' looks like a summary row"),
        ("1\n2 3\n", "line 2: '2 3' is not a number: it is several"),
        ("1 2\n3 4 5\n", "line 2: 3 fields where the first has 2"),
        ("1 2\n3\n", "line 2: 1 field where the first has 2"),
        ("1,2\n3;4\n", "line 2: semicolons where the other lines have commas: use one delimiter"),
        ("1 2\n3\t4\n5,6\n", "line 3: commas where the other lines have white space"),
        ("1,2\n3 4\n", "line 2: white space where the other lines have commas"),
        ("1,2;3.5\n", "line 1: commas and semicolons on one line"),
        ("a,b\n1 2\n", "line 1: the header 'a,b' does not name 2 columns"),
        ("a,b\n1\n", "line 1: the header 'a,b' does not name 1 column"),
        ("score\n", "a.txt has a header and no scores"),
        ("id,score\n1,2\n", "the column 'id' names the items: read both files as tables"),
        ("1 2 3\n4 5 6\n", "a.txt has 3 numbers an item, must be 1 (score), 2"),
        (
            "sent tp pred gold\n1 1 2 2\n",
            "line 1: the header 'sent tp pred gold' names other columns than the counts of",
        ),
        (
            "i,f1\n1,0.5\n",
            "line 1: the header 'i,f1' names other columns than the numerator and denominator of a score",
        ),
        ("total hits\n2 1\n", "line 1: the header 'total hits' names other columns than the numerator and"),
        ("old,new\n1,1\n", "line 1: the header 'old,new' names other columns than the numerator and denominator"),
        ("p_num p_den r_num r_den\n1 1 1 1\n", "names precision's counts before recall's: recall's two come first"),
        ("1 1 2 2\n3 2 1 1\n", "line 2: 3 / 2 is no recall: four numbers are the numerator and denominator of recall"),
        ("1 1 2 2\n1 1 1 0.5\n", "line 2: 1 / 0.5 is no precision: four numbers"),
        ("1 1 -1 2\n", "line 1: -1 / 2 is no precision"),
        ("1 2\n1 -2\n", "line 2: -2 is negative: a denominator must be >= 0"),
        (
            "1\nx\ny\n",
            "line 2: 'x' is not a number: write a number, 1 for right and 0 for wrong, or nan where there is none.",
        ),
    ],
)
def test_refusals_name_the_line_and_the_value(text, expected):
    assert expected in refusal(text, scores(text, "b.txt"))


def test_different_lengths_name_both_files():
    message = refusal("1\n0\n", Upload("b.txt", b"1\n"))
    assert message.startswith(
        "a.txt has 2 items and b.txt has 1. Matched line by line, both files need the same number of lines."
    )
    assert "id column" in message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "a.txt is empty"),
        (b"\xef\xbb\xbf", "a.txt holds blank lines only"),
        (b" \n\t\n", "a.txt holds blank lines only"),
        (b"0.5\n\x93\xff\n", "a.txt, line 2: byte 0x93 is not UTF-8"),
        (b"\xff\xfe1", "is not UTF-16"),
    ],
)
def test_files_that_are_no_text(data, expected):
    with pytest.raises(DataError) as caught:
        read_scores(Upload("a.txt", data), GOOD)
    assert expected in str(caught.value)


def test_paths_that_cannot_be_read(tmp_path):
    for path, expected in [
        (tmp_path / "none.txt", "There is no file"),
        (tmp_path, "is a folder"),
        ("a\0b", "cannot be read"),
        ("x" * 5000, "cannot be read"),
    ]:
        with pytest.raises(DataError, match=expected):
            read_scores(path, GOOD)


def test_four_numbers_that_are_counts_for_a_metric_of_ones_own():
    lines = [[0.3, 0.9, 0.2, 0.5], [0.1, 0.4, 0.2, 0.6], [0.3, 0.6, 0.1, 0.7]]
    files = [Upload(name, "".join(f"{' '.join(map(str, line))}\n" for line in lines).encode()) for name in ("a", "b")]
    with pytest.raises(DataError, match=r"not clearly counts: say that they are \(counts=True, --metric f1\)"):
        core.read(*files)
    own = core.Metric("own", ("a", "b", "c", "d"), fraction=((1, 0, 1, 0), (0, 1, 0, 1)))
    assert core.compare(core.read(*files, counts=True), metric=own).baseline == pytest.approx(1.2 / 3.7)


def signs(form, old, new):
    """Write the scores of two systems as lines, as tables or as logs."""
    written = {
        "lines": lambda scores: "".join(f"{score}\n" for score in scores),
        "tables": lambda scores: "id,score\n" + "".join(f"q{i},{score}\n" for i, score in enumerate(scores)),
        "logs": lambda scores: json.dumps({f"q{i}": {"map": score} for i, score in enumerate(scores)}),
    }[form]
    return [scores(written(each), f"{name}.{form}") for name, each in (("old", old), ("new", new))]


FORMS = ["lines", "tables", "logs"]
ASKED = r"\(missing_value=-1, --missing-value -1.*\), or every number is a score"


@pytest.mark.parametrize("read", [core.read, core.read_systems])
@pytest.mark.parametrize("form", FORMS)
def test_losses_and_wins_are_scores(form, read):
    old, new = [1, -1, 1, -1, -1, -1, 1, 1, 1, 1], [1, 1, 1, 1, -1, 1, -1, 1, 1, 1]
    found = read(*signs(form, old, new))
    assert [note for note in found.notes if note.startswith("Scores of -1 and 1 are taken as they are; if -1 marks")]
    assert core.compare(found).statistic == pytest.approx(np.mean(new) - np.mean(old))
    marked = read(*signs(form, old, new), missing_value=-1, **({} if form == "logs" else {"missing": "drop"}))
    assert len(marked) == 5


@pytest.mark.parametrize(("last", "is_far"), [(44, True), (11, True), (-50, True), (7, False)])
def test_a_score_far_from_all_others_is_pointed_out(last, is_far):
    lines = ["1\n2\n3\n4\n5\n" * 3, "2\n3\n4\n5\n5\n" * 2 + f"5\n4\n3\n2\n{last}\n"]
    files = [Upload(f"{i}.txt", text.encode()) for i, text in enumerate(lines)]
    found = core.read_systems(*files)
    assert any(f"--missing-value {last} --missing drop" in note for note in found.notes) == is_far
    assert core.read(*files, missing_value="none").notes == ()


@pytest.mark.parametrize("read", [core.read, core.read_systems])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("old", "rest"), [([1] * 9 + [-1], "are 1"), ([0, 1] * 4 + [-1, -1], "lie from 0 to 1")])
def test_a_mark_is_asked_about_beside_one_other_score_or_several(form, read, old, rest):
    with pytest.raises(OptionError, match=rf"^-1 stands . times? where all other scores {rest} \(.*{ASKED}"):
        read(*signs(form, old, [1] * 10))


@pytest.mark.parametrize("mark", [" ", ",", ", ", ";", "\t"])
@pytest.mark.parametrize("end", ["", "\n"])
def test_all_scores_on_one_line_are_scores_of_items(mark, end):
    numbers = [i / 16 for i in range(12)]
    on_one_line = mark.join(map(str, numbers)) + end
    pair = read_scores(scores(on_one_line, "old.txt"), scores("\n".join(map(str, numbers[::-1])), "new.txt"))
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == (numbers, numbers[::-1])
    assert "old.txt is one line of 12 numbers: each is read as the score of an item." in pair.notes


def test_a_fault_among_scores_on_one_line_is_named_by_its_place():
    line = "0.5 0.25 1 x 0 0 1 1 0 0.5"
    with pytest.raises(DataError, match=r"old.txt, number 4: 'x' is not a number"):
        read_scores(scores(line, "old.txt"), scores(line, "new.txt"))


def test_few_numbers_on_one_line_may_be_measures():
    files = [scores("0.5 0.25 0.75", name) for name in ("old.txt", "new.txt")]
    with pytest.raises(DataError, match="if each of them is the score of an item, write one a line"):
        read_scores(*files)
    below = [scores("0.5\n0.25\n0.75", name) for name in ("old.txt", "new.txt")]
    assert len(read_scores(*below)) == 3


@pytest.mark.parametrize("read", [core.read, core.read_systems])
@pytest.mark.parametrize("form", FORMS)
def test_several_marks_are_asked_about_and_named_together(form, read):
    old, new = [1, 2, 3, 4, 5, 4, 3, 2, 88, 99], [2, 3, 3, 4, 5, 5, 3, 2, 77, 1]
    with pytest.raises(OptionError, match=r"77 and 88 and 99 stand 3 times .* from 1 to 5 .*--missing-value 77,88,99"):
        read(*signs(form, old, new))
    with pytest.raises(OptionError, match=r"99 stands 1 time .*--missing-value 77,88,99"):
        read(*signs(form, old, new), missing_value="77,88")
    dropped = {} if form == "logs" else {"missing": "drop"}
    assert len(read(*signs(form, old, new), missing_value="77,88,99", **dropped)) == 8
    assert len(read(*signs(form, old, new), missing_value="none")) == 10


def test_a_nine_beside_a_scale_of_one_to_five_is_asked_about_and_beside_counts_it_is_a_count():
    new = [2, 3, 3, 4, 5, 5, 3, 2, 4, 1]
    with pytest.raises(OptionError, match="9 stands 1 time where all other scores lie from 1 to 5"):
        core.read(*signs("lines", [1, 2, 3, 4, 5, 4, 3, 2, 5, 9], new))
    assert len(core.read(*signs("lines", [0, 2, 3, 4, 5, 4, 3, 2, 5, 9], new))) == 10
