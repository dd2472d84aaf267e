"""Two or four numbers on a line are counts if a header or the numbers imply it; otherwise the reader asks."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import DataError, OptionError
from core.metrics import METRICS, Metric, counts_columns, fitting_metrics
from core.readers import Upload, read_scores, read_tables
from tests.core.readers.parts import of_rows, refusal
from tests.core.test_cli import printed

N = 40
RNG = np.random.default_rng(2)
OLD, NEW = RNG.random((2, N)).round(4).tolist()
ORDER = RNG.permutation(N).tolist()


def upload(rows, name="a.txt", delimiter=" "):
    return of_rows(rows, name, delimiter)


@pytest.mark.parametrize("delimiter", [" ", "\t", ",", ";"])
@pytest.mark.parametrize("first", [0, 1, 17, 1000])
@pytest.mark.parametrize("order", [range(N), ORDER])
@pytest.mark.parametrize("scale", [1, 100])
def test_a_first_number_that_names_the_item_is_no_count(delimiter, first, order, scale):
    old = upload([(first + i, OLD[i] * scale) for i in range(N)], delimiter=delimiter)
    new = upload([(first + i, NEW[i] * scale) for i in order], "b.txt", delimiter)
    pair = read_scores(old, new)
    assert pair.columns[0] == "score"
    assert pair.experimental[:, 0].tolist() == [score * scale for score in NEW]
    assert pair.ids == tuple(str(first + i) for i in range(N))
    assert any("names the item" in note for note in pair.notes)


@pytest.mark.parametrize(
    "rows",
    [
        [(0.1, 0.4), (0.2, 0.9), (0.3, 0.3)],
        [(0.5, 1), (1, 2), (0, 3), (2, 4)],
        [(0, 1), (1, 1), (0, 0)],
        [(3, 1), (5, 2), (5, 7)],
    ],
)
def test_two_metrics_are_no_counts(rows):
    assert "put a line above both files" in refusal(read_scores, upload(rows), upload(rows[::-1], "b.txt"))
    named = [("numerator", "denominator"), *rows]
    assert read_scores(upload(named), upload(named)).baseline.tolist() == [list(map(float, row)) for row in rows]


def test_what_may_be_both_is_asked_about():
    rows = [(5, 10), (7, 12), (2, 9)]
    ends = [(0, 4711), (1, 4713), (1, 4712)]
    assert "may name the item" in refusal(read_scores, upload(ends), upload([(1, 4711), (1, 4713), (0, 4712)], "b.txt"))
    assert "may name the item, or both be counts" in refusal(
        read_scores, upload(rows), upload([(5, 11), (7, 7), (2, 9)], "b.txt")
    )


@pytest.mark.parametrize("values", [["34,51", "28,75", "9,04"], ["3,380", "2,114"], ["0,5", "0,25"], ["1,2", "3,12"]])
def test_a_comma_in_every_line_is_asked_about(values):
    file = Upload("a.txt", "\n".join(values).encode())
    assert "may be a decimal comma, mark thousands, or separate two numbers" in refusal(read_scores, file, file)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("score\n34,51\n28,75\n9,04\n", [34.51, 28.75, 9.04]),
        ("34,51\n28\n9,04\n", [34.51, 28, 9.04]),
        ("-0,5\n1\n0,125\n", [-0.5, 1, 0.125]),
    ],
)
def test_one_number_a_line_may_have_a_decimal_comma(text, values):
    file = Upload("a.txt", text.encode())
    pair = read_scores(file, file)
    assert pair.baseline[:, 0].tolist() == values
    assert any("has decimal commas" in note for note in pair.notes)


@pytest.mark.parametrize("delimiter", [";", "\t"])
@pytest.mark.parametrize("header", [True, False])
def test_a_decimal_comma_beside_another_separator_is_read(delimiter, header):
    rows = [(f"{score:.4f}".replace(".", ","), 2) for score in OLD]
    names = [("numerator", "denominator")] if header else [("numerator", "total")]
    pair = read_scores(*[upload([*names, *rows], delimiter=delimiter)] * 2)
    assert pair.baseline[:, 0].tolist() == OLD
    table = [("id", "score"), *((f"q{i}", f"{score:.4f}".replace(".", ",")) for i, score in enumerate(OLD))]
    pair = read_tables(*[upload(table if header else [("task", "bleu"), *table[1:]], delimiter=delimiter)] * 2)
    assert pair.baseline[:, 0].tolist() == OLD
    assert pair.decimals == 4
    assert "a.txt has decimal commas: " in pair.notes[-1]


@pytest.mark.parametrize(
    "cells", [["3,380", "1,204"], ["0,5", "0.5"], ["1.234,5", "2,5"], ["1,234,567", "1"], ["12,5", "x"]]
)
def test_commas_that_are_not_consistent_are_refused(cells):
    table = upload([("id", "score"), *enumerate(cells)], delimiter=";")
    with pytest.raises(DataError):
        read_tables(table, table, columns="score")


@pytest.mark.parametrize(
    ("names", "needed"),
    [
        ("tp,fp,fn", "F1 needs four columns"),
        ("words,sub,del,ins", r"needs two columns, in a file for each system: errors \(sub \+ del \+ ins\)"),
        ("words,Substitutions,Deletions,Insertions", r"needs two columns"),
    ],
)
def test_parts_of_a_metric_s_counts_are_refused_with_what_it_needs(names, needed):
    columns = names.split(",")
    rows = [[f"u{i}", *((i * k) % 3 for k in range(2, 2 + len(columns)))] for i in range(N)]
    with pytest.raises(OptionError, match=needed):
        read_tables(*(upload([["utt", *columns], *rows[::order]], f"{order}.csv", ",") for order in (1, -1)))


@pytest.mark.parametrize("columns", counts_columns())
def test_the_columns_of_a_metric_say_that_they_are_its_counts(columns):
    rows = [(f"q{i}", *((3 if k % 2 else i % 3 + 1) for k in range(len(columns)))) for i in range(N)]
    pair = read_tables(*(upload([("id", *columns), *rows[::order]], f"{order}.csv", ",") for order in (1, -1)))
    assert (pair.columns, pair.ids) == (columns, tuple(row[0] for row in rows))
    assert fitting_metrics(pair)[0] == next(name for name, row in METRICS.items() if row.columns == columns)


@pytest.mark.parametrize("named", ["hits,misses,noise", "x,y,z"])
def test_the_columns_of_a_new_metric_may_have_its_names_or_be_named_by_the_user(named, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    metric = Metric("hit-rate", ("hits", "misses", "noise"), fraction=((1, 0, 0), (1, 1, 1)), words="hits")
    monkeypatch.setitem(METRICS, metric.name, metric)
    for k in (1, 2):
        rows = [("id", *named.split(",")), *((f"q{i}", i * k % 3, i % 2, 1) for i in range(N))]
        Path(f"{k}.csv").write_bytes(upload(rows, delimiter=",").data)
    columns = ("--columns", named) if named == "x,y,z" else ()
    assert printed("compare", "1.csv", "2.csv", "--metric", "hit-rate", *columns)["n_items"] == N


def test_files_without_ids_hold_the_counts_of_a_new_metric_that_their_header_names(monkeypatch):
    metric = Metric("wer", ("errors", "words"), fraction=((1, 0), (0, 1)), higher_is_better=False)
    monkeypatch.setitem(METRICS, metric.name, metric)
    pair = read_scores(*(Upload(name, b"errors,words\n" + b"1,2\n3,4\n" * 3) for name in ("old.csv", "new.csv")))
    assert (pair.columns, fitting_metrics(pair)[0]) == (metric.columns, "wer")
