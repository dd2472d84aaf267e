"""What an evaluation log holds: the scores of one system on one task, by measure, item and run."""

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.common.phrases import shown
from core.errors import DataError

__all__ = ["Log", "Measure", "Score"]

# One number, or a numerator and a denominator.
Score: TypeAlias = tuple[float, ...]
_LONGEST_FIELD = 100


@dataclass(eq=False)
class Measure:
    """The scores of one measure.

    Parameters
    ----------
    scores : dict
        Of each item by its name, the scores of its runs by theirs.
    missing : dict
        Why an item and run have no score.
    lower_is_better : bool or None
        None where the log does not say.
    stated : float or None
        The mean over the items that the log itself states.
    stated_of : int or None
        Of how many items it is that, where the log says so.
    tolerance : float
        How far our mean may be from it: more where numbers were printed with few decimals.
    printed : bool
        Whether the numbers stand in the log as they are, and were not computed from others.
    made_with : str
        What has to be the same for every system, such as a judge or a signature.
    note : str
        What is to be said of it.
    columns : tuple of strings, optional
        What each number of a score counts, where that has names.
    """

    scores: dict[str, dict[str, Score]] = field(default_factory=dict)
    missing: dict[tuple[str, str], str] = field(default_factory=dict)
    lower_is_better: bool | None = None
    stated: float | None = None
    stated_of: int | None = None
    tolerance: float = 1e-9
    printed: bool = True
    made_with: str = ""
    note: str = ""
    columns: tuple[str, ...] | None = None

    @property
    def mean(self) -> float:
        """The mean over items of each one's mean over its runs; of numerators and denominators the ratio of sums."""
        rows = [[math.fsum(column) / len(runs) for column in zip(*runs.values(), strict=True)]
                for runs in self.scores.values()]  # fmt: skip
        top, *bottom = (math.fsum(column) for column in zip(*rows, strict=True))
        return top / (bottom[0] if bottom else len(rows))


@dataclass(eq=False)
class Log:
    """One system on one task.

    Parameters
    ----------
    label : str
        The file.
    system, task : str
    measures : dict
        The measures by name.
    unread : dict
        Why some measures cannot be read, by name.
    asked : dict
        What each item asked, as far as the log tells: other logs must agree where they tell it alike.
    prompts : dict
        How each item was put to the system: other logs may differ, and a note says so.
    by_position : bool
        Whether the items have no names of their own: then every system needs the same.
    counts_absent : bool
        Whether an item that it lacks, and another log has, counts as 0.
    fields : dict
        What the log says of the items, by name of the field and of the item: clusters are chosen among them.
    notes : list of strings
    """

    label: str
    system: str
    task: str
    measures: dict[str, Measure] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    by_position: bool = False
    counts_absent: bool = False
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        # A file that was changed may hold anything here, and names are compared.
        self.system, self.task = str(self.system), str(self.task)

    def add(self, measure: str, item: str, run: str, score: float | Score | None, reason: str = "no score") -> None:
        """Add a score, or the reason why there is none."""
        held = self.measures.setdefault(measure, Measure())
        runs = held.scores.get(item, {})
        if run in runs or (item, run) in held.missing:
            raise DataError(
                f"{self.label}: item {shown(item)} has two scores of {measure} in one run: was a second run appended "
                "to the file? Keep one of them."
            )
        values = None if score is None else score if isinstance(score, tuple) else (float(score),)
        if values is None or any(map(math.isnan, values)):
            held.missing[item, run] = reason
        elif any(map(math.isinf, values)):
            raise DataError(f"{self.label}: item {shown(item)} has an infinite score of {measure}: leave it out.")
        else:
            held.scores.setdefault(item, runs)[run] = values

    def cannot_read(self, measure: str, why: str) -> None:
        """Take a measure out, and keep the reason."""
        self.measures.pop(measure, None)
        self.unread.setdefault(measure, why)

    def describe(self, item: str, values: Any) -> None:
        """Keep what an object says of an item in short words or numbers."""
        for name, value in values.items() if isinstance(values, dict) else ():
            if isinstance(value, str | int) and len(str(value)) <= _LONGEST_FIELD:
                self.fields.setdefault(str(name), {})[item] = str(value)
