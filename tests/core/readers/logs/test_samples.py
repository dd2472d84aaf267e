"""Lists of samples: in cells, as maps from items to lists, and both systems' scores in one list."""

import json

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, suggest
from tests.core.readers.logs.made import lines, whole


def means(scores, name):
    return scores.mean_over_runs().statistics[scores.system(name), 0, :, 0].tolist()


@pytest.mark.parametrize("key", ["idx", "task_id", "prompt_id"])
def test_a_list_in_a_cell_is_the_samples_of_its_item(key):
    old = lines("old.jsonl", [{key: "a", "passed": [True, False]}, {key: "b", "passed": [False, False, True, True]}])
    new = lines("new.jsonl", [{key: "b", "passed": [True]}, {key: "a", "passed": [True, True]}])
    assert suggest(old, new).kind == "samples"
    scores = core.read(old, new)
    assert (scores.ids, scores.n_runs) == (("a", "b"), 4)
    assert (means(scores, "old"), means(scores, "new")) == ([0.5, 0.5], [1, 1])


def test_lists_in_csv_and_a_row_without_a_sample():
    old, new = (Upload(f"{name}.csv", f'id,score\na,"{first}"\nb,"[1, 0, 1]"\nc,{last}\n'.encode())
                for name, first, last in (("old", "[0.5, 0.25]", ""), ("new", "[1, 1]", "[1]")))  # fmt: skip
    scores = core.read(old, new)
    assert scores.ids == ("a", "b")
    assert means(scores, "old") == pytest.approx([0.375, 2 / 3])
    assert any("1 item left out that old has no score of (no sample): c" in note for note in scores.notes)


@pytest.mark.parametrize("whole_file", [True, False])
def test_graded_generations_by_item(whole_file):
    def graded(name, held):
        return whole(
            name, {"raw_generations": {}, "raw_scored_generations": held, "pass_at_1": 50} if whole_file else held
        )

    old = graded("old.json", {"sample_1": [True, False], "sample_0": [False, False]})
    new = graded("new.json", {"sample_0": [True, True], "sample_1": [True, False]})
    assert suggest(old, new).kind == "samples"
    scores = core.read(old, new)
    assert (scores.ids, means(scores, "old"), means(scores, "new")) == (("sample_1", "sample_0"), [0.5, 0], [0.5, 1])


def test_two_columns_of_lists_are_two_systems():
    table = lines("both.jsonl", [{"id": i, "old": [0, i], "new": [1, 1]} for i in range(2)])
    scores = core.read(table)
    assert (scores.names, means(scores, "old"), means(scores, "new")) == (("old", "new"), [0, 0.5], [1, 1])


@pytest.mark.parametrize("cell", [lambda scores: scores, json.dumps])
def test_both_scores_in_one_cell_are_split_where_that_is_asked_for(cell):
    table = whole("reviews.json", [{"prompt": f"p{i}", "scores": cell([7.0, 8.0 - i])} for i in range(3)])
    with pytest.raises(OptionError, match=r"of 2 systems, the baseline's first, split them \(split='scores'"):
        core.read(table)
    scores = core.read(table, split="scores")
    assert (scores.names, means(scores, "scores 2")) == (("scores 1", "scores 2"), [8, 7, 6])
    other = Upload("new.json", table.data)
    assert core.read(table, other).n_runs == 2
    with pytest.raises(OptionError, match="as long as each other, in one file: choose among scores"):
        core.read(table, split="score")


def test_lists_that_are_no_scores_are_left_alone():
    rows = [{"id": i, "token_ids": [5, 7, i], "embedding": [0.1, 0.2], "correct": i} for i in range(2)]
    assert suggest(lines("old.jsonl", rows), lines("new.jsonl", rows)).kind == "tables"
    beside = [{"id": i, "offsets": [5, 7], "accuracy": i} for i in range(2)]
    assert suggest(lines("old.jsonl", beside), lines("new.jsonl", beside)).kind == "tables"


def test_lists_of_one_beside_lists_of_several_and_a_file_without_lists():
    one = lines("old.jsonl", [{"id": i, "score": [True]} for i in "ab"])
    several = lines("new.jsonl", [{"id": i, "score": [True, None, False, False]} for i in "ab"])
    scores = core.read(one, several)
    assert (means(scores, "old"), means(scores, "new")) == ([1, 1], pytest.approx([1 / 3] * 2))
    none = lines("old.jsonl", [{"id": i, "score": 1} for i in "ab"])
    with pytest.raises(DataError, match=r"new.jsonl has a list of samples for each item, and old.jsonl has none"):
        core.read(none, several)
    listed = lines("old.jsonl", [{"id": i, "score": [1]} for i in "ab"])
    assert len(core.read(listed, several)) == 2


def test_objects_of_lists_are_the_columns_of_a_table():
    table = whole("both.json", {"old": [0.25, 0.5, 1], "new": [0.5, 0.5, 0.25]})
    pair = core.read(table)
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == ([0.25, 0.5, 1], [0.5, 0.5, 0.25])
    numbered = core.read(whole("both.json", {"gpt-3": [0.25, 0.5, 1], "gpt-4": [0.5, 0.5, 0.25]}))
    assert (numbered.names, means(numbered, "gpt-4")) == (("gpt-3", "gpt-4"), [0.5, 0.5, 0.25])
    named = [whole(f"{name}.json", {"score": scores, "id": ["x", "y", "z"]}) for name, scores in
             (("old", [0, 1, 1]), ("new", [1, 1, 1]))]  # fmt: skip
    assert core.read(*named).ids == ("x", "y", "z")


def test_the_direction_of_a_measure_is_told_by_its_name_or_asked_for():
    old, new = (lines(f"{name}.jsonl", [{"id": i, "loss": [score, 0.25 * i]} for i in range(4)]) for name, score in
                (("old", 1.5), ("new", 0.5)))  # fmt: skip
    scores = core.read(old, new)
    assert scores.lower_is_better
    assert any("Lower is better: 'loss' is called so" in note for note in scores.notes)
    assert not core.read(old, new, lower_is_better=False).lower_is_better
