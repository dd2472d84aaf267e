"""JSON in all common forms: on lines, indented, as a list, as a map, and malformed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import read
from core.errors import ComparisonError
from core.readers import Upload, preview, read_systems, read_table, read_tables

RECORDS = [{"id": "a", "score": 0.25}, {"id": "b", "score": 1}, {"id": "c", "score": 0.5}]
SCORES = {"a": 0.25, "b": 1, "c": 0.5}


def file(text, name="a.json"):
    return Upload(name, (text if isinstance(text, str) else json.dumps(text)).encode())


FORMS = {
    "lines": "\n".join(map(json.dumps, RECORDS)),
    "list": json.dumps(RECORDS),
    "indented list": json.dumps(RECORDS, indent=2),
    "indented objects": "\n".join(json.dumps(record, indent=2) for record in RECORDS),
    "map": json.dumps(SCORES),
    "indented map": json.dumps(SCORES, indent=4),
    "map of texts": json.dumps({key: str(score) for key, score in SCORES.items()}),
    "map of records": json.dumps({key: {"score": score} for key, score in SCORES.items()}, indent=1),
    "columns, as pandas": json.dumps({"id": {"0": "a", "1": "b", "2": "c"}, "score": {"0": 0.25, "1": 1, "2": 0.5}}),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_same(form):
    pair = read_tables(file(FORMS[form]), file([record | {"score": 0} for record in RECORDS][::-1]), id="id")
    assert pair.ids == ("a", "b", "c")
    assert pair.baseline[:, 0].tolist() == [0.25, 1, 0.5]
    assert preview(file(FORMS[form])).id_column == "id"


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_numbers_is_a_column_of_scores(indent):
    old, new = file(json.dumps([0.25, 1, None], indent=indent)), file(json.dumps([True, 1, 0.5], indent=indent))
    pair = read_tables(old, new, missing="drop")
    assert pair.baseline[:, 0].tolist() == [0.25, 1]
    assert pair.experimental[:, 0].tolist() == [1, 1]


@settings(deadline=None)
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=2, max_size=9), st.booleans())
def test_maps_and_lists_keep_the_numbers(numbers, indented):
    indent = 1 if indented else None
    listed = file(json.dumps(numbers, indent=indent))
    mapped = file(json.dumps({f"q{i}": number for i, number in enumerate(numbers)}, indent=indent))
    for held in (listed, mapped):
        assert [float(row[-1]) for row in preview(held, rows=9).rows] == numbers


@pytest.mark.parametrize("begin", [0, 3])
@pytest.mark.parametrize("oriented", ["split", "columns"])
def test_the_index_of_a_table_joins_rows_in_another_order(oriented, begin):
    def write(name, rows):
        if oriented == "split":
            held = {"columns": ["f1"], "index": rows, "data": [[row / 10] for row in rows]}
        else:
            held = {"f1": {row: row / 10 for row in rows}, "text": dict.fromkeys(rows, "x")}
        return Upload(name, json.dumps(held).encode())

    rows = [*range(begin, begin + 9)]
    pair = read(write("a.json", rows), write("b.json", rows[::-1]), columns="f1")
    assert pair.baseline[:, 0].tolist() == pair.experimental[:, 0].tolist() == [row / 10 for row in rows]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1,\n "b": 2,\n "c": }', "a.json, line 3: not JSON (Expecting value): mend it there."),
        ('{"model": "x", "results": [{"id": 1}]}', "if they stand under 'results', save that alone"),
        ('{"results": {"a": {"em": 1}, "b": {"em": 0}}}', "if they stand under 'results', save that alone"),
        ('{"run": {"items": {"a": {"em": 1}, "b": {"em": 0}}}}', "if they stand under 'run.items', save that alone"),
        (
            json.dumps({"date": "x", "eval": {f"t/{i}": [{"status": "pass"}] for i in range(9)}}),
            "or one record a line, each with the name of its item; lists stand under 'eval.t/0', 'eval.t/1'",
        ),
        ('{"model": "x", "scores": {"q1": 1, "q2": 0, "q3": 1, "q4": 0}}', "if they stand under 'scores', save that"),
        ('{"seed": 4, "q1": 1, "q2": 0, "q3": 1, "q4": 0}', "key 'seed' seems to describe the run"),
        ('{"q1": 1, "q2": 0, "q3": 1, "q4": 0, "score": 0.5}', "key 'score' seems to describe the run"),
        ('{"q1": 1, "q2": 0, "q3": 1, "q4": 0,\n"model": "x"}', "key 'model' seems to describe the run"),
        ('{"a": {"s": 1},\n "b": 2}', "a.json is one JSON object of 2 keys ('a', 'b')"),
        ("[]", "a.json is an empty JSON list"),
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' occurs twice"),
        ('[{"id": "a", "id": "b"}]', "the key 'id' occurs twice"),
        ('{"id": "a", "id": "b"}\n{"id": "c"}', "a.json, JSON from line 1: the key 'id' occurs twice"),
        ("[1, 2", "not JSON"),
        ("[1, 2]\n[3, 4]", "is no JSON object"),
        ("{}", "a.json"),
    ],
)
def test_what_is_no_table(text, expected):
    with pytest.raises(ComparisonError) as caught:
        read_table(file(text), baseline="x", experimental="y")
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        '{{"results": {}, "config": {{"model": "x"}}}}',
        '{{"run": {{"items": {}}}, "tags": ["a", "b"], "accuracy": 0.5}}',
        '{{"accuracy": 0.5, "details": {}}}',
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_the_only_list_of_records_within_an_object_is_read(form, indent):
    texts = [json.loads(form.format(json.dumps(records))) for records in (RECORDS, RECORDS[::-1])]
    pair = read(*(file(json.dumps(held, indent=indent), name) for held, name in zip(texts, "ab", strict=True)))
    assert pair.baseline[:, 0].tolist() == pair.experimental[:, 0].tolist() == [0.25, 1, 0.5]


def test_two_lists_of_records_within_an_object_are_refused():
    with pytest.raises(ComparisonError, match="if they stand under 'train', 'test', save that alone"):
        read(*(file({"train": RECORDS, "test": RECORDS}, name) for name in "ab"))


def test_half_characters_become_their_escapes():
    rows = '{"id": "\\ud800", "x\\udfff": 1}\n{"id": "\\ud801", "x\\udfff": 0}'
    pair = read_tables(file(rows), file(rows), id="id")
    assert pair.ids == ("\\ud800", "\\ud801")
    assert len(pair.digest) == 64
    assert preview(file(rows)).columns[1].name == "x\\udfff"


def test_an_object_of_systems_holds_lists_of_samples_or_of_records():
    samples = {"old": {"q1": [1, 0], "q2": [0, 0], "q3": [1, 1]}, "new": {"q3": [1, 1], "q1": [1, 1], "q2": [0, 1]}}
    records = {name: [{"id": id, "ok": sum(x) / 2} for id, x in each.items()] for name, each in samples.items()}
    for held in (samples, records):
        pair = read_systems(Upload("both.json", json.dumps(held).encode())).pair("old", "new")
        assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == ([0.5, 0, 1], [1, 0.5, 1])


def test_an_object_of_systems_and_their_numbered_items_is_a_table_by_item():
    held = {"bm25": {f"q{i}": i / 4 for i in range(3)}, "dense": {f"q{i}": 0.5 for i in (2, 0, 1)}}
    pair = read_table(Upload("both.json", json.dumps(held).encode()), baseline="bm25", experimental="dense")
    assert (pair.ids, pair.baseline[:, 0].tolist()) == (("q0", "q1", "q2"), [0, 0.25, 0.5])
