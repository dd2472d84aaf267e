"""The suggested arrangement of the files of many systems is the one that `read_systems` uses."""

import pytest

from core import OptionError
from core.readers import Upload, arrangement, read_systems

WIDE = b"item,rules,old,new,document\na,0,1,1,d\nb,0,0,1,d\n"
LONG = b"item,model,seed,f1\n" + b"".join(
    b"%s,%s,%d,.%d\n" % (item, model, seed, 3 + seed)
    for item in (b"a", b"b") for model in (b"old", b"new") for seed in (1, 2)
)  # fmt: skip


@pytest.mark.parametrize(
    ("files", "given", "kind", "proposed"),
    [
        ({"a.csv": WIDE}, {}, "wide", {"id": "item", "columns": ("rules", "old", "new")}),
        ({"a.csv": WIDE}, {"cluster": "document"}, "wide", {"id": "item", "columns": ("rules", "old", "new")}),
        ({"a.csv": LONG}, {}, "long", {"system": "model", "id": "item", "score": "f1", "runs": "seed"}),
        (
            {"a.csv": b"id,f1\na,1\nb,0\n", "b.csv": b"id,f1\nb,1\na,1\n"},
            {},
            "tables",
            {"id": "id", "columns": ("f1",)},
        ),
        ({"a.txt": b"1\n0\n", "b.txt": b"1\n1\n"}, {}, "scores", {}),
    ],
)
def test_files_are_read_as_they_are_proposed(files, given, kind, proposed):
    uploads = [Upload(name, data) for name, data in files.items()]
    found = arrangement(*uploads, **given)
    assert (found.kind, found.proposed) == (kind, proposed)
    assert read_systems(*uploads, **(found.proposed | given)).digest == read_systems(*uploads, **given).digest


def test_columns_of_different_quantities_are_not_proposed():
    found = arrangement(Upload("a.csv", b"item,bleu,length\na,.5,12\nb,.4,9\n"))
    assert (found.kind, found.proposed) == ("wide", {"id": "item"})


def test_a_table_is_meant_as_it_is_said():
    assert arrangement(Upload("a.csv", LONG), kind="wide").kind == "wide"
    found = arrangement(Upload("a.csv", WIDE), kind="long")
    assert (found.kind, found.proposed) == ("long", {"id": "item"})


def test_logs_are_told_by_their_format():
    log = b"map\tq1\t.5\nmap\tq2\t.25\nmap\tall\t.375\n"
    found = arrangement(Upload("a.eval", log), Upload("b.eval", log))
    assert (found.kind, found.format.name) == ("logs", "trec")


@pytest.mark.parametrize("runs", [(), ("1", "2", "3")])
@pytest.mark.parametrize("item", ["sample", "participant", "stimulus"])
def test_systems_that_are_numbered_are_asked_for(item, runs):
    header = ",".join([item, "arm", *(["seed"] if runs else []), "y"])
    rows = [
        ",".join([str(i + 100), arm, *([run] if run else []), str((i // (1 + 2 * int(arm))) % 2)])
        for i in range(12) for arm in "01" for run in runs or ("",)
    ]  # fmt: skip
    file = Upload("trial.csv", "\n".join([header, *rows]).encode())
    with pytest.raises(OptionError, match=f"--system-column arm --id {item} --score-column y"):
        read_systems(file)
    found = read_systems(file, system="arm", id=item, score="y")
    assert (found.names, len(found), found.statistics.shape[1]) == (("0", "1"), 12, len(runs) or 1)
