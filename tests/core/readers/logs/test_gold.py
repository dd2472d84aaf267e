"""Answers of SQuAD and parses in CoNLL-U, scored against a gold file; and Kaldi's counts of utterances."""

import json

import pytest

import core
from core.cli.inputs import read_many
from core.errors import DataError, OptionError
from core.readers import Upload
from tests.core.readers.logs.made import scores_of, whole

GOLD = whole("gold.json", {"version": "v2.0", "data": [{"title": "t", "paragraphs": [{"context": "c", "qas": [
    {"id": "q1", "answers": [{"text": "the Denver Broncos"}, {"text": "Broncos"}]},
    {"id": "q2", "answers": [{"text": "in 2015"}]},
    {"id": "q3", "is_impossible": True, "answers": []},
]}]}]})  # fmt: skip
OLD = whole("old.json", {"q1": "A Broncos!", "q2": "2015, June", "q3": "x"})
NEW = whole("new.json", {"q3": "", "q2": "In 2015.", "q1": "Denver"})


def test_answers_are_normalised_and_the_best_right_answer_counts():
    exact = core.read(OLD, NEW, gold=GOLD, measure="exact_match")
    assert scores_of(exact, "old") == {"q1": 1, "q2": 0, "q3": 0}
    assert scores_of(exact, "new") == {"q1": 0, "q2": 1, "q3": 1}
    f1 = core.read(OLD, NEW, gold=GOLD, measure="f1")
    # "denver broncos" and "denver": P = 1, R = 1/2.
    assert scores_of(f1, "new") == {"q1": pytest.approx(2 / 3), "q2": 1, "q3": 1}
    assert scores_of(f1, "old")["q2"] == pytest.approx(0.5)


@pytest.mark.parametrize(("more", "why"), [(["q1", "x"], "question 'q1' occurs twice"), (["q9", None], "has null")])
def test_a_question_has_one_answer(more, why):
    rows = [*(["q1", "Broncos"], ["q2", "2015"]), more]
    lines = [json.dumps({"id": question, "prediction_text": answer}) for question, answer in rows]
    with pytest.raises(DataError, match=why):
        core.read(Upload("old.jsonl", "\n".join(lines).encode()), NEW, gold=GOLD, measure="f1")


def test_questions_without_an_answer_are_left_out_or_count_as_0():
    few = whole("few.json", {"q1": "Broncos", "q2": "2015"})
    scores = core.read(OLD, few, gold=GOLD, measure="exact_match")
    assert scores.ids == ("q1", "q2")
    assert "few has no answer to 1 question of the gold file." in scores.notes
    assert scores_of(core.read(OLD, few, gold=GOLD, measure="exact_match", absent="zero"), "few")["q3"] == 0
    with pytest.raises(DataError, match="the gold file has none of its questions"):
        core.read(OLD, whole("new.json", {"z1": "a", "z2": "b"}), gold=GOLD, measure="f1")


def parse(name, *sentences, names=True):
    blocks = []
    for place, sentence in enumerate(sentences, 1):
        rows = [f"# sent_id = s{place}", "# text = x"] if names else []
        rows += [f"{i}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_"
                 for i, (form, head, relation) in enumerate(sentence, 1)]  # fmt: skip
        blocks.append("\n".join(rows))
    return Upload(name, ("\n\n".join(blocks) + "\n\n").encode())


RIGHT = [[("Dogs", 2, "nsubj"), ("bark", 0, "root")], [("Go", 0, "root"), ("away", 1, "advmod:x"), ("!", 1, "punct")]]


@pytest.mark.parametrize("names", [True, False])
def test_parses_are_counted_by_sentence(names):
    old = [[("Dogs", 2, "obj"), ("bark", 0, "root")], [("Go", 0, "root"), ("away", 3, "advmod"), ("!", 1, "punct")]]
    new = [RIGHT[0], [("Go", 0, "root"), ("away", 1, "advmod"), ("!", 2, "punct")]]
    gold = parse("gold.conllu", *RIGHT, names=names)
    files = parse("old.conllu", *old, names=names), parse("new.conllu", *new, names=names)
    uas, las, whole_las = (core.read(*files, gold=gold, measure=measure).pair("old", "new")
                           for measure in ("UAS", "LAS", "LAS, with subtypes"))  # fmt: skip
    assert uas.ids == (("s1", "s2") if names else ("1", "2"))
    assert (uas.baseline.tolist(), uas.experimental.tolist()) == ([[2, 2], [2, 3]], [[2, 2], [2, 3]])
    assert (las.baseline.tolist(), las.experimental.tolist()) == ([[1, 2], [2, 3]], [[2, 2], [2, 3]])
    assert whole_las.experimental.tolist() == [[2, 2], [1, 3]]


def test_multiword_tokens_and_empty_nodes_are_no_words():
    row = "\t{}\t_\t_\t_\t_\t{}\t{}\t_\t_"
    file = (
        "1-2"
        + row.format("zum", "_", "_")
        + "\n1"
        + row.format("zu", "2", "case")
        + "\n2"
        + row.format("dem", "0", "root")
    )
    gold, system = (
        Upload(name, (file + "\n2.1" + row.format("x", "_", "_") + "\n\n").encode()) for name in ("g", "a.conllu")
    )
    other = Upload("b.conllu", system.data)
    assert core.read(system, other, gold=gold, measure="UAS").pair("a", "b").baseline.tolist() == [[2, 2]]


def test_other_words_and_a_missing_gold_file_are_refused():
    gold, old = parse("gold.conllu", *RIGHT), parse("old.conllu", *RIGHT)
    other = parse("new.conllu", [("Cats", 2, "nsubj"), ("bark", 0, "root")], RIGHT[1])
    with pytest.raises(
        DataError, match=r"new.conllu, sentence from line 1: other words than in gold.conllu \('Cats' for 'Dogs'"
    ):
        core.read(old, other, gold=gold, measure="UAS")
    with pytest.raises(DataError, match=r"has 1 sentences and gold.conllu 2"):
        core.read(old, parse("new.conllu", RIGHT[0]), gold=gold, measure="UAS")
    with pytest.raises(OptionError, match=r"name the file of the right ones too \(gold=, --gold FILE\)"):
        core.read(old, Upload("new.conllu", old.data))


def test_gold_is_named_for_a_ranking_too(tmp_path):
    for upload in (OLD, NEW, GOLD):
        (tmp_path / upload.name).write_bytes(upload.data)
    old, new, gold = (str(tmp_path / upload.name) for upload in (OLD, NEW, GOLD))
    assert read_many([old, new], {"gold": gold, "measure": "exact_match"})[0].names == ("old", "new")


def utterance(name, counts, words="a b"):
    return f"{name} ref  {words}\n{name} hyp  {words} ***\n{name} op   C\n{name} #csid {' '.join(map(str, counts))}\n"


def test_utterances_are_errors_and_words_of_which_fewer_are_better():
    old = Upload("old/per_utt", (utterance("u1", (1, 1, 1, 0)) + utterance("u2", (2, 0, 0, 1))).encode())
    new = Upload("new/per_utt", (utterance("u2", (3, 0, 0, 0)) + utterance("u1", (2, 0, 0, 0))).encode())
    scores = core.read(old, new)
    pair = scores.pair("old", "new")
    assert (scores.lower_is_better, pair.baseline.tolist()) == (True, [[2, 2], [1, 3]])
    result = core.compare(pair, metric="ratio")
    assert (result.helped, result.hurt, result.baseline) == (2, 0, pytest.approx(3 / 5))


def test_an_utterance_without_words_of_reference_is_refused_if_it_has_errors():
    said = utterance("u1", (2, 0, 0, 0))
    old, new = (Upload(f"{name}.txt", (said + utterance("u2", (0, 0, n, 0), "")).encode()) for name, n in
                (("old", 0), ("new", 2)))  # fmt: skip
    with pytest.raises(DataError, match=r"'u2' has 2 over 0 in its ratio: a denominator must be above 0.*leave it out"):
        core.compare(core.read(old, new).pair("old", "new"), metric="ratio")


def test_an_utterance_with_other_words_or_counts_is_refused():
    old, new = (Upload(f"{name}.txt", utterance("u1", (2, 0, 0, 0), words).encode()) for name, words in
                (("old", "a b"), ("new", "a c")))  # fmt: skip
    with pytest.raises(DataError, match="asked different things"):
        core.read(old, new)
    with pytest.raises(DataError, match="should hold four counts"):
        core.read(old, Upload("new.txt", utterance("u1", (2, 0, 0)).encode()))
