"""Comments above scores are left out, and lines are counted with them."""

import io

import numpy as np
import pytest

from core.errors import DataError
from core.readers import Upload, preview, read_scores, read_table
from core.readers.parsing.text import read_text


def file(*lines, name="old.txt"):
    return Upload(name, "\n".join(lines).encode())


def test_comments_above_a_score_file():
    old, new = (file("# scores of mine", "#", "## made today", *scores, name=name) for name, scores in
                (("old.txt", "011"), ("new.txt", "111")))  # fmt: skip
    assert read_scores(old, new).baseline[:, 0].tolist() == [0, 1, 1]
    with pytest.raises(DataError, match=r"old\.txt, line 4: 'x' is not a number"):
        read_scores(file("# a", "# b", "0", "x"), new)
    assert preview(old).kind == "scores"


def test_comments_above_a_table():
    pair = read_table(file("# two systems", "id,old,new", "a,0,1", "b,1,1"), baseline="old", experimental="new")
    assert pair.ids == ("a", "b")
    with pytest.raises(DataError, match=r"old\.txt, line 4: column 'new': 'x' is not a number"):
        read_table(file("# two systems", "id,old,new", "a,0,1", "b,1,x"), baseline="old", experimental="new")


def test_what_numpy_writes_above_its_columns_names_them():
    held = io.BytesIO()
    np.savetxt(held, [[0.5, 1], [0.25, 0.75]], header="written by a script\nold new", fmt="%g")
    pair = read_table(Upload("a.txt", held.getvalue()), baseline="old", experimental="new")
    assert pair.experimental[:, 0].tolist() == [1, 0.75]


@pytest.mark.parametrize(
    "lines",
    [["#id,score", "a,0.5"], ["#hashtag", "#other"], ["# O", "Ada B-PER"], ["#\tO", "Ada\tB-PER"], ["0", "# 1"]],
)
def test_other_number_signs_stay(lines):
    assert read_text(file(*lines)).lines == lines


def test_a_comment_below_is_refused():
    with pytest.raises(DataError, match=r"old\.txt, line 3: '# mean 0\.5' is not a number"):
        read_scores(file("0", "1", "# mean 0.5"), file("0", "1"))
