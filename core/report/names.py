"""What two systems are called in a sentence, a table and on an axis."""

from core.data.paired import PairedScores
from core.inference.result import Comparison

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
    """Return the names for an axis or a column, shortened to what tells them apart: beginnings, ends or middles.

    Examples
    --------
    >>> pair = PairedScores.from_scores([0, 1], [1, 1])
    >>> short_names(pair.named("a" * 60, "rules"))
    ('aaaaaaaaaaaaaaaaaaaaaaa…', 'rules')
    >>> short_names(pair.named("samples_mmlu_2026-11-21T12-55-01", "samples_mmlu_2026-11-21T12-58-26"), most=12)
    ('…21T12-55-01', '…21T12-58-26')
    >>> short_names(pair.named("a" * 40 + "-1-" + "b" * 40, "a" * 40 + "-2-" + "b" * 40), most=8)
    ('…1-bbbb…', '…2-bbbb…')
    """
    names = system_names(named)
    same = next((i for i, (one, other) in enumerate(zip(*names, strict=False)) if one != other), 0)
    for begin, end in ((0, most - 1), (1 - most, None), (same, same + most - 2)):
        old, new = (
            name if len(name) <= most else f"{'…' if begin else ''}{name[begin:end]}{'' if end is None else '…'}"
            for name in names
        )
        if old != new:
            return old, new
    return names


def at_first(name: str) -> str:
    """Return the name as it begins a sentence: a part is capitalised, a name is left as it is.

    Examples
    --------
    >>> at_first("experimental"), at_first("gpt-2")
    ('Experimental', 'gpt-2')
    """
    return name.capitalize() if name in _ROLES else name
