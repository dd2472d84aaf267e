"""``helped-hurt claim``: the text, the same numbers as the library in JSON, and the sentences."""

import json

import pytest
from click.testing import CliRunner

from core.cli import main
from core.planning.claim import check_claim
from core.report.planning import claim_headline, claim_sentences, claim_sides, review_sentence


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
    assert lines[:7] == list(claim_sentences(check_claim(1000, "71.2", "71.7")))
    assert lines[7] == ""
    assert lines[9].split() == ["bootstrap", "best", "0", "0.00665"]
    assert lines[-3].split() == ["permutation", "worst", "283", "0.8671"]
    assert lines[-1] == f"For a review: {review_sentence(check_claim(1000, '71.2', '71.7'))}"


def test_the_worked_example_in_words():
    text = words(1000, "71.2", "71.7")
    assert "hurt no more than 1 of the 712 items" in text
    assert "(p = 0.0340; 2 gives 0.0595)" in text
    assert "hurt about 201 (p = 0.4117)" in text
    assert "By the two-sided permutation test it cannot be significant at α = 0.05: p = 0.0625 at best." in text
    assert "only where at most 7 items changed. With so few it calls too many differences significant" in text


def test_a_limit_of_none_hurt():
    text = words(200, "60.0", "63.0", tests=["permutation"])
    assert "Significant only if the experimental system hurt none of the 120 items" in text


def test_several_counts_are_said_as_ranges():
    text = words(10_000, "71.2", "71.7")
    assert "hurt no more than 268 to 624 of the 7,115 to 7,125 items" in text
    assert (
        "can mean 7,115 to 7,125 and 7,165 to 7,175 right. A share halfway between two printed numbers counts for both"
        in text
    )
    assert "With so few" not in text


def test_rounding_that_decides():
    assert "Significant only if the rounding is favourable and the experimental system hurt no more than 12" in words(
        1000, "71", "71"
    )


def test_significant_whatever_changed():
    text = words(1000, "70", "80")
    assert "By the one-sided bootstrap it is significant whichever items changed" in text
    assert "baseline, which is ahead" not in text


def test_a_baseline_that_is_ahead():
    text = words(1000, "80.0", "70.0")
    assert (
        "The experimental system is not ahead, so nothing can show that it is better: by the one-sided bootstrap"
        in text
    )
    assert "That speaks for the baseline, which is ahead." in text


def test_what_underflows_is_not_called_zero():
    assert "p < .001 at worst" in words(50, "0", "100")
    assert "p from below .001 to 0.5003 at best" in words(1_000_000, "71.2", "71.3")


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (
            (1000, "71.2", "71.7"),
            "It can be significant, but that is unlikely: only if the new system broke at most 1",
        ),
        (
            (200, "60.0", "63.0"),
            "It can be significant, but that is unlikely: only if the new system broke at most 2",
        ),
        ((1000, "71.2", "73.9"), "It can be significant, if the new system broke at most 74 to 116 of 712 items"),
        ((1000, "50", "55.5"), "It can be significant, and probably is: if the new system broke up to 287 of 495 to"),
        ((1000, "70", "80"), "Yes: it is significant whichever items changed."),
        ((10, "50", "60"), "No: it cannot be significant."),
        ((1000, "71.7", "71.2"), "The experimental system is not ahead."),
    ],
)
def test_the_answer_is_decisive(claim, answer):
    assert claim_headline(check_claim(*claim)).startswith(answer)


def test_the_answer_names_what_real_pairs_break():
    assert claim_headline(check_claim(1000, "71.2", "71.7")).endswith(
        "(systems this accurate usually break 45 to 201)."
    )
    assert "7 to 10 of 18 real pairs break that few" in claim_headline(check_claim(1000, "71.2", "73.9"))
    assert "18 real pairs" not in words(1000, "70", "80")


def test_sidedness_is_named_where_it_alone_decides():
    assert claim_sides(check_claim(1000, "71.2", "71.7")) == (
        "By the permutation test the answer depends on the side alone: one-sided it is significant if none were hurt, "
        "which is unlikely; two-sided it cannot be significant (p = 0.0625 at best)."
    )
    assert "the answer is the same" in claim_sides(check_claim(1000, "70", "80"))
    assert claim_sides(check_claim(1000, "80", "70")) is None


def test_a_side_asks_all_tests():
    one = words(1000, "71.2", "71.7", alternative="greater")
    assert "By the one-sided permutation test, p = 0.0312 at best. Significant only if" in one
    assert "one-sided bootstrap" not in words(1000, "71.2", "71.7", alternative="two-sided")
    assert claim_headline(check_claim(1000, "71.2", "71.7", alternative="less")) == (
        "The experimental system is not behind."
    )
    assert claim_headline(check_claim(1000, "80", "70", alternative="two-sided")).startswith("Yes:")
    answer = ask(1000, "71.2", "71.7", "--alternative", "two-sided", "--format", "json")
    assert json.loads(answer.stdout) == check_claim(1000, "71.2", "71.7", alternative="two-sided").to_dict()


def test_a_review_says_what_it_would_take():
    assert "got at most 116 (one-sided bootstrap) or at most 74 (two-sided permutation test) of the 712" in (
        review_sentence(check_claim(1000, "71.2", "73.9"))
    )
    assert "no test can show that it is better" in review_sentence(check_claim(1000, "80", "70"))
    assert "got none (one-sided permutation test) of the 712" in review_sentence(
        check_claim(1000, "71.2", "71.7", tests=["permutation"], alternative="greater")
    )


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
