"""The preview of a file before it is read."""

import pytest

from core.readers import Upload, preview
from tests.core.readers.test_conll_coreference import scored


def look(text, **options):
    return preview(Upload("folder/a.txt", text.encode()), **options)


@pytest.mark.parametrize(
    ("text", "kind", "delimiter", "has_header", "columns", "n_rows"),
    [
        ("0\n1\n\n", "scores", None, False, ["score"], 2),
        ("f1\n0.5\n", "scores", None, True, ["f1"], 1),
        ("1 2\n3 4\n", "scores", "white space", False, ["numerator", "denominator"], 2),
        ("sent\ttp\tpred\tgold\n0\t1\t2\t1\n", "table", "tabs", True, ["sent", "tp"], 1),
        ("right;all\n1;2\n", "scores", "semicolons", True, ["right", "all"], 1),
        ("1\t2\t3\n", "scores", "tabs", False, ["column 1", "column 2", "column 3"], 1),
        ("id,f1\na,1\n", "table", "commas", True, ["id", "f1"], 1),
        ("system;text\na;b\n", "table", "semicolons", True, ["system", "text"], 1),
        ("model score\nx 1\ny 2", "table", "white space", True, ["model", "score"], 2),
        ('{"id": 1, "new": {"f1": 0.5}}', "table", None, True, ["id", "new.f1"], 1),
        ("yes\nno\n", "labels", None, False, ["label"], 2),
        ("two words\nno\n", "labels", None, False, ["label"], 2),
        ("Ada B-PER\nwrote O\n\nso O\n", "entities", "white space", False, ["column 1", "tag"], 3),
        ("B-PER\nO\n\nO\n", "entities", None, False, ["tag"], 3),
        (scored(), "conll", None, False, ["document", "recall_numerator"], 3),
    ],
)
def test_what_a_file_holds(text, kind, delimiter, has_header, columns, n_rows):
    seen = look(text)
    assert (seen.name, seen.kind, seen.delimiter, seen.has_header) == ("a.txt", kind, delimiter, has_header)
    assert [column.name for column in seen.columns][: len(columns)] == columns
    assert seen.n_rows == n_rows
    assert seen.problems == ()


def test_columns_to_choose_from():
    seen = look("id,system,f1,note\n" + "".join(f"q{i},{'ab'[i % 2]},{i if i else ''},{i}%\n" for i in range(201)))
    assert [column.is_numeric for column in seen.columns] == [False, False, True, True]
    assert [column.n_missing for column in seen.columns] == [0, 0, 1, 0]
    assert [column.values for column in seen.columns[:2]] == [None, ("a", "b")]
    assert seen.id_column == "id"
    assert len(seen.rows) == 5
    assert seen.rows[1] == ("q1", "b", "1", "1%")


def test_problems_by_line():
    seen = look("1 2\n1 x\n1\n3 4\n")
    assert [problem.line for problem in seen.problems] == [2, 3]
    assert [problem.line for problem in look("1\n" + "x\n" * 500).problems] == list(range(2, 102))
    seen = look('id,f1\na,1\nb\nc,2\n"d",x\n')
    assert [(each.line, each.message[:12]) for each in seen.problems] == [(3, "1 field wher"), (5, "column 'f1':")]
