"""``python -m core claim``: words first, the same numbers as the library in JSON, and the sentences themselves."""

import json

import pytest
from click.testing import CliRunner

from core.cli import main
from core.report.claim import claim_sentences
from core.studies.claim import check_claim


def run(*arguments):
    return CliRunner().invoke(main, ["claim", *arguments])


def ask(n, baseline, experimental, *more):
    return run("--n", str(n), "--baseline", baseline, "--experimental", experimental, *more)


def words(*claim, **options):
    return " ".join(claim_sentences(check_claim(*claim, **options)))


def test_json_holds_the_librarys_numbers():
    for claim in ((1000, "71.2", "71.7"), (10_000, "71.2", "71.7"), (50, "0.5", "0.60")):
        assert json.loads(ask(*claim, "--format", "json").stdout) == check_claim(*claim).to_dict()


def test_alpha_and_tests_reach_the_check():
    answer = json.loads(ask(1000, "71.2", "71.7", "--alpha", "0.1", "--test", "permutation", "--format", "json").stdout)
    assert answer == check_claim(1000, "71.2", "71.7", alpha=0.1, tests=["permutation"]).to_dict()
    assert answer["tests"]["permutation"]["largest_significant_hurt"] == 0


def test_text_begins_with_words_and_ends_with_the_figures():
    lines = ask(1000, "71.2", "71.7").stdout.splitlines()
    assert lines[:4] == list(claim_sentences(check_claim(1000, "71.2", "71.7")))
    assert lines[4] == ""
    assert lines[6].split() == ["bootstrap", "best", "0", "0.00665"]
    assert lines[-1].split() == ["permutation", "worst", "283", "0.8671"]


def test_the_worked_example_in_words():
    text = words(1000, "71.2", "71.7")
    assert "hurt no more than 1 of the 712 items" in text
    assert "(p = 0.0340; 2 gives 0.0595)" in text
    assert "hurt about 201 (p = 0.4117)" in text
    assert "By the two-sided permutation test it cannot be significant at α = 0.05: p = 0.0625 at best." in text
    assert "At most 7 items changed" in text
    assert "with fewer than 10 it is liberal" in text


def test_a_limit_of_none_hurt():
    text = words(200, "60.0", "63.0", tests=["permutation"])
    assert "Significant only if the experimental system hurt none of the 120 items" in text


def test_several_counts_are_said_as_ranges():
    text = words(10_000, "71.2", "71.7")
    assert "hurt no more than 268 to 624 of the 7,115 to 7,125 items" in text
    assert (
        "can be 7,115 to 7,125 and 7,165 to 7,175 right. A share halfway between two printed numbers counts for both"
        in text
    )
    assert "liberal" not in text


def test_rounding_that_decides():
    assert "Significant only if rounding was kind and the experimental system hurt no more than 12" in words(
        1000, "71", "71"
    )


def test_significant_whatever_changed():
    text = words(1000, "70", "80")
    assert "By the bootstrap it is significant whichever items changed" in text
    assert "baseline, which is ahead" not in text


def test_a_baseline_that_is_ahead():
    text = words(1000, "80.0", "70.0")
    assert "The experimental system is not ahead, so nothing can show that it is better: by the bootstrap" in text
    assert "That speaks for the baseline, which is ahead." in text


def test_what_underflows_is_not_called_zero():
    assert "p < 10⁻³⁰⁰ at worst" in words(50, "0", "100")
    assert "p from below 10⁻³⁰⁰ to 0.5003 at best" in words(1_000_000, "71.2", "71.3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((100, "71.23", "72"), "the nearest possible are 71.00 (71 of 100) and 72.00 (72 of 100)"),
        ((100, "71", "172"), "experimental == '172', must be <= 100"),
        ((0, "71", "72"), "n == 0"),
        ((100, "71", "72", "--alpha", "2"), "alpha == 2.0, must be a number > 0 and < 1"),
        ((100, "71", "72", "--test", "t"), "'t' is not one of"),
    ],
)
def test_mistakes_end_in_one_line(arguments, message):
    answer = ask(*arguments)
    assert answer.exit_code == 2
    assert message in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
