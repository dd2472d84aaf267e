"""Files with the right tags beside the predicted ones."""

import pytest

from core.errors import DataError
from core.readers import Upload, read_conlleval, read_entities

ROWS = """Ada NNP B-PER B-PER
Lovelace NNP I-PER O
wrote VBD O O

London NNP B-LOC B-LOC
is VBZ O O
"""


def file(name, rows=ROWS):
    return Upload(name, rows.encode())


BETTER = ROWS.replace("I-PER O", "I-PER I-PER")


def column(rows, at):
    return "\n".join(f"{line.split()[0]} {line.split()[at]}" if line else "" for line in rows.split("\n"))


def test_they_count_as_three_files_do():
    pair = read_conlleval(file("old.txt"), file("new.txt", BETTER))
    same = read_entities(*(file(f"{name}.txt", column(rows, at)) for name, rows, at in
                           (("gold", ROWS, 2), ("old", ROWS, 3), ("new", BETTER, 3))))  # fmt: skip
    assert pair.digest == same.digest
    assert pair.baseline.tolist() == [[0, 1, 0, 1], [1, 1, 1, 1]]


def test_other_right_tags_are_refused():
    with pytest.raises(DataError, match=r"differ in the right tags: only one has the LOC 'London' of line 5"):
        read_conlleval(file("old"), file("new", ROWS.replace("B-LOC B", "B-ORG B")))


def test_a_missing_column_is_refused():
    with pytest.raises(DataError, match="line 1: 'Ada' is no BIO tag"):
        read_conlleval(file("old"), file("new", column(ROWS, 1) + "\n"))
    with pytest.raises(DataError, match="line 1: 'O' has no column of right tags"):
        read_conlleval(file("old"), file("new", "O\n\nO\n"))
