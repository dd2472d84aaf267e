"""Any bytes give scores or a message, from every reader, the command line and the comparison."""

import os

from hypothesis import example, given, settings
from hypothesis import strategies as st

import core
from core.cli.inputs import read_files
from core.errors import ComparisonError
from core.metrics import fitting_metrics
from core.readers import Upload, read_scores, suggest
from tests.core.readers.properties.test_forms import FILES, outcome, read_every_way

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "100"))
MARKS = [bytes([mark]) for mark in b",;\t \n\"'{}[]:\0\xff"]
WORDS = [
    b"0.5", b"1", b"-1e-300", b"1e200", b"9" * 400, b"nan", b"True", b"53%", b"3,5", b"a", b"id", b"score", b"mean",
]  # fmt: skip
FORMS = [
    b"O", b"B-X", b"\n\n", b"\r\n", b'{"id": "a", "score": 1}', b'"\\ud800"', b"\xef\xbb\xbf", b"\xff\xfe",
    b"PK\x03\x04",
]  # fmt: skip
LINES = [b"\x1b[2J", b"====> (d); part 1:", b"Recall: (1 / 2) 50%\tPrecision: (1 / 1) 100%", b"====== TOTALS ======="]
PIECES = st.sampled_from([*MARKS, *WORDS, *FORMS, *LINES, b"Coreference: ", b"METRIC muc:", "é\u2028".encode()])
BYTES = st.one_of(st.binary(max_size=60), st.lists(PIECES, max_size=25).map(b"".join))


@settings(max_examples=EXAMPLES, deadline=None)
@given(BYTES)
@example(b"\xef\xbb\xbf\n")
@example(b'{"a": 1, "b": {}}')
@example(b"[{}]")
@example(b'{"":{"":1}}')
def test_any_bytes_in_every_reader(data):
    for read in read_every_way(data):
        outcome(read)
    outcome(lambda: suggest(Upload("a", data)))
    outcome(lambda: suggest(Upload("a", data), Upload("b", data), gold=Upload("c", data)))


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.one_of(BYTES, st.sampled_from(sorted(FILES.values()))),
    st.one_of(BYTES, st.sampled_from(sorted(FILES.values()))),
    st.sampled_from(["auto", "scores", "table", "long", "labels", "entities", "conll"]),
    st.sampled_from(["", "gold", "column"]),
)
@example(b'a,b\n,,"\n",,', b"", "auto", "")
def test_any_bytes_on_the_command_line(tmp_path_factory, old, new, kind, gold):
    folder = tmp_path_factory.mktemp("fuzz", numbered=True)
    paths = [folder / name for name in ("old", "new", "gold")]
    for path, data in zip(paths, (old, new, old), strict=True):
        path.write_bytes(data)
    options = {"missing": "drop"} | ({"gold": str(paths[2]) if gold == "gold" else "id"} if gold else {})
    for named in (paths[:2], paths[:1]):
        try:
            pair = read_files([str(path) for path in named], kind, options).pair
        except ComparisonError:
            continue
        core.compare(pair, metric=fitting_metrics(pair)[0], n_resamples=20)


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(10**40), 10**40).map(str),
    st.sampled_from(["1e-310", "5e-324", "1e999", "-0", "1e139", "0." + "0" * 400 + "1", "nan", "2.5e-308"]),
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=6), st.sampled_from(["bootstrap", "permutation"]))
@example([("0.0", "5e-324")], "bootstrap")
@example([("0.0", "2.2250738585e-313"), ("0.0", "1e-310")], "bootstrap")
def test_any_numbers_are_compared_or_refused(rows, test):
    files = [Upload(name, "\n".join(cells).encode()) for name, cells in zip("ab", zip(*rows, strict=True), strict=True)]
    try:
        result = core.compare(read_scores(*files, missing="drop"), test=test, n_resamples=20)
        result.confidence_interval()
        repr(result)
    except ComparisonError:
        return
    assert 0 <= result.pvalue <= 1
