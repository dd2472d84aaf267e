"""The lesson of *Exact or sampled*."""

from dashboard.lessons.lesson import Lesson, Question, Step, now

LESSON = Lesson(
    steps=(
        Step(
            "Take more sentences",
            "Choose 4,000 or 8,000: does the error fall?",
            now(lambda page: page["study"] == "taggers" and page["sentences"] in ("4000", "8000")),
        ),
        Step(
            "Let p be anything",
            "Switch off *Only p-values from 0.001 to 0.1*: small p-values are much harder to sample.",
            now(lambda page: page["study"] == "taggers" and not page["usual_p"]),
        ),
        Step(
            "Give the methods more work",
            "Measure run times up to 4,000 sentences or more. Which curve is steepest?",
            now(lambda page: page["timed_to"] != "2000"),
        ),
        Step(
            "Sample your own p-value",
            "Choose *My scores*: it begins with the example of *Two systems*.",
            now(lambda page: page["study"] == "own"),
        ),
    ),
    questions=(
        Question(
            "Why does the same tool give another p-value on the next run?",
            "It draws some of the possible swaps at random, different ones each time. If the exact p-value is 0.05, "
            "99 of 100 runs with 1,000 swaps give a p between 0.033 and 0.069.",
        ),
        Question(
            "How many more swaps make the error half as large?",
            "Four times as many: the error falls with the square root of their number. One more digit takes a hundred "
            "times as many.",
        ),
        Question(
            "None of 1,000 swaps reaches the observed difference. Is p = 0?",
            "No. The observed scores are one of the ways to swap, so p is at least (0 + 1)/(1,000 + 1), about 0.001. "
            "Write p < 0.01 or draw more; an exact test shows how small it is.",
        ),
        Question(
            "The exact p-value is 0.045, and α = 0.05. What can happen?",
            "With 1,000 swaps 20 % of runs give a p above 0.05: the seed decides. With 10,000 swaps 0.82 % do.",
        ),
        Question(
            "When is sampling still needed?",
            "If no exact method is known, as for macro-F1 of many items. Then report the number of resamples and the "
            "seed, so that others get the same p-value.",
        ),
    ),
)
