"""Sentences are distinguished from scores, labels and tables, even if these contain sentences."""

import pytest

from core.errors import DataError
from core.readers import preview, read_labels, read_scores, read_tables
from tests.core.readers.parts import of_lines

SENTENCES = [
    "The red bird passes by the open door.",
    "Nobody knew why, and nobody asked.",
    "He said: “It is late”; then he left.",
    'She wrote "quite well" for 20 years.',
    "It was the best of times.",
]
CHINESE = ["红色的鸟从敞开的门前飞过。", "没有人知道为什么也没有人问。", "他说时间已经很晚了然后他就离开了。"]


@pytest.mark.parametrize("lines", [SENTENCES, CHINESE, CHINESE + SENTENCES])
@pytest.mark.parametrize(
    "reader",
    [
        lambda lines: read_scores(of_lines(lines, "hyp.txt"), of_lines(lines, "hyp.txt")),
        lambda lines: read_tables(of_lines(lines, "hyp.txt"), of_lines(lines, "hyp.txt")),
        lambda lines: read_labels(of_lines(lines, "hyp.txt"), of_lines(lines, "hyp.txt"), of_lines(lines, "hyp.txt")),
    ],
)
def test_sentences_are_to_be_scored_first(reader, lines):
    with pytest.raises(DataError, match=r"hyp\.txt holds sentences, one a line, and no scores: score each of them"):
        reader(lines)


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["0.5", "1", "0.25"], "scores"),
        (["yes", "no", "yes"], "labels"),
        (["New York", "Rio de Janeiro", "Paris", "New York"], "labels"),
        (["my card did not arrive", "who took my money", "my card did not arrive"], "labels"),
        (["id,text,score", *(f'{i},"{s.replace(chr(34), "")}",{i}' for i, s in enumerate(SENTENCES))], "table"),
        (["id\ttext\tscore", *(f"{i}\t{s.replace(chr(34), '')}\t0.5" for i, s in enumerate(SENTENCES))], "table"),
        (["Ada NNP X B-PER", "wrote VBD X O", "", "of IN X O", "London NNP X B-LOC"], "entities"),
        (['{"text": "The red bird passes by the door", "score": 1}'] * 3, "table"),
    ],
)
def test_what_is_no_prose(lines, kind):
    assert preview(of_lines(lines, "hyp.txt")).kind == kind
