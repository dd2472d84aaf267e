"""The lesson of *Resample by hand*."""

from dashboard.lessons.lesson import Lesson, Question, Step, now

LESSON = Lesson(
    steps=(
        Step("Guess p", "Type a guess before you draw anything.", now(lambda page: page["guess"] is not None)),
        Step(
            "Draw one",
            "Which questions came twice, and which not at all? Where did the dot fall?",
            now(lambda page: page["draws"] >= 1),
        ),
        Step("Draw a thousand", "Watch how p changes less and less.", now(lambda page: page["draws"] >= 1000)),
        Step("Reveal the exact p", "How far off was your guess?", now(lambda page: page["revealed"])),
        Step(
            "Start again and draw another hundred",
            "It is another hundred: how far is p from the first?",
            now(lambda page: page["draw_seed"] >= 1 and page["draws"] >= 100),
        ),
        Step(
            "Flip the signs in all ways",
            "Choose *Flip signs*, and there flip all of them at once: p stops moving.",
            now(lambda page: page["by_hand"] == "flip" and page["all_flips"]),
        ),
    ),
    questions=(
        Question(
            "Why is a question drawn twice and another not at all?",
            "Each of the ten draws takes any of the ten questions, also one that was drawn before. A given question is "
            "left out of about 35 % of all resamples (0.9 to the power of ten).",
        ),
        Question(
            "The new system is ten points ahead. Why is p not small?",
            "It helped four questions and hurt three. Another ten questions often give three and three, or three and "
            "four: in 42 % of all possible resamples the new system is not ahead (p = 0.4217).",
        ),
        Question(
            "After 10 draws p is 0.3, after 1,000 it is 0.43. Which do you believe?",
            "The second. A share of B draws has a standard error of √(p(1 − p)/B): here 0.16 after 10 draws and 0.016 "
            "after 1,000. A hundred times as many draws make it ten times as small.",
        ),
        Question(
            "Two of you draw a thousand each and get two p-values. Who is wrong?",
            "Neither. Both estimate 0.4217, and 19 of 20 such estimates are within 0.03 of it. An exact p-value does "
            "not depend on random draws, so you both get the same one.",
        ),
        Question(
            "What is the difference between drawing items and flipping signs?",
            "Drawing items asks how the difference would vary on other questions: it is at or below zero with "
            "probability 0.4217. Flipping signs asks what chance alone would give if neither system were better: "
            "512 of the 1,024 ways reach ten points or more, so p = 0.5000. Neither test finds evidence.",
        ),
    ),
)
