"""Artificial judgments of five systems, as an example."""

import math
import random

from core.readers import Upload
from core.report.escape import csv_text

EXAMPLE = (
    "Made-up judgments: five systems, 400 prompts, two of the systems on each, judged in both orders by a judge that "
    "likes the first answer a little more."
)
# The log-odds of each system, and the amount that the first position adds.
STRENGTHS = {"large": 1.1, "tuned": 0.6, "prompted": 0.4, "distilled": -0.5, "rules": -1.4}
_FIRST = 0.4


def example() -> Upload:
    """Return the judgments as a file."""
    generator = random.Random(20)
    rows = []
    for i in range(400):
        pair = generator.sample(list(STRENGTHS), 2)
        mood = generator.gauss(0, 1.5)
        for sign, (first, second) in ((1, pair), (-1, pair[::-1])):
            lead = STRENGTHS[first] - STRENGTHS[second] + sign * mood + _FIRST
            if generator.random() < 0.1:
                winner = "tie"
            else:
                winner = "model_a" if generator.random() < 1 / (1 + math.exp(-2 * lead)) else "model_b"
            rows.append((f"prompt {i + 1}", first, second, winner))
    return Upload("example.csv", csv_text(("question_id", "model_a", "model_b", "winner"), rows).encode())
