"""Check the answers to the three exercises of the documentation: ``python check_answers.py ANSWER ANSWER ANSWER``."""

import sys
from math import comb

import core

ALPHA = 0.05


def resampling() -> float:
    """Exercise 1: the primer's p-value of ten questions, four helped and three hurt."""
    return core.compare(core.helped_hurt(n=10, helped=4, hurt=3), test="bootstrap", alternative="greater").pvalue


def most_hurt() -> float:
    """Exercise 2: the most hurt items beside 12 helped ones that leave p at most 0.05."""
    return max(hurt for hurt in range(13) if core.compare(core.helped_hurt(100, 12, hurt)).pvalue <= ALPHA)


def false_alarms(changed: int = 10) -> float:
    """Exercise 3: the chance of p at most 0.05 if each of 10 changed items is as likely helped as hurt."""
    pvalues = [core.compare(core.helped_hurt(100, helped, changed - helped)).pvalue for helped in range(changed + 1)]
    return sum(comb(changed, helped) for helped, p in enumerate(pvalues) if p <= ALPHA) / 2**changed


# The answer of each exercise, and how far off one may be.
ANSWERS = ((resampling, 0.02), (most_hurt, 0), (false_alarms, 0.002))


def main(given: list[str]) -> int:
    """Print each answer and whether it is right; return 0 if all are."""
    if len(given) != len(ANSWERS):
        print(f"Give {len(ANSWERS)} answers, such as 0.5 1 0.1; got {len(given)}.")
        return 2
    wrong = 0
    for number, (text, (answer, tolerance)) in enumerate(zip(given, ANSWERS, strict=True), 1):
        try:
            right = abs(float(text) - answer()) <= tolerance
        except ValueError:
            print(f"{number}. {text!r} is not a number.")
            return 2
        print(f"{number}. {text}: {'right' if right else 'not yet'}.")
        wrong += not right
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
