"""The format of a harness, and the choices in its logs: task, measure, cluster and systems."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import Parameter, Signature, signature
from typing import Any

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError, OptionError
from core.readers.format import MARKED, Choice, Files, Format, Guess, Option, Slot, Sniff
from core.readers.logs.choosing import ALL, ROLES, chosen, named, repeated
from core.readers.logs.guarding import Logs, guarded, label_of
from core.readers.logs.log import Log
from core.readers.logs.pooling import TASK
from core.readers.parsing.file import File
from core.readers.parsing.text import Source

__all__ = ["ZERO", "log_format"]

ZERO = "zero"
_ABSENT = ("drop", ZERO)
_ABSENT_OPTION = Option(
    "absent", "Items that a system lacks", "--absent",
    "Items that one system lacks: drop leaves them out of all, zero counts them as 0 [default: drop].", "drop|zero",
    required=False, choices=lambda files: _ABSENT,
)  # fmt: skip


def log_format(
    name: str,
    title: str,
    explanation: str,
    holds: str,
    file: str,
    *,
    logs: Logs,
    sniff: Callable[[File], Sniff],
    may_count_absent: bool = False,
    gold: Slot | None = None,
    own: tuple[Option, ...] = (),
    check: Callable[..., None] | None = None,
    is_one: Callable[[File], Sniff] | None = None,
) -> Format:
    """Return the format of a harness: any number of files, which ``logs`` converts into logs.

    With ``may_count_absent`` a person may have items that a system lacks count as 0. ``logs`` takes the file of
    ``gold`` and the options ``own`` by name, and so does ``check``, which refuses
    unreadable files before they are read. ``is_one`` recognises further files once at least one file is recognised, by
    default with the same rule.
    """
    made = guarded(logs, is_one or sniff, holds)

    def reader(
        files: Sequence[Source],
        *,
        task: str | None = None,
        measure: str | None = None,
        cluster: str | None = None,
        strata: str | None = None,
        baseline: str | None = None,
        experimental: str | None = None,
        absent: str | None = None,
        lower_is_better: bool | None = None,
        **more: Any,
    ) -> PairedScores | Scores:
        if absent not in (None, *_ABSENT):
            raise OptionError(f"absent == {absent!r}, must be one of {', '.join(_ABSENT)}.")
        if gold is not None and more.get(gold.name) is None:
            listed = first_few([label_of(file) for file in files])
            raise OptionError(f"{listed} {gold.lacking} ({gold.name}=FILE, {gold.flag} FILE).")
        opened = [File(file) for file in files]
        if check is not None:
            check(opened, **more)
        held = made(opened, **more)
        for log in held:
            log.counts_absent = absent == ZERO
        scores = chosen(
            held, task=task, measure=measure, cluster=cluster, strata=strata,
            baseline=baseline, experimental=experimental,
        )  # fmt: skip
        return scores if lower_is_better is None else replace(scores, lower_is_better=lower_is_better)

    reader.__name__ = f"read_{name.replace('-', '_')}"
    *known, _ = signature(reader).parameters.values()
    added = [Parameter(each.name, Parameter.KEYWORD_ONLY, default=None) for each in own]
    added += [Parameter(gold.name, Parameter.KEYWORD_ONLY)] if gold else []
    reader.__signature__ = Signature([*known, *added])  # type: ignore[attr-defined]

    def guess(files: Files) -> Guess | None:
        more = {} if gold is None else {gold.name: files[gold.name].source}
        held = made(files["files"], **more)
        options: dict[str, tuple[Choice, str]] = {}
        for option, values in (("task", _tasks(held)), ("measure", _measures(held))):
            if len(values) == 1 and values[0]:
                options[option] = (values[0], "there is no other")
        systems = list(dict.fromkeys(system for system, _ in named(held)))
        if len(systems) == 2:
            options |= {role: (system, "it comes in this order") for role, system in zip(ROLES, systems, strict=True)}
        return Guess(MARKED, "it has the keys that the harness writes", options)

    def choices(of: Callable[[Sequence[Log]], Sequence[str]]) -> Callable[[Sequence[Source]], tuple[str, ...]]:
        def found(sources: Sequence[Source]) -> tuple[str, ...]:
            try:
                return tuple(of(made(sources)))
            except ComparisonError:
                return ()  # the reader will say it

        return found

    def systems(held: Sequence[Log]) -> list[str]:
        return list(dict.fromkeys(name for name, _ in named(held)))

    options = (
        Option(
            "task", "Task", "--task", f"Logs: the task, where they hold several, or {ALL}.", "NAME",
            required=False, choices=choices(_tasks),
        ),
        Option(
            "measure", "Measure", "--measure", "Logs: the metric, filter or scorer, where they hold several.", "NAME",
            required=False, asked=True, choices=choices(_measures),
        ),
        Option(
            "cluster", "Cluster (document, passage)", "--cluster", "", "FIELD",
            required=False, choices=choices(repeated), fewest=1,
        ),
        Option(
            "strata", "Task (scores averaged over tasks)", "--strata", "", "FIELD",
            required=False, choices=choices(_strata), fewest=1,
        ),
        *(
            Option(
                role, f"{role.title()} is", f"--{role}-system", "", "NAME",
                required=False, asked=True, choices=choices(systems),
            )
            for role in ROLES
        ),
        *([_ABSENT_OPTION] if may_count_absent else ()),
        *own,
    )  # fmt: skip
    return Format(
        name, title, explanation, holds, file, (Slot("files", "Logs", many=True), *([gold] if gold else ())),
        reader, sniff, options, guess=guess, directed=True,
    )  # fmt: skip


def _tasks(logs: Sequence[Log]) -> list[str]:
    tasks = list(dict.fromkeys(log.task for log in logs if log.task))
    return [*tasks, ALL] if len(tasks) > 1 else tasks


def _strata(logs: Sequence[Log]) -> list[str]:
    return [*([TASK] if len({log.task for log in logs}) > 1 else []), *repeated(logs)]


def _measures(logs: Sequence[Log]) -> list[str]:
    return list(dict.fromkeys(name for log in logs for name in log.measures))
