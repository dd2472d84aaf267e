"""The load script speaks the app's protocol and prints its measurements. Its times are not checked."""

import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from streamlit.proto.Slider_pb2 import Slider

from benchmarks import load
from benchmarks.person import Person


@pytest.mark.thorough
def test_people_move_sliders_and_a_table_says_how_long_it_took(capsys):
    # In a separate thread, because a browser test may have left an event loop running in this one.
    arguments = [
        "--people",
        "2",
        "--seconds",
        "2",
        "--pause",
        "0.4",
        "--pages",
        "pvalue-grid",
        "--computing",
        "1",
        "--uploading",
        "1",
    ]
    with ThreadPoolExecutor(1) as thread:
        thread.submit(load.main, arguments).result()
    row = capsys.readouterr().out.splitlines()[-1]
    times = r"([\d,]+) ms \| ([\d,]+) ms \| ([\d,]+) ms \| ([\d.]+) ms \| ([\d.]+) kB"
    found = re.fullmatch(rf"\| pvalue-grid \| 2 \| (\d+) \| [\d.]+ \| {times} \|", row)
    assert found, row
    redraws, median, nearly_all, slowest, processor, sent = (float(each.replace(",", "")) for each in found.groups())
    assert redraws >= 2
    assert median <= nearly_all <= slowest
    assert processor > 0
    assert sent > 0


def test_a_slider_stands_where_the_app_puts_it_until_it_is_moved():
    person = Person(None, "page", random.Random(0))
    person._place(Slider(id="a", min=0, max=10, step=1, default=[3]), "")
    person._place(Slider(id="b", options=["10", "20"], default=[1]), "fragment")
    assert list(person.states["a"].double_array_value.data) == [3]
    assert list(person.states["b"].string_array_value.data) == ["20"]
    person._place(Slider(id="a", min=0, max=10, step=1, default=[3], set_value=True, value=[7]), "")
    assert list(person.states["a"].double_array_value.data) == [7]
    person._place(Slider(id="a", min=0, max=10, step=1, default=[3]), "")
    assert list(person.states["a"].double_array_value.data) == [7]


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [("--people", "201", "must be > 0 and <= 200"), ("--seconds", "0", "must be > 0 and <= 300")],
)
def test_the_load_is_bounded(capsys, option, value, sentence):
    with pytest.raises(SystemExit):
        load.main([option, value])
    assert sentence in capsys.readouterr().err
