"""Excel workbooks: the values shown on a sheet are read in their rows, or refused with a message."""

import datetime
import io
import re
import zipfile

import openpyxl
import pytest

import core
from core.errors import DataError
from core.readers import Upload, preview, read_scores, read_systems, read_table, read_tables
from tests.core.readers.packed.made import saved, text, workbook

ROWS = [["id", "old", "new"], ["a", 0, 1], ["b", 0.25, 0.5]]


def members(upload, **changed):
    """Return the workbook with some of its XML replaced."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(upload.data)) as old, zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, changed.get(name.rpartition("/")[2].partition(".")[0], lambda xml: xml)(old.read(name)))
    return Upload(upload.name, held.getvalue())


def test_a_sheet_is_a_table():
    pair = read_table(workbook(Sheet=ROWS), baseline="old", experimental="new")
    assert (pair.ids, pair.decimals) == (("a", "b"), 2)
    assert pair.experimental[:, 0].tolist() == [1.0, 0.5]
    seen = preview(workbook(Sheet=ROWS))
    assert (seen.kind, [column.name for column in seen.columns], seen.n_rows) == ("table", ["id", "old", "new"], 2)


def test_a_column_of_numbers_is_a_score_file():
    old, new = (workbook(f"{name}.xlsx", S=[[score] for score in scores]) for name, scores in
                (("old", [0, 1, 1]), ("new", [1, 1, 1])))  # fmt: skip
    pair = core.read(old, new)
    assert (pair.baseline_name, pair.baseline[:, 0].tolist()) == ("old", [0, 1, 1])
    assert read_scores(old, Upload("new.txt", b"1\n1\n1\n")).experimental_name == "new"


def test_per_cent_is_read_as_it_is_shown():
    book = openpyxl.Workbook()
    for row in (["old", "new"], [0.532, 0.6], [0.07, 0], [1, 0.123456]):
        book.active.append(row)
    for row in book.active.iter_rows(min_row=2):
        for cell in row:
            cell.number_format = "0.0%"
    assert text(saved(book)) == "old,new\n53.2%,60%\n7%,0%\n100%,12.3456%"
    pair = read_table(saved(book), baseline="old", experimental="new")
    assert pair.baseline[:, 0].tolist() == [53.2, 7.0, 100.0]
    assert "scores are in per cent, read without the sign" in pair.notes[0]


def test_dates_are_no_scores():
    rows = [["old", "new"], [datetime.date(2026, 1, 2), 1], [datetime.datetime(2026, 1, 3, 12), 0]]
    with pytest.raises(DataError, match=r"a\.xlsx, line 2: column 'old': '2026-01-02\S*' is not a number"):
        read_table(workbook(S=rows), baseline="old", experimental="new")


def test_errors_are_no_scores():
    with pytest.raises(DataError, match=r"a\.xlsx, line 3: column 'new': '#DIV/0!' is not a number"):
        read_table(workbook(S=[["old", "new"], [1, 1], [0, "#DIV/0!"]]), baseline="old", experimental="new")


def test_a_formula_needs_its_value():
    with pytest.raises(DataError, match=r"^a\.xlsx, line 2: the formula in cell B2 was saved without its value: open"):
        text(workbook(S=[["old", "new"], [1, "=A2*2"]]))
    upload = workbook(S=[["old", "new"], [1, "=A2*2"]])
    computed = members(upload, sheet1=lambda xml: re.sub(rb"<v ?/>|<v></v>", b"<v>2</v>", xml))
    assert text(computed) == "old,new\n1,2"


def test_empty_cells_are_missing():
    rows = workbook(S=[["id", "old", "new"], ["a", 1, None], ["b", 0, 1]])
    with pytest.raises(DataError, match="missing"):
        read_table(rows, baseline="old", experimental="new")
    assert len(read_table(rows, baseline="old", experimental="new", missing="drop")) == 1


def test_rows_are_counted_as_the_sheet_counts_them():
    rows = [[], [], [None, "old", "new"], [None, 1, 1], [None, 0, "x"], []]
    with pytest.raises(DataError, match=r"a\.xlsx, line 5: column 'new': 'x' is not a number"):
        read_table(workbook(S=rows), baseline="old", experimental="new")
    with pytest.raises(DataError, match=r"a\.xlsx, line 4: a blank line"):
        read_table(workbook(S=[[], *ROWS[:2], [], *ROWS[2:]]), baseline="old", experimental="new")
    with pytest.raises(DataError, match=r"a\.xlsx, line 5: 'x' is not a number"):
        read_scores(workbook(S=[[], [], ["score"], [1], ["x"]]), workbook("b.xlsx", S=[[1], [1]]))


def test_several_sheets_are_asked_about_and_named():
    upload = workbook(old=[["id", "score"], ["a", 0], ["b", 1]], new=[["id", "score"], ["b", 1], ["a", 1]])
    with pytest.raises(
        DataError, match=r"^a\.xlsx has 2 sheets that hold something, 'old', 'new': name .* a\.xlsx#old"
    ):
        preview(upload)
    pair = read_tables(*(upload._replace(name=f"a.xlsx#{sheet}") for sheet in ("old", "new")))
    assert (pair.baseline_name, pair.experimental_name, pair.ids) == ("old", "new", ("a", "b"))
    with pytest.raises(DataError, match=r"no sheet is called 'newer': choose among 'old', 'new'"):
        preview(upload._replace(name="a.xlsx#newer"))


def test_a_sheet_of_a_file_is_named_by_its_path(tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_bytes(workbook(old=[[0], [1]], new=[[1], [1]], newer=[[1], [0]]).data)
    scores = read_systems(*(f"{path}#{sheet}" for sheet in ("old", "new", "newer")))
    assert scores.names == ("old", "new", "newer")
    with pytest.raises(DataError, match="There is no file"):
        preview(f"{tmp_path}/b.xlsx#old")


def test_an_empty_workbook():
    with pytest.raises(DataError, match=r"a\.xlsx is empty"):
        text(workbook(S=[]))
    with pytest.raises(DataError, match=r"sheet 'S' is empty"):
        text(workbook(S=[], T=[[1]])._replace(name="a.xlsx#S"))


def test_cut_workbooks_are_refused():
    upload = workbook(S=ROWS)
    for data in (upload.data[: len(upload.data) // 2], upload.data[:200] + b"xl/workbook.xml", upload.data[:-30]):
        with pytest.raises(DataError):
            text(upload._replace(data=data))
    for part in ("sheet1", "workbook", "styles"):
        with pytest.raises(DataError, match=r"a\.xlsx is not a whole workbook"):
            text(members(upload, **{part: lambda xml: xml[: len(xml) // 2]}))


def test_a_bomb_is_not_unpacked():
    upload = members(workbook(S=ROWS), sheet1=lambda xml: xml + b" " * 60_000_000)
    assert len(upload.data) < 200_000
    with pytest.raises(DataError, match=r"a\.xlsx unpacks to 60 MB, and at most"):
        text(upload)


@pytest.mark.parametrize("place", ["XFD9", "A199999", "ZZZZZ1"])
def test_a_cell_far_away_takes_no_room(place, monkeypatch):
    monkeypatch.setattr("core.readers.parsing.packed.workbook._MOST_ROWS", 100_000)
    row = "".join(filter(str.isdigit, place)).encode()
    upload = members(
        workbook(S=ROWS),
        sheet1=lambda xml: xml.replace(
            b"</sheetData>", b'<row r="' + row + b'"><c r="' + place.encode() + b'"><v>1</v></c></row></sheetData>'
        ),
    )
    with pytest.raises(DataError, match=r"a\.xlsx"):
        text(upload)


def test_more_cells_than_are_read_in_a_few_seconds_are_refused(monkeypatch):
    monkeypatch.setattr("core.readers.parsing.packed.workbook._MOST_CELLS", 8)
    with pytest.raises(DataError, match=r"a\.xlsx holds 9 cells or more, and at most 8 are read: .* save it as CSV"):
        text(workbook(Sheet=ROWS))
    monkeypatch.setattr("core.readers.parsing.packed.workbook._MOST_CELLS", 9)
    assert text(workbook(Sheet=ROWS)).startswith("id,old,new")
