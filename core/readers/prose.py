"""Files of sentences: translations, summaries or answers, which have to be scored before they can be compared."""

from collections.abc import Sequence

from core.errors import DataError

__all__ = ["is_prose", "refuse_prose"]

_FEWEST_LINES = 3
_FEWEST_WORDS = 4
_LETTERS_OF_A_WORD = 4  # in scripts that write no spaces


def refuse_prose(label: str, head: Sequence[str]) -> None:
    """Refuse a text that begins with different sentences, one a line: neither scores nor labels nor a table."""
    if is_prose(head):
        raise DataError(
            f"{label} holds sentences, one a line, and no scores: score each of them first (comet-score or the like), "
            "or, for BLEU, chrF and TER, name the references too (reference=, --reference)."
        )


def is_prose(head: Sequence[str]) -> bool:
    """Return whether nine of ten of a text's first lines are sentences, and different ones."""
    lines = [line for line in head if line.strip()]
    if len(lines) < _FEWEST_LINES or len(set(lines)) < 0.9 * len(lines) or _in_columns(lines):
        return False
    return sum(map(_is_sentence, lines)) >= 0.9 * len(lines)


def _in_columns(lines: Sequence[str]) -> bool:
    fields = [line.split() for line in lines]
    widths = set(map(len, fields))
    if (len(widths) == 1 and widths != {1}) or 2 * sum(
        row[-1][:2] in ("O", "B-", "I-", "E-", "S-") for row in fields
    ) > len(fields):
        return True
    unquoted = ["".join(line.split('"')[::2]) for line in lines]
    return any(mark in unquoted[0] and len({line.count(mark) for line in unquoted}) == 1 for mark in ",;\t")


def _is_sentence(line: str) -> bool:
    words = line[:10_000].split()
    of_letters = sum(any(map(str.isalpha, word)) for word in words)
    # Beyond these letters there are no spaces between words: Chinese, Japanese, Thai.
    unspaced = sum("\u0e00" <= letter <= "\u0e7f" or "\u3040" <= letter <= "\u9fff" for letter in line[:10_000])
    return of_letters > len(words) / 2 and of_letters + unspaced // _LETTERS_OF_A_WORD >= _FEWEST_WORDS
