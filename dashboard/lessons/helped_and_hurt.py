"""The lesson of *Helped and hurt*."""

from collections.abc import Sequence
from functools import lru_cache

from core.significance.cells import helped_hurt_pvalues
from dashboard.lessons.lesson import Facts, Lesson, Question, Step, now

_QUESTION = ("primer_test", "primer_alternative", "alpha")
_LOOKED_AT = ("n", "helped", "hurt", *_QUESTION, "counted_in", "repeat_seed", "lesson")


@lru_cache(2_000)
def _pvalue(n: int, helped: int, hurt: int, test: str, alternative: str) -> float:
    return float(helped_hurt_pvalues(n, helped, hurt, test=test, alternative=alternative))


def _significant(page: Facts, test: str | None = None) -> bool:
    counts = page["n"], page["helped"], page["hurt"]
    # The counts of a link may exceed n until the page reduces them.
    if sum(counts[1:]) > counts[0]:
        return False
    return _pvalue(*counts, test or page["primer_test"], page["primer_alternative"]) <= page["alpha"]


def _crossed_by_hurt(seen: Sequence[Facts]) -> bool:
    """Whether p was on both sides of α while only hurt changed."""
    last, sides = seen[-1], set()
    for page in reversed(seen):
        if any(page[name] != last[name] for name in ("n", "helped", *_QUESTION)):
            break
        sides.add(_significant(page))
    return len(sides) == 2


LESSON = Lesson(
    steps=(
        Step(
            "Make it significant by moving only Hurt",
            "Begin with the example of 500 items, 10 helped and 7 hurt, and leave the other sliders alone.",
            _crossed_by_hurt,
        ),
        Step(
            "Make ten points significant",
            "Keep helped minus hurt at 10 % of the items, as with the ten questions. How many items does it take?",
            now(lambda page: 10 * (page["helped"] - page["hurt"]) == page["n"] and _significant(page)),
        ),
        Step(
            "Make the tests disagree",
            "With few changed items the bootstrap's p is too small: find counts where only the permutation test's p is "
            "above α.",
            now(lambda page: _significant(page, "bootstrap") and not _significant(page, "permutation")),
        ),
        Step(
            "Add items in the same shares",
            "Choose *in percent* and drag *Items*: the distribution becomes narrow while you drag.",
            now(lambda page: page["counted_in"] == "percent" and page["n"] > 10),
        ),
        Step(
            "Repeat the study",
            "Press *Another 200 studies*: the truth stays the same, and p varies.",
            now(lambda page: page["repeat_seed"] >= 1),
        ),
        Step(
            "Follow the promising ones",
            "Go through the three steps of the cautionary tale.",
            now(lambda page: page["lesson"] == 3),
        ),
    ),
    # Only the settings that the steps use, for speed: each access to the session takes time.
    facts=lambda session: {name: session[name] for name in _LOOKED_AT},
    questions=(
        Question(
            "The gain stays the same and more items are hurt. Why does p rise?",
            "Every changed item adds random variation: the spread of helped minus hurt grows with the square root of "
            "their number. On 500 items 10 helped and none hurt give p < .001, 20 and 10 give 0.0392, 60 and 50 give "
            "0.1822.",
        ),
        Question(
            "Do the items that both systems have right, or both wrong, matter?",
            "Very little. Four helped and three hurt give p = 0.4217 on 10 items and 0.4269 on 1,000. The permutation "
            "test ignores ties: p = 0.5000 on both.",
        ),
        Question(
            "Ten points on ten questions mean nothing. And ten points on 500, in the same shares?",
            "With 200 helped and 150 hurt p = 0.00393. The gain grows with the number of items, its spread only with "
            "the square root.",
        ),
        Question(
            "A study ends with p = 0.06. Is that “trending towards significance”?",
            "No. If you repeat the study, p can be very different. Decide beforehand how many items to collect, and "
            "test once. If you test again after every few items, p falls below 0.05 sooner or later, even if the "
            "systems are equal.",
        ),
        Question(
            "With p = 0.42, are the two systems equally good?",
            "The test does not show that. The 95 % interval goes from −40 to +60 points: ten questions are too few to "
            "show a difference or to rule one out. Two systems are shown to be equal by a narrow interval around 0.",
        ),
    ),
)
