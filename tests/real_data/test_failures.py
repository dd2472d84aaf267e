"""Small files that were once read as something else, with the right answers that were worked out by hand."""

import pytest

import core
from core.cli.inputs import read_pair
from core.errors import DataError, OptionError


@pytest.fixture
def files(data):
    """Return what finds the files of a class by its number."""

    def find(number, *names):
        [folder] = (data / "failures").glob(f"{number}-*")
        return [str(folder / name) for name in names]

    return find


@pytest.mark.parametrize(("number", "ending", "counts"), [
    (16, "json", (10, 2, 1)), (17, "json", (20, 6, 2)), (18, "jsonl", (12, 4, 4)), (25, "table.json", (12, 4, 2)),
])  # fmt: skip
def test_two_files_of_right_and_wrong(files, number, ending, counts):
    result = core.compare(core.read(*files(number, f"old.{ending}", f"new.{ending}")))
    assert (result.n_items, result.helped, result.hurt) == counts


def test_words_for_right_and_wrong(files):
    [table] = files(29, "tests.csv")
    result = core.compare(core.read(table, baseline="old", experimental="new"))
    assert (result.helped, result.hurt, result.pvalue) == (3, 1, 0.625)


def test_utterances(files):
    result = core.compare(core.read(*files(22, "old.per_utt", "new.per_utt")), metric="ratio")
    assert (result.baseline, result.experimental) == (pytest.approx(7 / 30), pytest.approx(4 / 30))
    assert (result.helped, result.hurt, result.higher_is_better) == (3, 1, False)


@pytest.mark.parametrize(("measure", "old", "new"), [("UAS", 5, 6), ("LAS", 4, 5)])
def test_parses(files, measure, old, new):
    *systems, gold = files(24, "old.conllu", "new.conllu", "gold.conllu")
    result = core.compare(core.read(*systems, gold=gold, measure=measure), metric="ratio")
    assert (result.baseline, result.experimental) == (pytest.approx(old / 6), pytest.approx(new / 6))


def test_measures_of_queries_are_asked_for(files):
    with pytest.raises(OptionError, match="NDCG@10, Recall@100: choose one"):
        core.read(*files(32, "old.json", "new.json"))
    scores = core.read(*files(32, "old.json", "new.json"), measure="NDCG@10")
    assert (len(scores), scores.statistics[1, 0, 0, 0]) == (6, 0.35)


def test_both_scores_in_one_cell(files):
    with pytest.raises(OptionError, match="--split-column scores"):
        read_pair(files(28, "reviews.json"), "auto", {})
    pair = read_pair(files(28, "reviews.json"), "auto", {"split_column": "scores"})
    assert (pair.baseline[:2, 0].tolist(), pair.experimental[:2, 0].tolist()) == ([7, 8], [8, 7])


@pytest.mark.parametrize(("number", "names", "words"), [
    (20, ["judge.csv"], "holds winners of pairs of systems, and no scores: helped-hurt prefer"),
    (27, ["old.jsonl", "new.jsonl"], "git lfs pull"),
])  # fmt: skip
def test_what_holds_no_scores_is_refused_with_the_way_out(files, number, names, words):
    with pytest.raises(DataError, match=words):
        core.read(*files(number, *names))
