"""Read files of any format, which is recognised unless named: two systems or all of a log, or any number of systems.

Systems may be columns of one table, named in a column of a long table, in a file each, or in logs.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError, DataError, OptionError
from core.readers.columns.asked import Asked
from core.readers.columns.proposal import Arrangement, propose
from core.readers.columns.roles import roles_of, transposed
from core.readers.format import GOLD, Choice, Format
from core.readers.formats import FORMATS
from core.readers.labels.label_columns import is_column, label_systems
from core.readers.labels.label_tables import read_label_systems
from core.readers.logs.joining import ROLES
from core.readers.parsing.file import File, load_table
from core.readers.parsing.names import systems_of_runs
from core.readers.parsing.pairing import Missing, MissingValue
from core.readers.parsing.problems import choices
from core.readers.parsing.table import Columns, Table
from core.readers.parsing.text import Source, file_names, files_unpacked_once, label_of
from core.readers.parsing.without_scores import refuse_parts
from core.readers.recognition import log_of, recognise, refuse_one_system
from core.readers.segments import References, has_sentences, read_segment_systems
from core.readers.tables.scores import measured_in, split_scores
from core.readers.tables.table_scores import System, direction, score_notes, scores_of, settled, stacked


@files_unpacked_once()
def read(*files: Source, format: str | None = None, **options: Any) -> PairedScores | Scores:
    """Read files of any format: the scores of two systems, or of all systems in a log.

    Parameters
    ----------
    *files : path or Upload
        The baseline's file and the experimental system's, a table that holds both, or a log's files and folders.
    format : str, optional
        A key of `FORMATS`; by default the format is recognised. Unambiguous columns are then chosen too, and a note
        names them.
    **options
        Arguments of the format's reader, such as ``id=``, ``columns=``, ``gold=`` or ``missing="drop"``.

    Raises
    ------
    DataError
        If a file cannot be read.
    OptionError
        If the format cannot be recognised, or an option is missing or does not apply.

    Examples
    --------
    >>> from core.readers import Upload
    >>> read(Upload("old.txt", b"0\\n1\\n1\\n"), Upload("new.txt", b"1\\n1\\n1\\n"))
    PairedScores('old', 'new', n=3, columns=('score', 'items'))
    >>> rows = Upload("long.csv", b"item,system,f1\\na,old,.5\\na,new,.75\\nb,new,1\\nb,old,1\\n")
    >>> print(read(rows).notes[0])
    Read as a long table: system 'system', item 'item', score 'f1'.
    """
    if format is not None and format not in FORMATS:
        raise OptionError(f"format == {format!r}, must be one of {', '.join(FORMATS)}.")
    if not files:
        raise OptionError("No file is named: give two files, or one that holds both systems.")
    formats = None if format is None else [FORMATS[format]]
    found = recognise(files, options, formats, lambda each: set(options) <= each.accepted)
    needless = [f"{name}=" for name in options if name not in found.format.accepted]
    if needless:
        are, them = "s are" if len(files) > 1 else " is", "it" if len(needless) == 1 else "them"
        raise OptionError(
            f"The file{are} read as {found.format.holds}, without {', '.join(needless)}: leave {them} out, or name "
            "another format (format=)."
        )
    return found.read(options)


def paired(scores: PairedScores | Scores, format: Format) -> PairedScores:
    """Return the pair, or the pair from a log of two systems."""
    if isinstance(scores, PairedScores):
        return scores
    if len(scores.names) == 2:
        return scores.pair(*scores.names)
    if len(scores.names) == 1:
        left_out = "".join(f" {note}" for note in scores.notes if "not read" in note)
        raise OptionError(f"The files hold one system only, {scores.names[0]}: give the other's too.{left_out}")
    choose = [f"({option.name}=, {option.flag})" for option in format.options if option.name in ROLES]
    listed = first_few(scores.names, limit=30)
    raise OptionError(f"{counted(len(scores.names), 'system')} in the files, {listed}: choose two {' '.join(choose)}.")


@files_unpacked_once()
def read_systems(
    *files: Source,
    columns: Columns | None = None,
    id: Columns | None = None,
    system: str | None = None,
    score: Columns | None = None,
    runs: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    measure: str | None = None,
    transpose: bool = False,
    systems: Sequence[str] | None = None,
    missing: Missing = "error",
    missing_value: MissingValue = None,
    lower_is_better: bool | None = None,
    counts: bool = False,
    reference: References | None = None,
    gold: Source | None = None,
    **options: Any,
) -> Scores:
    """Read the scores of any number of systems on the same items.

    One file is a wide table, with a column of scores for each system, or a long table, with a row for each item and
    system. Several files are one per system: score files, or tables joined on an id. Logs of evaluation harnesses may
    hold any number of systems. Several rows of an item are its samples, or runs; its score is their mean.

    Parameters
    ----------
    *files : path or Upload
        Files of one kind.
    columns : str or strings, optional
        One table: the systems' columns; by default those of numbers that may be scores, and a note names the others.
        Tables, one per system: the column of scores, or two or four, as for `read_tables`.
    id : str or strings, optional
        The column, or columns, that name the items. The rows of one name are its samples.
    system, score : str, optional
        A long table's columns of the systems' names and of their scores.
    runs : str or strings, optional
        The column with the run (seed, epoch, trial) or sample of each row.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    measure : str, optional
        Logs, and tables with a column called metric or measure: the measure whose rows are read.
    transpose : bool
        Whether the rows of one table are the systems, as on a leaderboard, and its columns the items.
    systems : strings, optional
        The systems to read; by default all. Items are omitted only if one of these lacks a score.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the item is omitted for all systems with a note.
    missing_value : number or "none", optional
        A number that marks a missing score, such as -1; "none" where every number is a score.
    lower_is_better : bool, optional
        Whether scores count what is bad; by default as the columns' names say (wer, loss, errors …), with a note.
    counts : bool
        Whether the numbers of a row of one system are the counts of one score: two or four, each numerator before its
        denominator.
    reference : path or Upload, or several, optional
        The references, if the files are translations: see `read_segments`.
    gold : str, path or Upload, optional
        The gold labels, if the files hold labels that systems predict: their column in each table, or their file. Logs
        of answers or parses: the file of the right ones.
    **options
        Options of logs: ``task=``; with a reference ``metrics=``; with gold labels ``labels=``, the label set.

    Raises
    ------
    DataError
        If a file cannot be read, or the systems do not have the same items.
    OptionError
        If the columns of the systems cannot be determined, or a column does not exist.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("scores.csv", b"id,rules,old,new\\na,0,1,1\\nb,0,0,1\\n")
    >>> read_systems(table).names
    ('rules', 'old', 'new')
    >>> long = Upload("long.csv", b"task,model,f1\\na,old,.5\\na,new,.7\\nb,old,.8\\nb,new,.9\\n")
    >>> read_systems(long)
    Scores(2 systems, n=2, columns=('score', 'items'))
    """
    if not files:
        raise OptionError("No file is named: give one table of all systems, or one file for each.")
    asked = Asked(
        id, columns, system, score, runs, cluster, strata, measure,
        missing=missing, missing_value=missing_value, lower_is_better=lower_is_better, counts=counts,
    )  # fmt: skip
    given = asked.given | ({"transpose"} if transpose else set())
    if reference is not None:
        _refuse_stray(given | (set(options) - {"metrics"}), "translations")
        scores = read_segment_systems(files, reference, **options)
    elif (log := log_of(files, None if is_column(gold) else gold)) is not None:
        _refuse_stray(given - {"cluster", "strata", "measure"}, log.format.holds)
        of_logs = {
            "gold": gold, "cluster": cluster, "strata": strata, "measure": measure, "missing_value": missing_value,
        }  # fmt: skip
        held = log.read(options | {name: each for name, each in of_logs.items() if each is not None})
        assert isinstance(held, Scores)  # of logs without a baseline
        scores = held
    elif gold is not None:
        numbers = {"missing_value": missing_value, "lower_is_better": lower_is_better}
        given |= {name for name, value in numbers.items() if value is not None}
        _refuse_stray((set(options) - {"labels"}) | (given - {"id", "columns", "cluster"}), "labels")
        scores = read_label_systems(files, gold, columns=columns, id=id, cluster=cluster, missing=missing, **options)
    else:
        if question := _of_words([File(file) for file in files]):
            raise OptionError(question)
        _refuse_stray(options, "tables and score files")
        if len(files) > 1:
            _refuse_stray(given & {"system", "score", "transpose"}, "several files")
        else:
            refuse_one_system(files)
        if len(files) > 1 and not given and all(File(file).shape == "numbers" for file in files):
            scores = _of_score_files(files, systems, asked)
        else:
            tables, names, of_columns, notes = _tables(files, asked, transpose)
            roles = roles_of(tables, names, of_columns)
            scores = scores_of(replace(roles, notes=(*roles.notes, *notes)), asked, systems)
    if systems is not None:
        scores = scores.of_systems(systems)
    if len(files) > 1 and (of_runs := systems_of_runs(scores.names)):
        listed = f"{counted(len(of_runs), 'system')} ({first_few(list(of_runs))})"
        said = f"The files seem to be runs of {listed}, and each is taken for a system: to average runs, give a long "
        said += "table, with columns of items, systems, runs and scores."
        scores = replace(scores, notes=(*scores.notes, said))
    return scores if lower_is_better is None else replace(scores, lower_is_better=lower_is_better)


def _tables(
    files: Sequence[Source], asked: Asked, transpose: bool
) -> tuple[list[Table], tuple[str, ...], Asked, tuple[str, ...]]:
    """Return the tables, the names of their files, what is asked of them, and notes."""
    names = _distinct(file_names(files))
    tables = [load_table(file, *asked.named) for file in files]
    if not transpose:
        return tables, names, asked, ()
    turned, notes = transposed(tables[0], asked.id)
    return [turned], names, asked._replace(id="item"), notes


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError(
            f"Two files are called {twice!r}: name each system's file once, or give it a name of its own."
        )
    return names


def _of_score_files(files: Sequence[Source], wanted: Sequence[str] | None, asked: Asked) -> Scores:
    names = _distinct(file_names(files))
    refuse_parts(names)
    lines = [split_scores(File(file).text) for file in files]
    headers = [f"Line {each.first_line - 1} of {each.label} is taken as a header." for each in lines if each.header]
    is_counted = asked.counts and {each.width for each in lines} in ({2}, {4})
    if {each.width for each in lines} != {1} and len(headers) < len(lines) and not is_counted:
        unnamed = [f"column {i}" for i in range(1, max(each.width for each in lines) + 1)]
        raise DataError(
            f"{lines[0].label}: several numbers on a line, and no header says what they are: say which is the score "
            f"{choices('columns', '--columns', unnamed)}, or name the columns in the first line of every file."
        )
    chosen = {name: each for name, each in zip(names, lines, strict=True) if wanted is None or name in wanted}
    statistics = settled([each.statistics() for each in chosen.values()], asked.missing_value)
    lower, why = direction(measured_in(lines, names), asked.lower_is_better, statistics)
    systems = [System(name, each) for name, each in zip(chosen, statistics, strict=True)]
    notes = [*headers, *why, *score_notes(statistics, asked.missing_value)]
    scores = stacked(systems, missing=asked.missing, notes=notes)
    return replace(scores, lower_is_better=lower)


def arrangement(
    *files: Source, kind: str = "auto", transpose: bool = False, gold: Source | None = None, **asked: Any
) -> Arrangement:
    """Return how `read_systems` would read these files.

    Parameters
    ----------
    *files : path or Upload
        As for `read_systems`.
    kind : {"auto", "wide", "long"}
        The layout of one table, if known.
    transpose : bool
        Whether its rows are systems.
    gold : str, path or Upload, optional
        The column or the file of gold labels, if the files hold labels.
    **asked
        The columns that are chosen: ``id=``, ``runs=`` and so on.

    Raises
    ------
    DataError
        If a file cannot be read.

    Examples
    --------
    >>> from core.readers import Upload
    >>> found = arrangement(Upload("scores.csv", b"id,old,new,newest\\na,0,1,1\\nb,1,1,1\\n"))
    >>> found.kind, found.proposed
    ('wide', {'id': 'id', 'columns': ('old', 'new', 'newest')})
    """
    if (log := log_of(files)) is not None:
        return Arrangement("logs", format=log.format)
    opened = [File(file) for file in files]
    if any(has_sentences(file) for file in opened):
        return Arrangement("segments")
    if all(file.shape == "numbers" for file in opened):
        return Arrangement("scores")
    if gold is not None:
        table = load_table(files[0])
        if len(files) > 1 or str(gold) not in table.columns:
            return Arrangement("labels", table.columns)
        named = asked.get("id") or table.naming_column()
        proposed: dict[str, Choice] = {"id": named} if named else {}
        try:
            systems = label_systems(table, str(gold), table.names(named))
        except OptionError as error:
            return Arrangement("labels", table.columns, proposed, question=str(error))
        return Arrangement("labels", table.columns, proposed | {"columns": systems})
    if question := _of_words(opened):
        return Arrangement("labels", question=question)
    known = None if kind == "auto" else kind
    try:
        tables, names, given, _ = _tables(files, Asked(**asked), transpose)
    except ComparisonError as error:
        layout = "tables" if len(files) > 1 else known or "wide"
        return Arrangement(layout, load_table(files[0]).columns, question=str(error))
    return propose(tables, names, given, known)


def _of_words(files: Sequence[File]) -> str:
    """Return a question about the gold labels if the files hold a word a line."""
    if len(files) < 2 or any(file.shape != "words" for file in files):
        return ""
    return f"{label_of(files[0].source)} and the other files {GOLD.lacking} (gold=, --gold FILE)."


def _refuse_stray(names: Any, what: str) -> None:
    if names:
        raise OptionError(f"{', '.join(f'{name}=' for name in sorted(names))} has no meaning for {what}: leave it out.")
