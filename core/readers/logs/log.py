"""An evaluation log: the scores of one system on one task, by measure, item and run."""

import math
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.common.phrases import shown
from core.errors import DataError

# One number, or a numerator and a denominator.
Score: TypeAlias = tuple[float, ...]
_LONGEST_FIELD = 100


class Unread(str):
    """The reason why a measure cannot be read, in place of a score."""


@dataclass(eq=False)
class Measure:
    """The scores of one measure.

    Parameters
    ----------
    scores : dict
        The scores by item name and run name.
    missing : dict
        The reason why an item and run have no score.
    lower_is_better : bool or None
        None if the log does not state it.
    stated : float or None
        The mean over items stated in the log.
    stated_of : int or None
        The number of items in the stated mean, if known.
    tolerance : float
        The largest accepted difference from the stated mean, larger for numbers printed with few decimals.
    printed : bool
        Whether the numbers are in the log, rather than computed from others.
    made_with : str
        A setting that must be equal for all systems, such as a judge or a signature.
    note : str
        A note on the measure.
    columns : tuple of strings, optional
        The names of the numbers of a score, if any.
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
    def items(self) -> list[str]:
        """The items with a score or a reason why they have none."""
        return list(dict.fromkeys([*self.scores, *(item for item, _ in self.missing)]))

    @property
    def mean(self) -> float:
        """The mean over items of their means over runs; for numerators and denominators, the ratio of sums."""
        rows = [[math.fsum(column) / len(runs) for column in zip(*runs.values(), strict=True)]
                for runs in self.scores.values()]  # fmt: skip
        top, *bottom = (math.fsum(column) for column in zip(*rows, strict=True))
        return top / (bottom[0] if bottom else len(rows))


def truth(value: Any) -> float | None:
    """Return 1 for true and 0 for false, also as words or numbers; None where there is none.

    Examples
    --------
    >>> truth(True), truth("False"), truth(0), truth(None)
    (1.0, 0.0, 0.0, None)
    """
    if value is None:
        return None
    known = {"true": 1.0, "1": 1.0, "1.0": 1.0, "false": 0.0, "0": 0.0, "0.0": 0.0}
    if (word := str(value).strip().casefold()) not in known:
        raise ValueError(f"{value!r} is neither true nor false")
    return known[word]


@dataclass(eq=False)
class Log:
    """One system on one task.

    Parameters
    ----------
    label : str
        The file.
    system, task : str
    lower_is_better : bool or None
        That of each measure, unless it is set there.
    measures : dict
        The measures by name.
    unread : dict
        The reason why a measure cannot be read, by name.
    asked : dict
        The question of each item, if the log has it; logs with the same kind of question must agree.
    prompts : dict
        The prompt of each item; if logs differ, a note is added.
    by_position : bool
        Whether items are identified by position, so that every system must have the same items.
    fields : dict
        Properties of the items, by field and item name; clusters are chosen among the fields.
    notes : list of strings
    """

    label: str
    system: str
    task: str = ""
    lower_is_better: bool | None = None
    measures: dict[str, Measure] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    by_position: bool = False
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        # An edited file may hold numbers here.
        self.system, self.task = str(self.system), str(self.task)

    def add(
        self, measure: str, item: Any, score: float | Score | Unread | None, run: Any = 1, reason: str = "no score"
    ) -> None:
        """Add a score, or the reason why it, or the whole measure, is not there; the run None is its item's next."""
        if isinstance(score, Unread):
            self.measures.pop(measure, None)
            self.unread.setdefault(measure, score)
        if measure in self.unread:
            return
        item = str(item)
        if measure not in self.measures:
            self.measures[measure] = Measure(lower_is_better=self.lower_is_better)
        held = self.measures[measure]
        runs = held.scores.get(item, {})
        if run is None:
            run = len(runs) + 1
            while str(run) in runs or (item, str(run)) in held.missing:
                run += 1
        run = str(run)
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

    def describe(self, item: str, values: Any) -> None:
        """Keep the short texts and numbers of an object as fields of an item."""
        for name, value in values.items() if isinstance(values, dict) else ():
            if isinstance(value, str | int) and len(str(value)) <= _LONGEST_FIELD:
                self.fields.setdefault(str(name), {})[item] = str(value)
