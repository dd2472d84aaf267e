"""Rows of one item must have the same task."""

import pytest

from core import DataError
from core.readers import Upload, read_long, read_table, read_tables


def table(text, name="a.csv"):
    return Upload(name, text.encode())


def test_items_keep_their_tasks():
    text = "task,old,new\nt1,1,0\nt2,0,1\nt1,,1\n"
    pair = read_table(table(text), baseline="old", experimental="new", strata="task", missing="drop")
    assert pair.strata == ("t1", "t2")
    old, new = table("id,task,score\nx,1,1\ny,1,0\n"), table("id,task,score\ny,1,1\nx,2,1\n", "b.csv")
    with pytest.raises(DataError, match=r"a.csv, line 2: task '1', but '2' for the same item in b.csv: .* same tasks."):
        read_tables(old, new, strata="task", columns="score")
    assert read_tables(old, old, strata="task").strata == ("1", "1")
    long = table("item,system,f1,group\na,old,.5,g\na,new,.75,g\nb,new,1,h\nb,old,1,h\n")
    named = {"system": "system", "score": "f1", "item": "item", "baseline": "old", "experimental": "new"}
    assert read_long(long, **named, strata="group").strata == ("g", "h")
