"""Files of tools without item scores are named with a remedy, and similar files are not refused."""

import json

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, suggest
from core.readers.parsing.problems import refuse_blank_lines


@pytest.mark.parametrize(("content", "what"), [
    ("301 Q0 FBIS3-10082 1 9.5 tag\n301 Q0 FT-2 2 9.25 tag\n", "is a TREC run"),
    ("| item | old | new |\n|---|:-:|--:|\n| a | 1 | 0 |\n| b | 1 | 1 |\n", "holds a Markdown table"),
    ("id|old|new\n1|0.5|0.6\n2|0.1|0.3\n", r"has '\|' between its columns, which is not read: save it with commas"),
    ("q1\tQ0\td7\t0\t-1.5e-2\tmy-run\n", "is a TREC run"),
    ("301 0 FBIS3-10082 1\n301 0 FT-2 0\n", "is TREC's judgments of relevance"),
    ("question_id,model_1,model_2,turn,winner\n81,a,b,1,tie\n", "holds winners"),
    ("item,winner\n1,old\n2,tie\n", "holds winners"),
    ("winner;model_a;model_b\nmodel_a;x;y\n", "holds winners"),
    ("id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n1,x,y,1,0,0\n", "holds winners"),
    ("question_id,model_1,model_2,winner1,winner2\n81,a,b,a,tie\n", "holds winners"),
    (json.dumps({"model_1": "a", "model_2": "b", "g1_winner": "tie", "g2_winner": "a"}), "holds winners"),
    (json.dumps([{"instruction": "x", "output_1": "a", "output_2": "b", "preference": 2}]), "holds winners"),
    (json.dumps({"question_id": "x", "games": [{"score": "A>>B"}, {"score": "B=A"}]}), "holds winners"),
])  # fmt: skip
def test_what_holds_no_scores_is_named(content, what):
    file = Upload("file.txt", content.encode())
    for read in (core.read, suggest):
        with pytest.raises(DataError, match=f"file.txt {what}"):
            read(file, Upload("other.txt", file.data))


def test_nearly_blank_files_are_refused_soon():
    with pytest.raises(DataError, match="200,002 lines, and nearly all of them are blank: take the blank lines out"):
        core.read(*(Upload(f"{name}.txt", b"0" + b" \n" * 200_001 + b"1") for name in ("old", "new")))
    refuse_blank_lines("a.conll", "a\tO\n\n" * 100_000)
    refuse_blank_lines("a.txt", "0.5\n" * 100_000)


@pytest.mark.parametrize("more", [{}, {"ncols": 3, "nrows": 2}, {"_type": "table"}, {"index": ["x", "y"]}])
def test_columns_and_rows_are_a_table(more):
    held = {"columns": ["task", "length", "score"], "data": [["q1", 3, 0.5], ["q2", 4, 0.25]]} | more
    old = Upload("old.table.json", json.dumps(held).encode())
    pair = core.read_tables(old, Upload("new.table.json", old.data.replace(b"0.25", b"1.0")), columns="score")
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == ([0.5, 0.25], [0.5, 1])
    assert pair.ids == (("x", "y") if "index" in more else ("q1", "q2"))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("system,n,correct\nold,100,70\nnew,100,75\n", "--n 100 --baseline 70/100 --experimental 75/100 says"),
        (
            "model,accuracy,n\nold,0.7,100\nnew,0.75,100\n",
            "--n 100 --baseline 70/100 --experimental 75/100 says whether",
        ),
        ("system,n,correct\nold,100,0.7\nnew,100,0.75\n", "each row is an item, name the column \\(.*\\)\\.$"),
        ("model,bleu\na,20\nb,21\nc,25\n", "each row is an item, name the column \\(id='model', --id model\\)\\."),
    ],
)
def test_a_row_of_totals_for_each_system_leads_to_a_claim(text, end):
    with pytest.raises(OptionError, match=f"of whole systems, which have no mean.*{end}"):
        core.read(Upload("totals.csv", text.encode()))


def test_names_that_are_numbered_are_items_and_not_measures():
    lines = [f"Segment {i} score:\t{i % 7 / 7:.4f}" for i in range(1, 21)]
    old, new = (Upload(name, "\n".join(each).encode()) for name, each in (("old", lines), ("new", lines[::-1])))
    assert len(core.read(old, new)) == 20
    totals = Upload("old", "\n".join(f"BLEU-{i}\t{i / 7:.4f}" for i in range(1, 5)).encode())
    with pytest.raises(DataError, match="totals of whole systems"):
        core.read(totals, Upload("new", totals.data))
