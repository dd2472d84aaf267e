"""The lesson of *p-value grid*."""

from dashboard.lessons.lesson import Lesson, Question, Step, now
from dashboard.pages import PAGES

_SETTINGS = PAGES["pvalue-grid"].settings

LESSON = Lesson(
    steps=(
        Step(
            "Ask for stronger evidence",
            "Set α to 0.01 or less: the dashed line falls, and fewer curves pass below it.",
            now(lambda page: page["alpha"] <= 0.01),
        ),
        Step(
            "Draw a curve of your own",
            "Change the effects under *Values of the curves* to the gain of a paper you know.",
            now(lambda page: page["effects"] != _SETTINGS["effects"].default),
        ),
        Step(
            "Sample the curves",
            "Most tools do: the curves of an exact test are smooth, those of 10,000 resamples are not.",
            now(lambda page: page["sampled"]),
        ),
        Step(
            "Move the map to 2,000 items",
            "Its slider moves the line where p crosses α.",
            now(lambda page: page["map"] == "hurt-effect" and page["at_n"] >= 2_000),
        ),
        Step(
            "Look at another map",
            "Choose what is across and what is up.",
            now(lambda page: page["map"] != "hurt-effect"),
        ),
    ),
    questions=(
        Question(
            "A system gains 2 points on 100 items and breaks nothing. Is it better?",
            "The test does not show it: p = 0.1326, and this is the best case. Each item that the system breaks makes "
            "p larger.",
        ),
        Question(
            "With 5 points on 100 items, how many may be hurt?",
            "One: 6 helped and 1 hurt give p = 0.0329. With 7 and 2 it is 0.0584, above 0.05.",
        ),
        Question(
            "One point on 500 items: significant or not?",
            "It depends on what was broken. 5 helped and none hurt give p = 0.00657; 15 helped and 10 hurt give "
            "0.1830. Two accuracies alone do not decide it.",
        ),
        Question(
            "How many items make one point significant if 2 % are hurt?",
            "About 2,000: with 60 helped and 40 hurt p = 0.0250. On 500 items, 15 helped and 10 hurt, p = 0.1830.",
        ),
        Question(
            "Why do some curves have stairs?",
            "The number of items hurt is a whole number, so on 100 items each step is one percent. A gain of 0.5 % is "
            "half an item there. It is rounded down to none: as many items are helped as hurt (dotted curve).",
        ),
    ),
)
