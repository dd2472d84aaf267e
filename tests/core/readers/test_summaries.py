"""Summary rows are not items, under any name and at any position."""

import numpy as np
import pytest

from core.errors import DataError
from core.readers import read_scores, read_table, read_tables
from tests.core.readers.parts import of_lines as upload

RNG = np.random.default_rng(0)
OLD, NEW = (RNG.integers(0, 2, 40).tolist() for _ in range(2))
NAMES = [
    "all", "ALL", "amean", "macro avg", "Minimum", "Standard deviation", "Mean", "Average:", "micro-average", "stdev",
    "95% CI", "weighted avg", "TOTAL", "Grand total", "median", "std. dev.", "Max", "count", "Mittelwert", "mean score",
    "Gesamtdurchschnitt", "micro-averaged", "平均値",
]  # fmt: skip


def table(*rows, at=None):
    """Return a table of the items q0, q1, … with other rows at its end, or at the given place."""
    items = [f"q{i},{old},{new}" for i, (old, new) in enumerate(zip(OLD, NEW, strict=True))]
    at = len(items) if at is None else at
    return upload(["id,old,new", *items[:at], *rows, *items[at:]])


def read(source):
    return read_table(source, baseline="old", experimental="new")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("at", [None, 0, 20])
def test_rows_called_a_summary_are_refused_at_the_end_at_the_top_and_between(name, at):
    line = 42 if at is None else at + 2
    with pytest.raises(DataError, match=rf"a.csv, line {line}: .* looks like a summary row"):
        read(table(f"{name},0.5,0.6", at=at))


@pytest.mark.parametrize("name", ["Average {}", "{} (mean)", "AVG_{}", "Part {} total", "Overall {}", "Ø {}"])
def test_means_of_parts_are_refused(name):
    parts = [f"{name.format(part)},0.5,0.6" for part in "12"]
    items = [f"q{i},{old},{new}" for i, (old, new) in enumerate(zip(OLD, NEW, strict=True))]
    with pytest.raises(DataError, match=r"line 22: .* looks like a summary row"):
        read(upload(["id,old,new", *items[:20], parts[0], *items[20:], parts[1]]))


def test_a_description_of_eight_rows_is_refused():
    names = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"]
    with pytest.raises(DataError, match="line 42: 'count' in column 'id' looks like a summary row"):
        read(table(*(f"{name},1,1" for name in names)))


@pytest.mark.parametrize("row", [",,", " , , ", ""])
def test_blank_rows_are_no_items(row):
    with pytest.raises(DataError, match="line 22: a blank line"):
        read_table(table(row, at=20), baseline="old", experimental="new", missing="drop")


@pytest.mark.parametrize("names", [["Standardabweichung"], ["Delta", "p"]])
@pytest.mark.parametrize("at", [0, None])
def test_rows_at_an_end_whose_names_alone_lack_a_digit_are_asked_about(names, at):
    with pytest.raises(DataError, match=r"a summary row: .*; where it is an item all the same, name it like"):
        read(table(*(f"{name},0.19,0.15" for name in names), at=at))


def test_a_first_line_that_counts_the_others_is_no_score():
    files = [upload(["40", *map(str, values)], name) for name, values in (("a.txt", OLD), ("b.txt", NEW))]
    with pytest.raises(DataError, match=r"line 1 of a.txt and line 1 of b.txt hold .*, or their number"):
        read_scores(*files)


def test_a_word_that_may_mean_all_is_an_item_among_words():
    words = ["cats", "dogs", "birds", "fish", "all"]
    rows = upload(["word,old,new", *(f"{word},{i % 2},1" for i, word in enumerate(words, 1))])
    assert len(read(rows)) == 5
    codes = upload(["lang,old,new", "en,0.5,0.25", "de,0.25,0.5", "fr,1,0.5", "all,0.58,0.42"])
    with pytest.raises(DataError, match="'all' in column 'lang' looks like a summary row"):
        read(codes)


@pytest.mark.parametrize("kind", ["mean", "rounded mean", "per cent", "sum"])
@pytest.mark.parametrize("at", [0, 40])
def test_a_bare_line_that_holds_the_mean_or_sum_is_refused(kind, at):
    def scores(values, name):
        mean = sum(values) / len(values)
        last = {"mean": repr(mean), "rounded mean": f"{mean:.3f}", "per cent": f"{100 * mean:.1f}", "sum": sum(values)}
        lines = [*map(str, values)]
        lines.insert(at, str(last[kind]))
        return upload(lines, name)

    old, new = [*OLD[:-1], 1 - OLD[-1]] if sum(OLD) in (20, 0) else OLD, NEW
    with pytest.raises(DataError, match=rf"line {at + 1} of a.txt and line {at + 1} of b.txt hold the mean or the sum"):
        read_scores(scores(old, "a.txt"), scores(new, "b.txt"))


def test_a_mean_and_a_deviation_below_it_are_refused():
    def scores(values, name):
        return upload([*map(str, values), f"{np.mean(values):.3f}", f"{np.std(values):.3f}"], name)

    with pytest.raises(DataError, match=r"line 41 of a.txt and line 41 of b.txt hold the mean or the sum"):
        read_scores(scores(OLD, "a.txt"), scores(NEW, "b.txt"))


@pytest.mark.parametrize("name", ["RESULT", "*", "final score", "Σ"])
def test_a_row_of_an_odd_name_that_holds_the_mean_is_refused(name):
    old, new = (f"{np.mean(values):.4f}" for values in (OLD, NEW))
    for at in (None, 20):
        with pytest.raises(DataError, match=r"(hold the mean|looks like a summary).*name it like the others"):
            read(table(f"{name},{old},{new}", at=at))


def test_a_mean_named_as_the_items_are_is_refused_if_no_item_is_printed_so_finely():
    means = [f"{np.mean(values):.4f}" for values in (OLD, NEW)]
    with pytest.raises(DataError, match="every line belongs to one item, and the others have fewer decimals"):
        read(table(f"q40,{','.join(means)}"))
    assert len(read(table("q40,0.5,0.4"))) == 41
    runs = [f"q{i},{run},{old}" for i, old in enumerate(OLD) for run in (1, 2)]
    sampled = [upload(["id,run,score", *runs[:9], *(f"all items,{run},{means[0]}" for run in (1, 2)), *runs[9:]], name)
               for name in ("a.csv", "b.csv")]  # fmt: skip
    with pytest.raises(DataError, match=r"line 11 of a.csv and line 11 of b.csv hold the mean"):
        read_tables(*sampled, id="id")


@pytest.mark.parametrize("values", [[1] * 9, [0] * 9, [0, 1] * 5 + [0], [0.5] * 9, [3, 1, 2, 2], [1, 2, 3]])
def test_a_last_score_that_happens_to_be_the_mean_is_an_item(values):
    same = upload(map(str, values), "a.txt")
    assert len(read_scores(same, same)) == len(values)


@pytest.mark.thorough
def test_few_files_of_two_decimals_meet_their_mean_by_chance():
    """Two unrelated systems, 600 times: in one of a thousand both last scores equal the mean."""
    refused = 0
    for seed in range(600):
        old, new = (np.random.default_rng([seed, i]).random(40).round(2).tolist() for i in range(2))
        try:
            read_scores(upload(map(str, old), "a.txt"), upload(map(str, new), "b.txt"))
        except DataError:
            refused += 1
    assert refused <= 3  # .6 and three standard errors
