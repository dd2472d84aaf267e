"""The first line of a table is a header or an item; if neither is certain, the reader asks."""

import pytest

from core.errors import DataError, OptionError
from core.readers import read, read_label_table, read_labels, read_systems, read_tables, suggest
from core.readers.parsing.file import File, load_table
from tests.core.readers.parts import upload


@pytest.mark.parametrize(
    "text",
    [
        "q1,0.5\nq2,0.25\nq3,1\n",
        "doc_1 0.5\ndoc_2 0.25\ndoc_3 1\n",
        "s-1;0.50\ns-2;0.25\ns-3;1.00\n",
        "en\t0.5\nde\t0.25\nfr\t1\n",
    ],
)
def test_a_table_without_names_loses_no_item(text):
    pair = read_tables(upload(text), upload(text))
    assert pair.baseline[:, 0].tolist() == [0.5, 0.25, 1]
    assert read_tables(upload(text), upload(text), columns="column 2").digest == pair.digest


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("0.5\n0.25\n1\n", "0.5"),
        ("1,0\n0,1\n1,1\n", "1"),
        ("word,1\nfoo,0\nbar,1\n", "1"),
        ("7,3\n5,4\n8,8\n", "7"),
        ("q1,0.5\nq2,0.25\nq3,1\n", "0.5"),
        ("q1,0.5,0.5\nq2,0.25,0.1\n", "0.5"),
    ],
)
def test_a_value_of_the_first_line_is_no_name(text, columns):
    with pytest.raises((DataError, OptionError)):
        read_tables(upload(text), upload(text), columns=columns)


def test_a_label_of_the_first_line_is_no_name():
    text = "q1,yes\nq2,no\nq3,yes\n"
    with pytest.raises(OptionError, match="no column 'yes': choose among 'column 1', 'column 2'"):
        read_labels(*[upload(text)] * 3, columns="yes")
    pair = read_labels(*[upload(text)] * 3, columns="column 2")
    assert len(pair) == 3
    with pytest.raises(OptionError):
        read_label_table(upload("yes,yes,no\nno,yes,no\nyes,no,no\n"), gold="yes", baseline="yes", experimental="no")


def test_a_first_line_with_a_score_is_an_item_although_a_cell_is_called_as_columns_are():
    rows = [f"{system},ref,{item},0.{item + 1}" for system in ("old", "new") for item in range(9)]
    assert load_table(upload("\n".join(rows))).columns[0] == "column 1"


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("id,old,new,,", "{i},0.{i},0.{j},,"),
        ("id,old,,new", "{i},0.{i},,0.{j}"),
        ("id;old;new;;", "{i};0.{i};0.{j};;"),
        (",old,new,", ",0.{i},0.{j},"),
    ],
)
def test_columns_without_a_name_and_without_content_are_left_out(head, row):
    text = "\n".join([head, *(row.format(i=i, j=i + 1) for i in range(1, 8))])
    table = load_table(upload(text))
    assert set(table.columns) <= {"id", "old", "new"}
    assert suggest(upload(text)).options["experimental"] == "new"


@pytest.mark.parametrize("head", ["id,score,,", "score,,"])
def test_two_files_with_columns_without_a_name_and_without_content_are_tables(head):
    rows = ["0.5,,", "0.25,,", "1,,"]
    texts = [upload("\n".join([head, *(f"{i},{row}" if "id" in head else row for i, row in enumerate(rows))]))] * 2
    assert suggest(*texts).kind == "tables"
    assert read_tables(*texts).baseline[:, 0].tolist() == [0.5, 0.25, 1]


def test_a_column_without_a_name_that_holds_something_stays_and_numbers_are_those_of_the_file():
    assert load_table(upload("id,old,\na,1,0\nb,0,1\n")).columns == ("id", "old", "column 3")
    table = load_table(upload("q1,,0.5\nq2,,0.25\nq3,,1\n"))
    assert table.columns == ("column 1", "column 3")


@pytest.mark.parametrize("corner", ["", "name"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("values", ["0 1 1 0 1 1 0 1", "0.5 0.25 1.0 0.0 0.75 0.5 0.25 1.0"])
def test_pandas_numbers_the_columns_of_a_table_that_was_turned(corner, first, values):
    cells = values.split()
    rows = [[corner, *map(str, range(first, first + len(cells)))], ["old", *cells], ["new", *cells[::-1]]]
    table = upload("\n".join(map(",".join, rows)))
    with pytest.raises(OptionError, match="--transpose"):
        read_systems(table)
    scores = read_systems(table, transpose=True)
    assert (scores.names, scores.ids) == (("old", "new"), tuple(rows[0][1:]))
    assert len(read_systems(table, id=corner or "column 1").names) == len(cells)


@pytest.mark.parametrize("text", ["q1,0,1,2\nq2,1,1,2\nq3,2,0,1\n", "q1,1,2,3,4,5\nq2,2,2,3,4,1\nq3,2,0,1,1,1\n"])
def test_few_running_numbers_are_scores_of_an_item(text):
    assert load_table(upload(text)).columns[1] == "column 2"


def test_a_column_of_gold_labels_may_be_called_true():
    assert File(upload("id,true,old,new\n1,2.5,3,4\n2,3.5,1,2\n")).shape == "columns"
    assert len(read(upload("q1,true,false\nq2,true,true\nq3,false,true\n"))) == 3
