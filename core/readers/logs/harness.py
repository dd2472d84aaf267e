"""The format of an evaluation harness: its reader, the choices in its logs, and what its files share."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError, DataError, OptionError
from core.readers.format import CLUSTER, MARKED, MEASURE, STRATA, Choice, Files, Format, Guess, Option, Slot, Sniff
from core.readers.logs.joining import ALL, ROLES, TASK, chosen, named, repeated
from core.readers.logs.log import Log, Measure
from core.readers.parsing.file import File
from core.readers.parsing.pairing import MissingValue
from core.readers.parsing.text import Source, Upload, file_names, label_of

# Makes logs from the files and the other arguments of the format: its gold file, its options.
Logs: TypeAlias = Callable[..., list[Log]]
_ABSENT = ("drop", "zero")
# For formats in which the user may count items that a system lacks as 0.
ABSENT = Option(
    "absent", "Items that a system lacks", "--absent",
    "Items that one system lacks: drop leaves them out of all, zero counts them as 0 [default: drop].", "drop|zero",
    required=False, choices=lambda files: _ABSENT,
)  # fmt: skip


def log_format(
    name: str,
    title: str,
    explanation: str,
    holds: str = "",
    file: str = "",
    *,
    logs: Logs,
    sniff: Callable[[File], Sniff],
    measures: Sequence[str] = (),
    gold: Slot | None = None,
    own: tuple[Option, ...] = (),
    check: Callable[..., None] | None = None,
    is_one: Callable[[File], Sniff] | None = None,
) -> Format:
    """Return the format of a harness, read from any number of files.

    Parameters
    ----------
    name, title, explanation, holds, file : str
        As for `Format`; the files hold by default what the title says, and one file the same.
    logs : callable
        Makes logs from the files; it takes the file of ``gold`` and the options ``own`` by name. `one_by_one`
        makes it of a function that reads one file.
    sniff : callable
        As for `Format`.
    measures : strings
        The measures that can be chosen before the file of ``gold`` is named.
    gold : Slot, optional
        A further file, of what is right.
    own : Options
    check : callable, optional
        Refuses files before they are read; it takes the same arguments as ``logs``.
    is_one : callable, optional
        Recognises further files once one is recognised; by default ``sniff``.
    """

    holds = holds or title[0].lower() + title[1:]

    def made(sources: Sequence[Source | File], **more: Any) -> list[Log]:
        """Make logs from the files of this kind; other files, for example in a folder, get a note.

        Without the file of what is right, the logs have the ``measures`` without scores. Errors from an unexpected file
        structure are raised as a DataError.
        """
        files = [each if isinstance(each, File) else File(each) for each in sources]
        known = [file for file in files if _is_of(file, is_one or sniff)]
        others = [file for file in files if file not in known]
        if not known:
            raise DataError(f"{first_few([file.label for file in others])}: no {holds}.")
        for file in others:
            file.refuse_cut()
        if measures and more.get("gold") is None:
            choosable = {name: Measure() for name in measures}
            return [Log(file.label, system, measures=choosable) for file, system in with_systems(known)]
        try:
            found = logs(known, **more)
        except ComparisonError:
            raise
        except (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError) as error:
            names = first_few([file.label for file in known])
            what = f"no key {error}" if isinstance(error, KeyError) else error
            raise DataError(f"{names}: not built as {holds} are ({what}): was a file changed by hand?") from None
        for log in found if others else ():
            listed = first_few([file.label for file in others])
            log.notes.append(f"{counted(len(others), 'file')} not read, which are no {holds}: {listed}.")
        return found

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
        missing_value: MissingValue = None,
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
        scores = chosen(
            made(opened, **more), task=task, measure=measure, cluster=cluster, strata=strata,
            baseline=baseline, experimental=experimental, absent=absent, missing_value=missing_value,
        )  # fmt: skip
        return scores if lower_is_better is None else replace(scores, lower_is_better=lower_is_better)

    def guess(files: Files) -> Guess | None:
        more = {} if gold is None else {gold.name: files[gold.name].source}
        held = made(files["files"], **more)
        options: dict[str, Choice] = {}
        for option, values in (("task", _tasks(held)), ("measure", _measures(held))):
            if len(values) == 1 and values[0]:
                options[option] = values[0]
        systems = _systems(held)
        if len(systems) == 2:
            options |= zip(ROLES, systems, strict=True)
        return Guess(MARKED, "it has the keys that the harness writes", options)

    def choices(of: Callable[[Sequence[Log]], Sequence[str]]) -> Callable[[Sequence[Source]], tuple[str, ...]]:
        def found(sources: Sequence[Source]) -> tuple[str, ...]:
            try:
                return tuple(of(made(sources)))
            except ComparisonError:
                return ()  # the reader will say it

        return found

    options = (
        Option(
            "task", "Task", "--task", f"Logs: the task, where they hold several, or {ALL}.", "NAME",
            required=False, choices=choices(_tasks),
        ),
        replace(MEASURE, asked=True, choices=choices(_measures)),
        replace(CLUSTER, choices=choices(repeated), fewest=1),
        replace(STRATA, choices=choices(_strata), fewest=1),
        *(
            Option(
                role, f"{role.title()} is", f"--{role}-system", "", "NAME",
                required=False, asked=True, choices=choices(_systems),
            )
            for role in ROLES
        ),
        *own,
    )  # fmt: skip
    return Format(
        name, title, explanation, holds, file or holds, (Slot("files", "Logs", many=True), *([gold] if gold else ())),
        reader, sniff, options, guess=guess, shared=("missing_value", "lower_is_better"),
    )  # fmt: skip


def _systems(logs: Sequence[Log]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in named(logs)))


def _tasks(logs: Sequence[Log]) -> list[str]:
    tasks = list(dict.fromkeys(log.task for log in logs if log.task))
    return [*tasks, ALL] if len(tasks) > 1 else tasks


def _strata(logs: Sequence[Log]) -> list[str]:
    return [*([TASK] if len({log.task for log in logs}) > 1 else []), *repeated(logs)]


def _measures(logs: Sequence[Log]) -> list[str]:
    return list(dict.fromkeys(name for log in logs for name in log.measures))


def one_by_one(read: Callable[[File, str], Log | list[Log]]) -> Logs:
    """Return a function that reads files one by one, each with the name of its system, into a log or several."""

    def logs(files: Sequence[File]) -> list[Log]:
        found = [read(*each) for each in with_systems(files)]
        return [log for held in found for log in (held if isinstance(held, list) else [held])]

    return logs


def by_lines(pattern: re.Pattern[str], why: str) -> Callable[[File], Sniff]:
    """Return a `Format`'s ``sniff`` for text whose lines match a pattern."""
    return lambda file: Sniff(0.97 if is_printed(file, pattern) else 0, why)


def by_record(
    is_so: Callable[[dict[str, Any]], bool],
    why: str,
    is_summary: Callable[[dict[str, Any]], bool] = lambda record: False,
    why_summary: str = "",
) -> Callable[[File], Sniff]:
    """Return a `Format`'s ``sniff`` for JSON whose first record has a mark, or that of a run's summary."""

    def sniff(file: File) -> Sniff:
        record = file.record
        if record and is_so(record):
            return Sniff(0.97, why)
        return Sniff(0.95 if record and is_summary(record) else 0, why_summary)

    return sniff


def first_record(value: Any) -> dict[str, Any]:
    """Return the first object of a list; an empty one if the value is no such list."""
    return value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else {}


def is_printed(file: File, pattern: re.Pattern[str]) -> bool:
    """Return whether more than half of the first lines match the pattern at their start."""
    lines = file.any_text.head()
    return 2 * sum(pattern.match(line[:2000]) is not None for line in lines) > len(lines)


def bare_name(file: File) -> str:
    """Return the name of a file without its folder and its last extension."""
    return file.path[-1].rpartition(".")[0] or file.path[-1]


def with_items(files: Sequence[File], holds_items: Callable[[File], bool], lacking: str) -> list[File]:
    """Return the files that hold scores of items, beside those of whole runs; refuse files of the latter alone."""
    found = [file for file in files if holds_items(file)]
    if not found:
        raise DataError(f"{first_few([file.label for file in files])}: {lacking}.")
    return found


def beside(file: File, pattern: str) -> list[File]:
    """Return the files of such a name in the folder of a file; none if it was uploaded."""
    if isinstance(file.source, Upload):
        return []
    return [File(path) for path in sorted(Path(file.source).parent.glob(pattern)) if path.is_file()]


def with_systems(files: Sequence[File]) -> list[tuple[File, str]]:
    """Return each file with the name of its system: the file's name, or its folder's if all file names agree."""
    names = file_names([file.source for file in files]) if files else ()
    last = {name.rpartition("/")[2] for name in names}
    systems = [name.rpartition("/")[0] if len(last) == 1 and "/" in name else name for name in names]
    return list(zip(files, systems, strict=True))


def _is_of(file: File, sniff: Callable[[File], Sniff]) -> bool:
    try:
        return sniff(file).sure > 0
    except DataError:
        return False


_NUMBERED = re.compile(r"(?P<name>.*?)(?P<number>0|[1-9][0-9]{0,8})")


def filled(label: str, known: Collection[str], total: int) -> list[str]:
    """Return the names of ``total`` items: the known ones, and names for the others.

    If the known names are numbers from 0, the others are numbered too.
    """
    if len(known) > total:
        raise DataError(
            f"{label} says that there are {counted(total, 'item')}, and the files name {len(known):,}: give the right "
            "number, and files of the same items."
        )
    found = [_NUMBERED.fullmatch(name) for name in known]
    stems = {each["name"] if each and int(each["number"]) < total else None for each in found}
    if len(stems) == 1 and (stem := stems.pop()) is not None:
        return [f"{stem}{number}" for number in range(total)]
    return [*known, *(f"not listed {number}" for number in range(1, total - len(known) + 1))]
