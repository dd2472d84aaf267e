"""What two systems are called in a sentence, a table and on an axis."""

from core.paired import PairedScores
from core.result import Comparison

__all__ = ["at_first", "short_names", "system_names"]

_ROLES = ("baseline", "experimental")


def system_names(named: Comparison | PairedScores) -> tuple[str, str]:
    """Return the names of baseline and experimental system, with their parts where the names alone are the same.

    Examples
    --------
    >>> pair = PairedScores.from_scores([0, 1], [1, 1])
    >>> system_names(pair.named("old", "new")), system_names(pair.named("run", "run"))
    (('old', 'new'), ('run (baseline)', 'run (experimental)'))
    """
    names = (named.baseline_name, named.experimental_name)
    if names[0] != names[1]:
        return names
    return f"{names[0]} (baseline)", f"{names[1]} (experimental)"


def short_names(named: Comparison | PairedScores, most: int = 24) -> tuple[str, str]:
    """Return the names for an axis or a column, shortened where both remain distinct.

    Examples
    --------
    >>> short_names(PairedScores.from_scores([0, 1], [1, 1]).named("a" * 60, "rules"))
    ('aaaaaaaaaaaaaaaaaaaaaaa…', 'rules')
    """
    names = system_names(named)
    old, new = (name if len(name) <= most else name[: most - 1] + "…" for name in names)
    return names if old == new else (old, new)


def at_first(name: str) -> str:
    """Return the name as it begins a sentence: a part is capitalised, a name is left as it is.

    Examples
    --------
    >>> at_first("experimental"), at_first("gpt-2")
    ('Experimental', 'gpt-2')
    """
    return name.capitalize() if name in _ROLES else name
