"""Kinds of upload, and the code that reads the same data again."""

import inspect
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

import core
from core import readers, report
from core.cli import main
from core.metrics import fitting_metrics
from core.readers import FORMATS, Upload
from core.report.reproduce import origin_of
from dashboard.inputs.sources import sample_origin
from dashboard.pages import PAGES
from dashboard.samples import SAMPLES, load
from tests.core.readers.test_conll_coreference import scored as scorer_output

ROOT = Path(__file__).parents[2]

SCORES = {"baseline": b"0\n1\n1\n", "experimental": b"1\n1\n1\n"}
TABLE = b"id,old,new\na,0.5,1\nb,0.25,0.5\n"
LONG = b"item,system,f1\na,old,.5\na,new,.75\nb,new,1\nb,old,1\n"
LABELS = {"gold": b"x\ny\ny\n", "baseline": b"x\nx\ny\n", "experimental": b"x\ny\ny\n"}
LABEL_TABLE = b"id,gold,baseline,experimental,doc\na,x,x,x,1\nb,y,x,y,1\nc,y,y,x,2\n"
BIO = {"gold": b"Ann B-PER\nruns O\n\nBob B-PER\n", "baseline": b"Ann O\nruns O\n\nBob B-PER\n"}

LABELS_BY_ID = {slot: b"id,tag\n%s" % rows for slot, rows in {
    "gold": b"a,x\nb,y\nc,y\n", "baseline": b"b,x\na,x\nc,y\n", "experimental": b"c,y\na,x\nb,y\n",
}.items()}  # fmt: skip

# The names that a result has from its files.
UNNAMED = {"baseline_name": 0, "experimental_name": 0}

# A kind, its files and the chosen options.
EXAMPLES = [
    ("scores", SCORES, {}),
    ("table", {"source": TABLE}, {"baseline": "old", "experimental": "new", "id": "id"}),
    ("tables", {"baseline": b"id,f\na,1\nb,0\n", "experimental": b"id,f\nb,1\na,1\n"}, {"columns": "f", "id": "id"}),
    (
        "long",
        {"source": LONG},
        {"system": "system", "item": "item", "score": "f1", "baseline": "old", "experimental": "new"},
    ),
    ("labels", LABELS, {}),
    ("labels", LABELS_BY_ID, {"columns": "tag", "id": "id", "labels": ("x", "y", "z")}),
    ("label-table", {"source": LABEL_TABLE}, {"gold": "gold", "baseline": "baseline", "experimental": "experimental"}),
    (
        "label-table",
        {"source": LABEL_TABLE},
        {"gold": "gold", "baseline": "baseline", "experimental": "experimental", "cluster": "doc"},
    ),
    ("entities", BIO | {"experimental": BIO["gold"]}, {}),
    ("segments", {"baseline": b"it was so\n\n", "experimental": b"it is so\nno\n", "reference": b"it is\nno\n"}, {}),
]


@pytest.mark.parametrize(("key", "contents", "options"), EXAMPLES)
def test_python_and_command_line_read_what_the_page_read(key, contents, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    format = FORMATS[key]
    files = {slot: Upload(f"{slot} file.txt", data) for slot, data in contents.items()}
    for upload in files.values():
        Path(upload.name).write_bytes(upload.data)
    pair = format.read(files, options)
    metric = fitting_metrics(pair)[0]
    origin = origin_of(format, {slot: upload.name for slot, upload in files.items()}, options)
    scope: dict = {}
    exec(report.python_code(origin, {"metric": metric}), scope)
    assert scope["pair"].digest == pair.digest
    words = shlex.split(report.command_line(origin, {"metric": metric}))[1:]
    printed = CliRunner().invoke(main, words)
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.stdout) | UNNAMED == core.compare(pair, metric=metric).to_dict() | UNNAMED


@pytest.mark.parametrize("format", FORMATS.values(), ids=FORMATS)
def test_every_format_has_a_public_reader_and_only_its_arguments(format):
    if not format.takes_many:  # logs are read by `core.read`
        assert getattr(core, format.reader.__name__) is getattr(readers, format.reader.__name__) is format.reader
    arguments = inspect.signature(format.reader).parameters
    known = {option.name: option.required for option in format.options} | {slot.name: True for slot in format.slots}
    if "more" in arguments:  # of each kind of log
        known = {name: is_required for name, is_required in known.items() if name in arguments}
    assert {name: arguments[name].default is arguments[name].empty for name in known} == known
    assert [name in arguments for name in ("missing", "metrics")] == [
        name in format.shared for name in ("missing", "metrics")
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize("swap", [False, True])
def test_samples_are_read_again_by_their_code(key, swap, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    origin = sample_origin(key, swap)
    pair = load(key).swapped() if swap else load(key)
    options = {"metric": fitting_metrics(pair)[0]}
    scope: dict = {}
    exec(report.python_code(origin, options), scope)
    assert scope["pair"].digest == pair.digest
    if origin.preparation is None:
        words = shlex.split(report.command_line(origin, options))[1:]
    else:
        written = str(tmp_path)
        assert CliRunner().invoke(main, [word.replace("data", written) for word in origin.preparation]).exit_code == 0
        words = ["compare", *(word.replace("data", written) for word in origin.arguments), "--format", "json"]
    printed = json.loads(CliRunner().invoke(main, words).stdout)
    assert printed | UNNAMED | {"digest": 0} == core.compare(pair, **options).to_dict() | UNNAMED | {"digest": 0}


@pytest.fixture
def uploaded():
    """Return a function that draws the source's widgets with these files uploaded."""

    def draw(kind, files):
        app = AppTest.from_function(_source_page, default_timeout=60)
        for name, setting in PAGES[""].settings.items():
            app.session_state[name] = setting.default
        app.session_state["source"], app.session_state["kind"] = "upload", kind
        app.session_state["_files"] = tuple(Upload(f"{slot}.txt", data) for slot, data in files.items())
        return app.run()

    return draw


def _source_page():
    import streamlit as st

    from dashboard.inputs.sources import choose_source

    st.session_state["read"] = choose_source()


def widget(kind, label):
    return next(widget for widget in kind if widget.label == label)


@pytest.mark.parametrize(
    ("kind", "files"), [("labels", LABELS), ("labels", LABELS_BY_ID), ("label-table", {"source": LABEL_TABLE})]
)
def test_the_label_set_can_be_larger_than_what_occurs(uploaded, kind, files):
    app = uploaded(kind, files)
    assert app.session_state["read"].pair.labels == ("x", "y")
    field = widget(app.text_input, "Label set, optional")
    assert field.help.endswith("is an error. Separate several by commas.")
    field.set_value("y, x , z").run()
    assert app.session_state["read"].pair.labels == ("y", "x", "z")
    field.set_value("x").run()
    assert "'y' is not in the label set (x), which must hold every label that occurs: add it" in app.error[0].value


@pytest.mark.parametrize("name", ["Labels", "prediction"])
def test_the_column_of_labels_is_offered_by_its_name(uploaded, name):
    head = f"id,text,{name}\n".encode()
    files = {slot: head + data.partition(b"\n")[2].replace(b",", b",words,") for slot, data in LABELS_BY_ID.items()}
    app = uploaded("labels", files)
    assert widget(app.selectbox, "Label, optional").value == name
    assert app.session_state["read"].pair.labels == ("x", "y")
    # The predictions may have another column name.
    app = uploaded("labels", LABELS_BY_ID | {"gold": files["gold"]})
    assert app.session_state["read"].pair.labels == ("x", "y")


def test_messages_advise_the_widgets_of_the_page(uploaded):
    app = uploaded("scores", {"baseline": b"1\n\n0\n", "experimental": b"1\n0\n1\n"})
    assert "and be told how many (“Leave out items with a missing score”)." in app.error[0].value
    widget(app.checkbox, "Leave out items with a missing score").check().run()
    assert len(app.session_state["read"].pair) == 2
    scored = "".join(f"\nMETRIC {metric}:\n{scorer_output()}" for metric in ("muc", "bcub")).encode()
    app = uploaded("conll", {"baseline": scored, "experimental": scored})
    assert "holds 2 metrics (muc, bcub): choose one (“Metric of the scorer”)." in app.error[0].value
