"""Two tables with gold labels: recognised, joined, and refused if the gold labels differ."""

import pytest

import core
from core.cli.inputs import read_files
from core.errors import DataError, OptionError
from core.readers import Upload, read_label_tables, read_labels, suggest

GOLD, OLD, NEW = "nnyyn", "nnnyy", "nnyyy"


def table(name, predicted, gold=GOLD, header="id,gold,pred", order=1):
    rows = [f"q{i},{right},{label}" for i, (right, label) in enumerate(zip(gold, predicted, strict=True))]
    return Upload(name, "\n".join([header, *rows[::order]]).encode())


PAIR = (table("old.csv", OLD), table("new.csv", NEW, order=-1))


def test_they_are_read_as_three_files_of_labels_are():
    pair = read_label_tables(*PAIR)
    same = read_labels(*(Upload(name, "\n".join(labels).encode()) for name, labels in
                         (("gold", GOLD), ("old", OLD), ("new", NEW))))  # fmt: skip
    assert pair.baseline.tolist() == same.baseline.tolist()
    assert (pair.experimental.tolist(), pair.ids) == (same.experimental.tolist(), ("q0", "q1", "q2", "q3", "q4"))
    assert (pair.baseline_name, pair.labels) == ("old", ("n", "y"))


@pytest.mark.parametrize("header", ["id,gold,pred", "question,target,output", "id,label,prediction", "id,y_true,mine"])
def test_they_are_recognised(header, tmp_path):
    old, new = table("old.csv", OLD, header=header), table("new.csv", NEW, header=header, order=-1)
    found = suggest(old, new)
    assert (found.kind, found.open) == ("label-tables", ())
    assert [found.options[name] for name in ("gold", "columns", "id")] == header.split(",")[1:] + header.split(",")[:1]
    assert core.compare(core.read(old, new), metric="accuracy").helped == 1
    for each in (old, new):
        (tmp_path / each.name).write_bytes(each.data)
    assert read_files([str(tmp_path / "old.csv"), str(tmp_path / "new.csv")], "auto", {}).pair.labels == ("n", "y")


def test_columns_of_other_names_are_chosen(tmp_path):
    old, new = (table(f"{name}.csv", labels, header="id,a,b") for name, labels in (("old", OLD), ("new", NEW)))
    with pytest.raises(OptionError, match=r"share the columns 'id', 'a', 'b': say which holds the gold labels \(gold="):
        read_label_tables(old, new)
    assert read_label_tables(old, new, gold="a").labels == ("n", "y")
    for each in (old, new):
        (tmp_path / each.name).write_bytes(each.data)
    files = [str(tmp_path / "old.csv"), str(tmp_path / "new.csv")]
    assert read_files(files, "label-tables", {"gold": "a", "columns": "b"}).pair.labels == ("n", "y")
    assert read_files(files, "auto", {"gold": "a"}).pair.labels == ("n", "y")


def test_other_gold_labels_are_refused():
    with pytest.raises(DataError, match=r"column 'gold' has 'n', but old\.csv 'y' for the same item"):
        read_label_tables(PAIR[0], table("new.csv", NEW, gold="nnyny"))
    with pytest.raises(DataError, match=r"column 'key' has 'n', but a 'y' for the same item"):
        read_label_tables(table("a", OLD, header="id,key,b"), table("b", NEW, "nnyny", "id,key,b"), gold="key")


def test_scores_beside_the_labels_are_compared_if_they_are_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = {"a": zip(GOLD, OLD, [0.9, 0.8, 0.3, 0.4, 0.7], strict=True), "b": zip(GOLD, NEW, [0.1] * 5, strict=True)}
    for name, cells in rows.items():
        lines = [f"{i},{right},{label},{f1},{i}0" for i, (right, label, f1) in enumerate(cells)]
        (tmp_path / name).write_text("\n".join(["id,gold,pred,f1,length", *lines]))
    for kind in ("auto", "table"):
        assert read_files(["a", "b"], kind, {"columns": "f1"}).pair.baseline[0].tolist() == [0.9, 1]
    assert (
        core.read("a", "b", columns="f1").baseline.tolist()
        == core.read_tables("a", "b", columns="f1").baseline.tolist()
    )
    assert core.read("a", "b", columns="pred").labels == ("n", "y")
    assert core.read("a", "b").notes[-1] == "Not used: 'f1'; --columns f1 compares it."
    assert read_label_tables("a", "b", gold="gold").notes[-1].endswith("--columns f1 without --gold compares it.")
    with pytest.raises(OptionError, match="'f1' holds none of the gold labels: choose"):
        core.read("a", "b", columns="f1", labels=["n", "y"])
    with pytest.raises(OptionError, match="has no column 'f2': choose among 'id', 'gold', 'pred', 'f1'"):
        core.read("a", "b", columns="f2")
    with pytest.raises(OptionError, match="'gold' holds the gold labels: choose the column of the predictions"):
        core.read("a", "b", columns="gold")


def test_predictions_may_be_called_gold():
    def old(name, labels):
        rows = (f"{i},{right},{label},y" for i, (right, label) in enumerate(zip(GOLD, labels, strict=True)))
        return Upload(name, "\n".join(["id,key,gold,pred", *rows]).encode())

    pair = read_label_tables(old("a", OLD), old("b", NEW), gold="key", columns="gold")
    assert pair.baseline.tolist() == read_label_tables(*PAIR).baseline.tolist()


def test_predictions_are_not_taken_for_gold_labels():
    header = "id,target,pred"
    called = [table("old.csv", OLD, header=header), table("new.csv", NEW, header=header)]
    why = r"'pred' differs between old\.csv and new\.csv, so it is not a gold column: name another \(gold='target'"
    with pytest.raises(OptionError, match=why):
        read_label_tables(*called, gold="pred")
    with pytest.raises(OptionError, match=r"name another \(gold='gold', --gold gold\)"):
        read_label_tables(*PAIR, gold="pred")
    assert "'target' is gold on every row" in core.read(*called).notes[1]


def as_table(header, rows):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]).encode()


@pytest.mark.parametrize("name", ["correct", "acc", "is_correct"])
def test_the_scores_are_those_that_the_files_state_where_they_differ_from_the_labels(name):
    rows = [(str(i % 7), str(i % 7) if i % 3 else f"{i % 7}.0 apples", int(i % 5 > 0)) for i in range(40)]
    other = [(right, answer if i % 5 else "6", int(i % 4 > 0)) for i, (right, answer, _) in enumerate(rows)]
    old, new = (
        Upload(f"{system}.csv", as_table(f"id,target,answer,{name}", [(f"q{i}", *row) for i, row in enumerate(held)]))
        for system, held in (("old", rows), ("new", other))
    )
    pair = core.read(old, new)
    assert (pair.baseline[:, 0].sum(), pair.experimental[:, 0].sum()) == (32, 30)
    assert any("(it differs from a comparison" in note for note in core.read(old, new, gold="target").notes)
    both = as_table(
        f"id,target,old_answer,new_answer,old_{name},new_{name}",
        [(f"q{i}", a[0], a[1], b[1], a[2], b[2]) for i, (a, b) in enumerate(zip(rows, other, strict=True))],
    )
    assert core.read(Upload("both.csv", both)).digest == pair.digest
    long = as_table(
        f"id,system,target,answer,{name}",
        [(f"q{i}", system, *row) for system, held in (("old", rows), ("new", other)) for i, row in enumerate(held)],
    )
    assert core.read(Upload("long.csv", long)).digest == pair.digest


def test_columns_of_one_table_that_are_not_used_are_named():
    rows = [(f"q{i}", "ab"[i % 2], "ab"[i % 3 % 2], "a", i) for i in range(9)]
    pair = core.read(Upload("both.csv", as_table("id,gold,old,new,words", rows)))
    assert "Not used: 'words'." in pair.notes


def test_predictions_may_have_names_of_judgments():
    rows = [(f"q{i}", i % 2, (i % 2) ^ (i % 3 == 0), (i % 2) ^ (i % 4 == 0)) for i in range(24)]
    pair = core.read(Upload("both.csv", as_table("id,gold,toxic_old,toxic_new", rows)))
    assert pair.notes[0].startswith("Read as a table of labels")
    assert pair.baseline[:, ::3].sum() == 16
    judged = [(*row, int(row[1] == row[2]), int(row[1] == row[3])) for row in rows]
    same = core.read(Upload("both.csv", as_table("id,gold,toxic_old,toxic_new,correct_old,correct_new", judged)))
    assert same.digest == pair.digest
