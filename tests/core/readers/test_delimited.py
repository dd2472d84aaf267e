"""Quotation marks do not hide rows."""

import pytest

from core.errors import DataError
from core.readers import Upload, read_labels, read_scores, read_tables, suggest
from core.readers.parsing.file import load_table


def upload(text):
    return Upload("a.tsv", text.encode())


def read(text, **options):
    return read_tables(upload(text), upload(text), columns="score", **options)


@pytest.mark.parametrize(
    "texts",
    [
        ['"hello', 'world"', "c", "d"],
        ["a", '"', "b", '"'],
        ['6" pipe', '"yes" and "no"', '"open', "x"],
        ['"whole"', '"with ""two"" more"', "plain", '""'],
        ["d", 'end"', '"begin', "x"],
    ],
)
@pytest.mark.parametrize("position", [0, 1])
def test_a_row_of_a_tsv_is_a_line(texts, position):
    rows = [(text, str(i / 4)) for i, text in enumerate(texts)]
    lines = ["\t".join(row if position else row[::-1]) for row in [("text", "score"), *rows]]
    pair = read("\n".join(lines), id="position")
    assert pair.baseline[:, 0].tolist() == [0, 0.25, 0.5, 0.75]


def test_quotes_that_keep_a_tab_or_line_together_still_do():
    pair = read('id\ttext\tscore\na\t"x\ty"\t1\nb\t"two\nlines"\t0\n')
    assert pair.baseline[:, 0].tolist() == [1, 0]
    assert pair.ids == ("a", "b")


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_rows_that_a_quote_would_swallow_are_asked_about(delimiter):
    rows = [("id", "text", "score"), ("q1", '"hello', "1"), ("q2", 'world"', "0"), ("q3", "x", "1")]
    with pytest.raises(DataError, match=r"line 2: (a quote opens there and closes|text follows a closing quote)"):
        read("\n".join(delimiter.join(row) for row in rows))


def test_the_line_that_tells_excel_the_separator_is_no_row():
    table = load_table(Upload("a.csv", b"sep=;\r\nid;score\r\nx;1\r\ny;0\r\n"))
    assert (table.columns, table.lines[0]) == (("id", "score"), 3)


@pytest.mark.parametrize("row", [",,", '"","",""', " , , ", ",,,,", ";;", "\t\t"])
def test_the_last_rows_may_hold_empty_cells_only(row):
    mark = next(mark for mark in ",;\t" if mark in row)
    lines = ["id,old,new", "a,1,0", "b,0,1"]
    table = load_table(upload("\n".join([line.replace(",", mark) for line in lines] + [row] * 3) + "\n"))
    assert table.column("id") == ["a", "b"]


def test_the_last_counts_of_a_score_file_may_be_empty():
    text = upload("numerator,denominator\n1,2\n2,3\n,\n,\n")
    assert len(read_scores(text, text)) == 2


def test_a_single_empty_cell_at_the_end_is_a_missing_score():
    with pytest.raises(DataError, match=r"line 4: "):
        read_scores(*[upload('score\n0.5\n0.25\n""\n')] * 2)


def test_bars_are_no_delimiter_but_may_be_in_labels_and_names():
    with pytest.raises(DataError, match=r"a\.tsv has '\|' between its columns"):
        load_table(upload("name|old|new\nx|0.5|\ny|0.25|1\n"))
    assert read("id,score,p(a|b)\nx,1,y|z\ny,0,z|z\n").baseline[:, 0].tolist() == [1, 0]
    for lines in ("a|b\nb|c\n", "1|2\n2|3\n"):
        assert read_labels(*[upload(lines)] * 3).labels == tuple(lines.split())
        assert suggest(upload(lines), upload(lines), gold=upload(lines)).kind == "labels"
