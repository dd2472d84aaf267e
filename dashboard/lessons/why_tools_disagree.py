"""The lesson of *Why tools disagree*."""

from dashboard.lessons.lesson import Lesson, Question, Step, now
from dashboard.pages import PAGES

_SETTINGS = PAGES["why-tools-disagree"].settings

LESSON = Lesson(
    steps=(
        Step(
            "Compare a system with itself",
            "Choose the two identical systems. Which definitions call them different?",
            now(lambda page: page["data"] == "identical"),
        ),
        Step(
            "Compare the ten questions",
            "What are the smallest and the largest p-value?",
            now(lambda page: page["data"] == "ten-questions"),
        ),
        Step(
            "Ask for stronger evidence",
            "Set α to 0.01 or less: do the definitions agree now?",
            now(lambda page: page["alpha"] <= 0.01),
        ),
        Step(
            "Look at other false alarms",
            "Choose another definition: how often does it call two equal systems different?",
            now(lambda page: page["definition"] != _SETTINGS["definition"].default),
        ),
        Step(
            "Draw only 20 swaps", "A count of swaps without + 1 can then be 0.", now(lambda page: page["swaps"] == "20")
        ),
    ),
    questions=(
        Question(
            "Of 50 items 6 are helped and 1 is hurt. Is that significant?",
            "It depends on the question. Are they different (two-sided permutation test): p = 0.1250, no. Is the new "
            "one better (one-sided): p = 0.0625 by the permutation test, no, and 0.0318 by the bootstrap, which finds "
            "too many differences if fewer than 10 items changed.",
        ),
        Question(
            "A tool counts only resamples strictly beyond the observed difference. What goes wrong?",
            "It leaves out those that are equal. For two identical systems every resample is equal, so it gives p = 0: "
            "significant, although the systems are the same.",
        ),
        Question(
            "A one-sided p-value of 0.03 is reported as if it were two-sided. Does that matter?",
            "Yes. The two-sided one is about twice as large, 0.06. Choosing the side after looking at the scores gives "
            "twice as many false alarms.",
        ),
        Question(
            "Why should a sampled permutation test count (k + 1)/(R + 1)?",
            "The observed scores are one of the possible swaps. With + 1 the test never has more false alarms than α; "
            "without it p can be 0.",
        ),
        Question(
            "What must a paper say so that others get the same p-value?",
            "Which test, one-sided or two-sided, whether outcomes equal to the observed one count, and whether it is "
            "exact or sampled; where it is sampled, how many resamples and which seed.",
        ),
    ),
)
