"""The suggested options are exactly those that the readers would choose."""

import pytest

import core.readers as readers
from core.errors import DataError
from core.readers import Upload, suggest
from tests.core.readers.parts import upload
from tests.core.readers.test_conll_coreference import scored

GOLD = upload("task_id,gold\nt1,yes\nt2,no\nt3,no\n", "gold.csv")
OLD = upload("task_id,gold,pred\nt3,no,no\nt1,yes,no\nt2,no,no\n", "old.csv")
THREE = "".join(f"{item},{system},0.5\n" for item in "xyz" for system in "abc")
NEW = upload("task_id,gold,pred\nt2,no,no\nt3,no,yes\nt1,yes,yes\n", "new.csv")


def test_gold_is_not_suggested_as_the_prediction():
    found = suggest(OLD, NEW, gold=GOLD)
    assert (found.kind, found.open) == ("labels", ())
    pair = readers.read_labels(GOLD, OLD, NEW, **found.options)
    assert pair.baseline[:, ::3].sum() == pair.experimental[:, ::3].sum() == 2
    assert any("'gold' is gold on every row" in note for note in pair.notes)


def test_an_id_told_by_its_values_is_suggested():
    old = upload("query_id,words,bleu\nt1,2,0.5\nt2,3,0.25\nt3,2,-1\n")
    new = upload("query_id,words,bleu\nt2,3,0.75\nt3,2,-0.5\nt1,2,0.25\n", "b.csv")
    found = suggest(old, new)
    assert found.options == {"id": "query_id", "columns": "bleu"}
    assert len(readers.read_tables(old, new, **found.options)) == 3


def test_an_id_of_two_names_is_left_to_the_reader():
    old, new = upload("name,bleu\nx,1\ny,2\nz,4\n"), upload("key,bleu\ny,1\nz,3\nx,2\n", "b.csv")
    found = suggest(old, new)
    assert (found.kind, found.options) == ("tables", {"columns": "bleu"})
    assert readers.read_tables(old, new, **found.options).ids == ("x", "y", "z")
    proposed = readers.arrangement(old, new).proposed
    assert readers.read_systems(old, new, **proposed).ids == ("x", "y", "z")


@pytest.mark.parametrize(
    ("files", "kind", "open_"),
    [
        (["1\n0\n", "0\n1\n"], "scores", ()),
        (["id,f1,em\na,1,0\nb,0,1\n", "id,f1,em\na,0,1\nb,1,0\n"], "tables", ("columns",)),
        (["yes\nno\n", "no\nno\n"], "labels", ("gold",)),
        (["id,old,new\na,1,0\nb,0,1\n"], "table", ()),
        (["id,a,b,c\nx,1,0,1\ny,0,1,1\n"], "table", ("baseline", "experimental")),
        (["gold,a,b\nx,x,y\ny,x,y\nx,x,x\n"], "label-table", ()),
        (["1\n0\n"], "scores", ("experimental",)),
        (["id,a,b\nx,0.5,17\ny,0.75,9\nz,0,12\n"], "table", ("baseline", "experimental")),
        (["item,system,score\n" + THREE], "long", ("baseline", "experimental")),
    ],
)
def test_what_is_not_sure_is_left_open(files, kind, open_):
    found = suggest(*(upload(text, f"{i}.txt") for i, text in enumerate(files)))
    assert (found.kind, found.open) == (kind, open_)


SHAPES = {
    "scores": upload("1\n0\n1\n", "scores"),
    "table": upload("id,score\na,1\nb,0\n", "table"),
    "labels": upload("yes\nno\n", "labels"),
    "tags": upload("Ada B-PER\nran O\n\nBo B-PER\n", "tags"),
    "conll": upload(scored(), "conll"),
}


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        *((shape, "table", "tables") for shape in ("scores", "labels", "tags")),
        ("scores", "labels", "scores"),
        ("scores", "tags", "scores"),
        ("labels", "tags", "labels"),
        ("tags", "tags", "entities"),
        *((shape, "conll", "conll") for shape in SHAPES),
    ],
)
def test_two_files_of_different_looks_are_told_together(first, second, kind):
    for files in ((first, second), (second, first)):
        assert suggest(*(SHAPES[name] for name in files)).kind == kind


def test_a_file_that_cannot_be_read_is_refused_beside_one_that_can():
    image = Upload("a.png", b"\x89PNG")
    for files, gold in (((SHAPES["scores"], image), None), ((image, SHAPES["labels"]), SHAPES["labels"])):
        with pytest.raises(DataError, match="is an image"):
            suggest(*files, gold=gold)


def test_a_long_table_of_measures_is_long_and_the_measure_is_asked_for():
    rows = [f"q{i},{system},{measure},0.{i}" for i in range(9) for system in ("a", "b") for measure in ("em", "f1")]
    file = upload("\n".join(["id,system,variable,value", *rows]))
    found = suggest(file)
    assert (found.kind, found.options["system"], found.options["score"]) == ("long", "system", "value")
    assert len(readers.read(file, measure="em")) == 9
