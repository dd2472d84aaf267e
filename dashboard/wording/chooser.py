"""Which test? Six questions, the consequence of each answer, and the resulting command.

The page *Methods* asks them one by one; the documentation prints them as a table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

# The address of the page that corresponds to each command, and the beginning of the command.
_COMMANDS = {
    "compare": ("", "helped-hurt compare scores.csv --systems old new"),
    "rank": ("many-systems", "helped-hurt rank scores.csv"),
    "prefer": ("preferences", "helped-hurt prefer votes.csv"),
    "claim": ("check-a-claim", "helped-hurt claim --n 1000 --baseline 71.2 --experimental 71.7"),
    "plan": ("plan-a-study", "helped-hurt plan --baseline 80 --experimental 82 --agreement 97.5"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its label, its consequence in a sentence, and the options that it adds to each command."""

    label: str
    advice: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question, its answers by name with the usual one first, and the commands that it applies to."""

    asked: str
    answers: Mapping[str, Answer]
    commands: tuple[str, ...] = ("compare", "rank")


@dataclass(frozen=True, slots=True)
class Advice:
    """The result of six answers: the address of the page, the command, and the reasons in sentences."""

    address: str
    command: str
    sentences: tuple[str, ...]


QUESTIONS: Mapping[str, Choice] = {
    "at_hand": Choice(
        "What do you have?",
        {
            "compare": Answer(
                "Two systems' scores of the same items",
                "Compare the two systems item by item: a paired test uses that both saw the same items.",
            ),
            "rank": Answer(
                "Scores of three systems or more",
                "Rank the systems: every pair is tested, and the p-values are corrected for the number of pairs.",
            ),
            "prefer": Answer(
                "Judgments that one answer is better",
                "Test preferences: all judgments of an item, in both orders and by all judges, count as one.",
            ),
            "claim": Answer(
                "Two accuracies printed in a paper",
                "Check the claim: all outcomes that fit the printed numbers are considered, so the answer is a range.",
            ),
            "plan": Answer(
                "No scores yet",
                "Plan the study: how many items show the gain that you expect with a power of 80 %?",
            ),
        },
        ("compare", "rank", "prefer", "claim", "plan"),
    ),
    "score": Choice(
        "What is the score of an item?",
        {
            "right": Answer(
                "Right or wrong",
                "The permutation test is the exact McNemar (sign) test: only helped and hurt items count.",
            ),
            "number": Answer(
                "A number, such as a rating, a COMET score or a reciprocal rank",
                "Take the permutation test of the mean. It assumes no normal distribution, and is exact or numerical.",
            ),
            "whole": Answer(
                "Counts, labels or text for F1, macro-F1 or BLEU",
                "Do not average the scores of items: the permutation test swaps the outputs of items and scores the "
                "whole set again.",
            ),
        },
    ),
    "independent": Choice(
        "Does each item stand alone?",
        {
            "yes": Answer("Yes", "Items are resampled one by one."),
            "groups": Answer(
                "No, several come from one document, passage or dialogue",
                "Name the column of the document as the cluster: whole clusters are resampled and swapped.",
                {"compare": "--cluster document", "rank": "--cluster document"},
            ),
            "tasks": Answer(
                "They belong to tasks that count equally",
                "Name the column of the task as the stratum: scores are averaged over tasks, and items resampled "
                "within each.",
                {"compare": "--strata task", "rank": "--strata task"},
            ),
        },
    ),
    "runs": Choice(
        "How often did each system run?",
        {
            "once": Answer("Once", "The interval covers the drawing of items only; the report says so."),
            "trials": Answer(
                "Several times, each item drawn anew (temperature)",
                "Name the column of the run. Nested runs are resampled within items.",
                {"compare": "--runs run --nested", "rank": "--runs run --nested"},
            ),
            "seeds": Answer(
                "Several times, with seeds that all items share (models, prompts)",
                "Name the column of the run. More items do not average out a lucky seed: crossed runs enter the "
                "standard error, and p is Student's t.",
                {"compare": "--runs run --crossed", "rank": "--runs run --crossed"},
            ),
        },
    ),
    "claim": Choice(
        "What do you want to show?",
        {
            "differ": Answer("That they differ, in either direction", "Use the two-sided test. It is the default."),
            "better": Answer(
                "That the new one is better, and I fixed that before looking",
                "Use the one-sided test. A result in the other direction is then no result.",
                {
                    "compare": "--alternative greater",
                    "rank": "--baseline old --alternative greater",
                    "plan": "--alternative greater",
                },
            ),
            "equal": Answer(
                "That they are equal, or the new one is not worse",
                "Fix a margin before looking: the largest difference that does not matter. A large p-value alone does "
                "not show that two systems are equal.",
                {"compare": "--margin 0.01"},
            ),
        },
        ("compare", "rank", "plan"),
    ),
    "comparisons": Choice(
        "How many comparisons will you report?",
        {
            "one": Answer("This one", "No correction is needed for a single comparison."),
            "several": Answer(
                "Several systems, metrics or data sets",
                "Correct for their number: Holm's method holds the chance of any false finding at α. For systems on "
                "the same items, *Many systems* does it, and maxT uses their correlation.",
                {"rank": "--correction maxt"},
            ),
        },
    ),
}


# The answer for two options that cannot be combined.
_AVERAGED = Answer(
    "",
    "Name the column of the run. With documents or tasks, runs are averaged: nested and crossed runs cannot be "
    "combined with them, so the interval leaves out what varies between runs.",
    {"compare": "--runs run", "rank": "--runs run"},
)
_HOLM = Answer(
    "",
    "Correct for their number by Holm's method, the default. maxT needs resamples, which Student's t does not draw.",
)


def advise(answers: Mapping[str, str]) -> Advice:
    """Return the result of the answers; a question without an answer counts as its first answer.

    Examples
    --------
    >>> advise({"at_hand": "rank", "comparisons": "several"}).command
    'helped-hurt rank scores.csv --correction maxt'
    >>> advise({"at_hand": "claim"}).address
    'check-a-claim'
    """
    names = {name: answers.get(name, next(iter(question.answers))) for name, question in QUESTIONS.items()}
    chosen = {name: question.answers[names[name]] for name, question in QUESTIONS.items()}
    command = names["at_hand"]
    if names["runs"] != "once" and names["independent"] != "yes":
        chosen["runs"] = _AVERAGED
    elif (names["runs"], names["comparisons"]) == ("seeds", "several"):
        chosen["comparisons"] = _HOLM
    asked = [answer for name, answer in chosen.items() if command in QUESTIONS[name].commands]
    options = [answer.options[command] for answer in asked if command in answer.options]
    address, beginning = _COMMANDS[command]
    return Advice(address, " ".join([beginning, *options]), tuple(answer.advice for answer in asked))
