"""Artificial translations: references of invented words, and systems that get some of them wrong."""

import random

from core.readers import Upload

_WORDS = [f"{first}{second}{mark}" for first in "bdfklmn" for second in ("a", "ero", "u") for mark in ("", "", ",")]


def corpus(n, seed=0, wrong=(0.3, 0.2), references=1):
    """Return lists of n references, and a list of n hypotheses for each share of wrong words."""
    generator = random.Random(seed)
    meant = [[generator.choice(_WORDS) for _ in range(generator.randint(1, 9))] for _ in range(n)]
    right = [[_line(words, 0.1 * i, generator) for words in meant] for i in range(references)]
    return right, [[_line(words, share, generator) for words in meant] for share in wrong]


def _line(words, share, generator):
    kept = [generator.choice(_WORDS) if generator.random() < share else word for word in words]
    if generator.random() < share:
        kept = kept[: generator.randrange(len(kept) + 1)]  # cut short, or blank
    return " ".join(kept) or ("." if share < 0.2 else "")


def upload(name, lines, end="\n"):
    """Return a file of these lines."""
    return Upload(name, "".join(line + end for line in lines).encode())
