"""``helped-hurt claim``: the text, the same numbers as the library in JSON, and the sentences."""

import json
from pathlib import Path

import pytest

from core.planning.claim import check_claim
from core.report.planning import claim_headline, claim_sentences, review_sentence
from tests.core.test_cli import run


def ask(n, baseline, experimental, *more):
    return run("claim", "--n", n, "--baseline", baseline, "--experimental", experimental, *more)


def test_json_holds_the_librarys_numbers():
    for claim in ((1000, "71.2", "71.7"), (10_000, "71.2", "71.7"), (50, "0.5", "0.60")):
        assert json.loads(ask(*claim, "--format", "json").stdout) == check_claim(*claim).to_dict()


def test_text_begins_with_words_and_ends_with_the_figures():
    lines = ask(1000, "71.2", "71.7").stdout.splitlines()
    assert lines[:7] == list(claim_sentences(check_claim(1000, "71.2", "71.7")))
    assert lines[7] == ""
    assert lines[9].split() == ["bootstrap", "best", "0", "0.00665"]
    assert lines[-3].split() == ["permutation", "worst", "283", "0.8671"]
    assert lines[-1] == f"For a review: {review_sentence(check_claim(1000, '71.2', '71.7'))}"


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        ((1000, "71.2", "71.7"), "It can be significant, but that is unlikely: only if the new system broke at most 1"),
        ((200, "60.0", "63.0"), "It can be significant, but that is unlikely: only if the new system broke at most 2"),
        ((1000, "71.2", "73.9"), "It can be significant, if the new system broke at most 74 to 116 of 712 items"),
        ((1000, "50", "55.5"), "It can be significant, and probably is: if the new system broke up to 287 of 495 to"),
        ((1000, "70", "80"), "Yes: it is significant whichever items changed."),
        ((10, "50", "60"), "No: it cannot be significant."),
        ((1000, "71.7", "71.2"), "The experimental system is not ahead."),
    ],
)
def test_the_answer_is_decisive(claim, answer):
    assert claim_headline(check_claim(*claim)).startswith(answer)


@pytest.mark.parametrize("numbers", [(0.845588207244873, 0.8602941036224365), (345 / 408, 351 / 408), (0.8456, 0.8603)])
def test_the_claim_that_is_offered_for_totals_works_as_typed(numbers, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, share in zip(("old", "new"), numbers, strict=True):
        Path(f"{name}.json").write_text(json.dumps({"eval_accuracy": share, "eval_samples": 408}))
    refused = run("compare", "old.json", "new.json").stderr
    offered = refused.partition("helped-hurt ")[2].partition(" says")[0].split()
    typed, counted = (
        run(*words, "--format", "json")
        for words in (offered, ["claim", "--n", "408", "--baseline", "345/408", "--experimental", "351/408"])
    )
    assert (typed.exit_code, typed.stderr) == (0, "")
    assert json.loads(typed.stdout)["tests"] == json.loads(counted.stdout)["tests"]
