"""Groups of systems that do not differ significantly, as letters: the compact letter display.

Two systems share a letter exactly when their difference is not significant. Insert-and-absorb (Piepho 2004, *Journal of
Computational and Graphical Statistics* 13) starts with one letter for all; each significant pair splits every letter
that holds both, and a letter contained in another goes.
"""

from collections.abc import Iterable

from core.errors import OptionError

__all__ = ["letter_groups", "letters_of_baseline"]

# Contrived patterns of significance need exponentially many letters; no reader could use so many.
_MOST_LETTERS = 2_000
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_groups(n_systems: int, significant: Iterable[tuple[int, int]]) -> list[str]:
    """Return each system's letters, with ``a`` for the first system's group.

    Parameters
    ----------
    n_systems : int
        How many systems there are, the best one first.
    significant : pairs of ints
        The systems, numbered from 0, whose difference is significant.

    Raises
    ------
    OptionError
        If more than 2,000 letters would be needed.

    Examples
    --------
    The first and the third differ, the second does not differ significantly from either:

    >>> letter_groups(3, [(0, 2)])
    ['a', 'ab', 'b']
    """
    groups = [frozenset(range(n_systems))]
    for first, second in significant:
        split = [group for group in groups if first in group and second in group]
        kept = [group for group in groups if not (first in group and second in group)]
        for half in [group - {out} for group in split for out in (second, first)]:
            if not any(half <= other for other in kept):
                kept = [other for other in kept if not other < half] + [half]
        groups = kept
        if len(groups) > _MOST_LETTERS:
            raise OptionError(
                f"These {n_systems:,} systems overlap in more than {_MOST_LETTERS:,} groups: compare all with one "
                "baseline instead, or rank fewer systems."
            )
    ordered = sorted(groups, key=sorted)
    return ["".join(_letter(i) for i, group in enumerate(ordered) if system in group) for system in range(n_systems)]


def _letter(i: int) -> str:
    """The i-th letter: a … z, then a1 … z1, a2 …"""
    turn, place = divmod(i, len(_ALPHABET))
    return _ALPHABET[place] + (str(turn) if turn else "")


def letters_of_baseline(n: int, apart: Iterable[tuple[int, int]]) -> list[str]:
    """Return ``a`` for each of n systems that do not differ significantly from a baseline, the second of all pairs.

    Examples
    --------
    >>> letters_of_baseline(3, [(0, 2)])
    ['', 'a', 'a']
    """
    different = {system for system, _ in apart}
    return ["" if i in different else "a" for i in range(n)]
