"""Properties of every file: equivalent forms give the same result, and damage gives a message."""

import codecs
from decimal import Decimal

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import ComparisonError, DataError
from core.readers import Upload, preview, read_entities, read_labels, read_long, read_scores, read_table, read_tables
from core.readers.parsing.numeric import printed_decimals
from tests.core.readers.parts import of_lines as upload

NUMBERS = st.one_of(
    st.integers(-1000, 1000).map(str),
    st.decimals(-100, 100, places=3).map(str),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(repr),
    st.sampled_from(["+1", "-0.0", "-0", "0.10", "1e-3", "1.5e-7", "1E3", "1e+2", "2.50e1", ".5", "5."]),
)
# Numerator and denominator, twice: no numerator exceeds its denominator.
SHARES = st.tuples(*[st.integers(0, 25)] * 4).map(lambda c: (str(c[0]), str(c[0] + c[1]), str(c[2]), str(c[2] + c[3])))


@st.composite
def two_shares(draw):
    """Draw the counts of two systems on an item, whose gold count they share."""
    systems, gold = draw(st.tuples(SHARES, SHARES)), draw(st.integers(25, 50))
    return tuple((right, str(gold), *rest) for right, _, *rest in systems)


HEADERS = {1: ["größe"], 2: ["Right", "total"], 4: ["rn", "rd", "p_größe", "p_den"]}
DELIMITERS = st.sampled_from([" ", "\t", ",", ";", "  ", ", "])
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])
TAILS = st.sampled_from(["", "\n", "\n\n", "\n \n"])
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])


def encoded(text, encoding):
    data = text.encode(encoding)
    return codecs.BOM_UTF16_BE + data if encoding == "utf-16-be" else data


@st.composite
def score_rows(draw):
    width = draw(st.sampled_from([1, 2, 4]))
    row = st.tuples(NUMBERS) if width == 1 else SHARES.map(lambda counts: counts[:width])
    both = two_shares() if width == 4 else st.tuples(row, row)
    return draw(st.lists(both, min_size=1, max_size=20))


# A row may look like a summary or like a name that pandas gives, and a point may mark thousands.
ASKED = ("the mean or the sum of the others", "looks like a summary row", "stands above lines", "may mark thousands")


@given(score_rows(), DELIMITERS, ENDINGS, TAILS, ENCODINGS, st.booleans())
def test_scores_survive_every_delimiter_encoding_and_line_ending(rows, delimiter, ending, tail, encoding, header):
    def write(system, name):
        lines = [delimiter.join(row[system]) for row in rows]
        if header:
            lines.insert(0, delimiter.join(HEADERS[len(rows[0][0])]))
        return Upload(name, encoded(ending.join(lines) + tail.replace("\n", ending), encoding))

    try:
        pair = read_scores(write(0, "old"), write(1, "new"), missing_value="none")
    except DataError as error:
        if any(words in str(error) for words in ASKED):
            return
        # Without a header, several numbers may be something else, and 1,2 may be one.
        assert not header
        assert len(rows[0][0]) > 1
        return
    for system, statistics in enumerate((pair.baseline, pair.experimental)):
        wanted = np.array([[float(field) for field in row[system]] for row in rows])
        assert np.array_equal(statistics[:, : wanted.shape[1]], wanted)
        assert not np.signbit(statistics[statistics == 0]).any()
    assert pair.decimals == max(printed_decimals(row[system]) for row in rows for system in (0, 1))


@given(NUMBERS)
def test_decimals_are_those_of_decimal_arithmetic(number):
    exponent = Decimal(number).as_tuple().exponent
    assert printed_decimals([number]) == max(0, -exponent)


@st.composite
def tables(draw):
    ids = draw(st.lists(st.text("abc123", min_size=1, max_size=4), min_size=1, max_size=12, unique=True))
    scores = st.lists(NUMBERS, min_size=len(ids), max_size=len(ids))
    return list(zip(ids, draw(scores), draw(scores), strict=True)), draw(st.permutations(range(len(ids))))


@given(tables())
def test_the_order_of_ids_does_not_matter(table):
    rows, order = table
    old = upload(["id,score", *(f"{key},{old}" for key, old, _ in rows)])
    new = [f"{key},{new}" for key, _, new in rows]
    try:
        pair = read_tables(old, upload(["id,score", *new]), missing_value="none")
    except DataError as error:
        assume(not any(words in str(error) for words in ASKED))
        raise
    moved = upload(["score,id", *(",".join(new[i].split(",")[::-1]) for i in order)])
    shuffled = read_tables(old, moved, missing_value="none")
    assert pair.digest == shuffled.digest
    assert pair.decimals == shuffled.decimals
    both = upload(["id,old,new", *map(",".join, rows)])
    assert read_table(both, baseline="old", experimental="new", missing_value="none").digest == pair.digest
    long = [f"{key},{system},{score}" for key, *scores in rows for system, score in zip("ab", scores, strict=True)]
    long_pair = read_long(
        upload(["item,who,f1", *long]),
        system="who",
        item="item",
        score="f1",
        baseline="a",
        experimental="b",
        missing_value="none",
    )
    assert long_pair.digest == pair.digest


def outcome(read):
    """Return the result, or None and the message of one line; any other exception is a failure."""
    try:
        return read(), ""
    except ComparisonError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    return None, message


WRONG = st.sampled_from(["x", "n/a", "inf", "1 2 3", "1,5,7", "1;2", "--1", "1_0", "0x1", "mean 0.5", "1\t", '"1', "½"])


@given(score_rows(), WRONG, st.data())
def test_damage_is_refused_with_its_line(rows, damage, data):
    lines = [" ".join(first) for first, _ in rows]
    # The first line may be a header.
    at = data.draw(st.integers(0, len(lines) - 1))
    assume(at > 0 or len(lines) > 1)
    assume(at > 0 or damage not in ("x", "n/a", "mean 0.5", '"1', "½", "--1", "0x1"))
    good = upload(lines, "good.txt")
    bad = upload([*lines[:at], damage, *lines[at + 1 :]], "bad.txt")
    pair, message = outcome(lambda: read_scores(good, bad, missing_value="none"))
    assume(not any(words in message for words in ASKED))
    if pair is not None:
        # A number in other words: white space at the end of a line means nothing.
        assert damage.strip() == "1"
        assert pair.experimental[at, 0] == 1
    else:
        assert "bad.txt" in message
        assert f"line {at + 1}" in message or "numbers an item" in message or at == 0


FILES = {
    "scores": b"score\n0.5\n1\n0\n",
    "four": b"1 2 1 1\n2 3 2 2\n0 0 0 0\n",
    "table": b'id,old,new\na,1,0\n"b, c",0,1\n',
    "json": b'{"id": 1, "old": 0.5, "new": 1}\n{"id": 2, "old": null, "new": true}\n',
    "labels": b"yes\nno\nyes\n",
    "entities": b"Ada B-PER\nwrote O\n\nso O\n",
    "coreference": b"====> (d); part 000:\nRecall: (1 / 2) 50%\tPrecision: (1 / 1) 100%\n====== TOTALS =======\n"
    b"Coreference: Recall: (1 / 2) 50%\tPrecision: (1 / 1) 100%\n",
}


def read_every_way(data):
    from core.readers import parse_conll_coreference, read_label_table

    damaged, good = Upload("damaged", data), Upload("good", FILES["scores"])
    yield lambda: read_scores(damaged, damaged, missing="drop")
    yield lambda: read_scores(good, damaged)
    yield lambda: read_table(damaged, baseline="old", experimental="new", missing="drop")
    yield lambda: read_tables(damaged, damaged, columns="new", cluster="old")
    yield lambda: read_long(damaged, system="id", item="old", score="new", baseline="a", experimental="b")
    yield lambda: read_labels(damaged, damaged, damaged)
    yield lambda: read_label_table(damaged, gold="id", baseline="old", experimental="new")
    yield lambda: read_entities(damaged, damaged, damaged)
    yield lambda: parse_conll_coreference(damaged)
    yield lambda: preview(damaged)
