"""The lessons: one for each learning page; each step can be done, and the answers are true."""

import math

import pytest
from scipy.stats import binom

from core import compare, helped_hurt
from core.common.claimed import small
from core.planning.planning import power
from core.significance.cells import helped_hurt_pvalues
from core.teaching.by_hand import all_flips
from core.teaching.disagreement import DATA_SETS, disagreement
from dashboard.lessons.plan import LESSONS
from dashboard.pages import PAGES
from dashboard.samples import load

IN_ROOM = {"people": 3, "kind": "guess", "revealed": False}
# For each step, the settings of the page in order of time.
WAYS = {
    "resample-by-hand": [
        [{"guess": 0.0}],
        [{"draws": 1}],
        [{"draws": 1000}],
        [{"revealed": True}],
        [{"draw_seed": 1, "draws": 100}],
        [{"by_hand": "flip", "all_flips": True}],
    ],
    "helped-and-hurt": [
        [{"n": 500, "helped": 10, "hurt": 7}, {"n": 500, "helped": 10, "hurt": 3}],
        [{"n": 500, "helped": 200, "hurt": 150}],
        [{"n": 50, "helped": 6, "hurt": 1}],
        [{"counted_in": "percent", "n": 100}],
        [{"repeat_seed": 1}],
        [{"lesson": 3}],
    ],
    "pvalue-grid": [
        [{"alpha": 0.01}],
        [{"effects": "1.5"}],
        [{"sampled": True}],
        [{"at_n": 2_000}],
        [{"map": "n-effect"}],
    ],
    "exact-or-sampled": [[{"sentences": "4000"}], [{"usual_p": False}], [{"timed_to": "4000"}], [{"study": "own"}]],
    "why-tools-disagree": [
        [{"data": "identical"}],
        [{"data": "ten-questions"}],
        [{"alpha": 0.001}],
        [{"definition": "folded"}],
        [{"swaps": "20"}],
    ],
    "in-class": [
        [{"people": 0}],
        [{"people": 1}],
        [{"kind": "guess", "revealed": True}],
        [{"kind": "pool", "revealed": True}],
        [{"kind": "study", "revealed": True}],
    ],
}
STEPS = [(page, i) for page, ways in WAYS.items() for i in range(len(ways))]


def first(page):
    if page == "in-class":
        return IN_ROOM | {"people": 0}
    return {name: setting.default for name, setting in PAGES[page].settings.items()}


def test_every_learning_page_has_a_lesson():
    assert list(LESSONS) == [address for address, page in PAGES.items() if page.menu == "Learn"]
    assert {page: len(ways) for page, ways in WAYS.items()} == {page: len(each.steps) for page, each in LESSONS.items()}


@pytest.mark.parametrize(("page", "i"), STEPS)
def test_a_step_is_done_by_doing_it_and_not_before(page, i):
    step = LESSONS[page].steps[i]
    # The list of steps is visible in a room only after the first step, opening one.
    assert step.done([first(page)]) is (page == "in-class" and i == 0)
    assert step.done([first(page) | set_ for set_ in WAYS[page][i]])


def p(n, helped, hurt, test="bootstrap", alternative="greater"):
    return float(helped_hurt_pvalues(n, helped, hurt, test=test, alternative=alternative))


def deviation(draws):
    return math.sqrt(p(10, 4, 3) * (1 - p(10, 4, 3)) / draws)


def ends():
    interval = compare(helped_hurt(10, 4, 3), test="bootstrap").confidence_interval(0.95)
    return interval.low, interval.high


def definitions():
    return {row.definition.key: row.pvalue for row in disagreement(DATA_SETS["few-changes"].pair()).rows}


# The numbers in the answers, computed.
TRUE = {
    "resample-by-hand": lambda: [
        f"about {0.9**10:.0%} of all".replace("%", " %"),
        f"{p(10, 4, 3):.0%} of all possible resamples".replace("%", " %"),
        f"(p = {small(p(10, 4, 3))})",
        f"here {deviation(10):.2f} after 10 draws and {deviation(1_000):.3f} after 1,000",
        f"19 of 20 such estimates are within {1.96 * deviation(1_000):.2f} of it",
        f"{all_flips(load('ten_questions'), 'mean').count} of the 1,024 ways",
        f"p = {small(p(10, 4, 3, 'permutation'))}",
    ],
    "helped-and-hurt": lambda: [
        f"20 and 10 give {small(p(500, 20, 10))}, 60 and 50 give {small(p(500, 60, 50))}",
        f"p = {small(p(10, 4, 3))} on 10 items and {small(p(1_000, 4, 3))} on 1,000",
        f"p = {small(p(1_000, 4, 3, 'permutation'))} on both",
        f"200 helped and 150 hurt p = {small(p(500, 200, 150))}",
        "from −{:.0f} to +{:.0f} points".format(*(100 * abs(end) for end in ends())),
    ],
    "pvalue-grid": lambda: [
        f"p = {small(p(100, 2, 0))}, and this is the best",
        f"6 helped and 1 hurt give p = {small(p(100, 6, 1))}. With 7 and 2 it is {small(p(100, 7, 2))}",
        f"5 helped and none hurt give p = {small(p(500, 5, 0))}; 15 helped and 10 hurt give {small(p(500, 15, 10))}",
        f"60 helped and 40 hurt p = {small(p(2_000, 60, 40))}",
        f"15 helped and 10 hurt, p = {small(p(500, 15, 10))}",
    ],
    "exact-or-sampled": lambda: [
        "99 of 100 runs with 1,000 swaps give a p between {:.3f} and {:.3f}".format(
            *(binom.ppf([0.005, 0.995], 1_000, 0.05) / 1_000)
        ),
        f"about {1 / 1_001:.3f}",
        f"{binom.sf(50, 1_000, 0.045):.0%} of runs give a p above 0.05".replace("%", " %"),
        f"With 10,000 swaps {100 * binom.sf(500, 10_000, 0.045):.2f} % do",
    ],
    "why-tools-disagree": lambda: [
        f"(two-sided permutation test): p = {small(definitions()['permutation'])}",
        f"p = {small(definitions()['one-sided-as-two'])} by the permutation test",
        f"{small(definitions()['bootstrap'])} by the bootstrap",
    ],
    "in-class": lambda: [
        f"p-value is {small(p(10, 4, 3))}",
        f"off by less than {1.96 * deviation(300) + 0.005:.2f} in 19 of 20",
        f"{power(70, 0.1, 0.1):.1%} of all studies".replace("%", " %"),
    ],
}


@pytest.mark.parametrize("page", LESSONS)
def test_five_questions_are_answered_with_true_numbers(page):
    questions = LESSONS[page].questions
    assert len(questions) == 5
    # Questions and answers are also printed without Markdown.
    assert [each for each in questions if set("*_`") & set(each.asked + each.answer)] == []
    told = " ".join(each.answer for each in questions)
    assert [said for said in TRUE[page]() if said not in told] == []
