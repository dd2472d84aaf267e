"""BIO tags: the entities that they denote, and the alignment of sentences."""

import pytest

from core.readers import read_entities
from core.readers.labels.entities import entities_of
from core.readers.parsing.kinds import kind_of
from core.readers.parsing.text import Text
from tests.core.readers.parts import refusal, upload


# What conlleval.pl takes as chunks.
@pytest.mark.parametrize(
    ("tags", "entities"),
    [
        ("O O", []),
        ("B-A I-A O", ["0:2 A"]),
        ("B-A B-A", ["0:1 A", "1:2 A"]),
        ("I-A I-A", ["0:2 A"]),
        ("B-A I-B I-B", ["0:1 A", "1:3 B"]),
        ("B-A O I-A", ["0:1 A", "2:3 A"]),
        ("I-A B-A I-A", ["0:1 A", "1:3 A"]),
        ("B-work-of-art I-work-of-art", ["0:2 work-of-art"]),
        ("B-A E-A B-A I-A E-A", ["0:2 A", "2:5 A"]),
        ("S-A S-A B-A S-A", ["0:1 A", "1:2 A", "2:3 A", "3:4 A"]),
        ("E-A E-A O I-A E-A", ["0:1 A", "1:2 A", "3:5 A"]),
        ("B-A E-B I-A S-B", ["0:1 A", "1:2 B", "2:3 A", "3:4 B"]),
        ("B-A L-A U-A", ["0:2 A", "2:3 A"]),
    ],
)
def test_entities(tags, entities):
    found = zip(*entities_of(tags.split()), strict=True)
    assert [f"{begin}:{end} {kind}" for begin, end, kind in found] == entities


GOLD = "Ada B-PER\nLovelace I-PER\nwrote O\n\nLondon B-LOC\nis O\n\n\nso O\n"
OLD = "Ada B-PER\nLovelace O\nwrote O\n\nLondon B-ORG\nis B-LOC\n\nso O\n"


def read(gold=GOLD, old=OLD, new=GOLD):
    return read_entities(upload(gold, "gold"), upload(old, "old"), upload(new, "new"))


def test_counts_of_every_sentence():
    pair = read()
    assert pair.baseline.tolist() == [[0, 1, 0, 1], [0, 1, 0, 2], [0, 0, 0, 0]]
    assert pair.experimental.tolist() == [[1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0]]
    assert pair.columns[0] == "recall_numerator"
    assert pair.notes == ("The items are 3 sentences; entities are counted as conlleval does.",)


def test_a_single_sentence_is_refused_with_its_cause():
    text = "".join(line + "\n" for line in GOLD.split("\n") if line)
    assert refusal(read, text, text, text).startswith("gold holds a single sentence, of 6 tokens: no blank line")
    assert kind_of(Text("gold", text.rstrip())) == "tags"
    start = "-DOCSTART- -X- O O\n\n"
    assert "single sentence" in refusal(read, start + text, start + text, start + text)


def test_document_separators_are_no_sentences():
    start = "-DOCSTART- -X- O O\n\n"
    assert read(start + GOLD, start + OLD, start + GOLD).digest == read().digest
    assert read(start + GOLD, "O\n\n" + OLD, start + GOLD).digest == read().digest
    assert "gold holds no sentence" in refusal(read, start, start, start)


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        (OLD.replace("is B-LOC\n", ""), "Sentence 2 has 2 tokens in gold (line 5) and 1 in old (line 5)"),
        (OLD + "\nmore O\n", "gold has 3 sentences and old has 4"),
        (OLD.replace("is", "was"), "Sentence 2: 'is' in gold (line 6) is 'was' in old (line 6)"),
        (OLD.replace("B-ORG", "ORG"), "old, line 5: 'ORG' is no BIO tag: write O, B-TYPE or I-TYPE last."),
        (OLD.replace("B-ORG", "B-"), "old, line 5: 'B-' is no BIO tag"),
        (OLD.replace(" B-ORG", ""), "old, line 5: 'London' is no BIO tag"),
    ],
)
def test_refusals_name_the_sentence(old, expected):
    assert expected in refusal(read, GOLD, old)


def test_schemes_that_mean_the_same_count_the_same():
    in_bioes = GOLD.replace("I-PER", "E-PER").replace("London B-LOC", "London S-LOC")
    assert read(gold=in_bioes).digest == read().digest
    assert kind_of(Text("a", in_bioes)) == "tags"
