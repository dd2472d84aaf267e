"""Large files are read in another process, with the same scores and the same messages."""

import json
import time

import numpy as np
import pytest

from core.errors import DataError
from core.preferences import read_preferences
from core.readers import FORMATS, Upload, preview, read_systems
from dashboard.server import reading, work
from dashboard.server.reading import read_files

N = 3_000


@pytest.fixture(scope="module")
def files():
    rng = np.random.default_rng(2)
    scores = rng.normal(30, 9, (2, N)).round(6)
    return tuple(Upload(f"{i}.txt", "\n".join(map(str, each)).encode()) for i, each in enumerate(scores))


@pytest.fixture(scope="module", autouse=True)
def readers():
    yield
    reading._READERS.close()


@pytest.fixture(autouse=True)
def small_is_large(monkeypatch):
    monkeypatch.setattr(reading, "LARGE", 10_000)


@pytest.mark.thorough
def test_large_files_are_read_elsewhere_to_the_same_scores(files):
    slots = dict(zip(("baseline", "experimental"), files, strict=True))
    assert sum(len(file.data) for file in files) > reading.LARGE
    pair = read_files("scores", files, None, work.pair_in, FORMATS["scores"], slots, {})
    assert len(reading._READERS) == 1
    assert {"collapsed", "digest"} <= set(vars(pair))  # these properties are computed before the pair is sent
    assert pair.digest == work.pair_in(FORMATS["scores"], slots, {}).digest
    first = read_files("scores", files, None, preview, files[0])
    assert first.n_rows == N
    judged = "".join(f"q{i},old,new,model_b\n" for i in range(N))
    votes = Upload("votes.csv", f"question_id,model_a,model_b,winner\n{judged}".encode())
    assert len(read_files("scores", [votes], None, read_preferences, votes)) == N
    many = read_files("scores", files, None, work.systems_in, files, {})
    assert many.digest == read_systems(*files).digest
    assert read_files("scores", files, None, work.arranged, files, None, {}).kind == "scores"


def test_logs_are_read_elsewhere_too(monkeypatch):
    monkeypatch.setattr(reading, "LARGE", 0)
    lines = [
        {
            "doc_id": i,
            "doc": {},
            "target": "a",
            "arguments": [],
            "resps": [["a"]],
            "filtered_resps": ["a"],
            "acc": i % 2,
        }
        for i in range(9)
    ]
    log = Upload("old/samples_arc_2026-01-01T00-00-00.jsonl", "\n".join(map(json.dumps, lines)).encode())
    found = read_files("log", [log], None, work.arranged, (log,), None, {})
    assert found.format is FORMATS["lm-eval"]  # identified by its name, because its functions cannot be pickled
    taken = next(each.name for each in found.format.options if each.choices)
    here = work.choices(found.format, taken, (log,))
    assert read_files("log", [log], None, work.choices, found.format, taken, (log,)) == here
    assert read_files("log", [log], None, work.suggested, (log,), (log,), None) == work.suggested((log,), (log,), None)


def test_what_is_wrong_comes_back_as_its_sentence(files):
    broken = Upload("broken.txt", files[1].data + b"\nseven")
    slots = {"baseline": files[0], "experimental": broken}
    with pytest.raises(DataError, match=rf"broken\.txt, line {N + 1}: 'seven' is not a number"):
        read_files("scores", files, None, work.pair_in, FORMATS["scores"], slots, {})


@pytest.mark.thorough
def test_reading_takes_limited_time(files, monkeypatch):
    monkeypatch.setattr(reading, "COMPUTATION_SECONDS", 0.0)
    with pytest.raises(DataError, match="within 0 minutes: bring fewer or smaller ones, or use the command line"):
        read_files("scores", files, None, time.sleep, 60)
