"""Output of the CoNLL coreference scorer for two systems, matched document by document."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.metrics import METRICS
from core.readers.coreference.scorer_output import (
    CoreferenceCounts,
    coreference_metrics,
    is_scorer_output,
    parse_conll_coreference,
)
from core.readers.format import Conversion, Format, Look, Option, Sniff
from core.readers.options import BASELINE, EXPERIMENTAL
from core.readers.parsing.file import File
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, display_names, label_of
from core.readers.tables.table_scores import joined

__all__ = ["FORMAT", "read_conll_coreference"]


def read_conll_coreference(baseline: Source, experimental: Source, *, metric: str | None = None) -> PairedScores:
    """Read the coreference scorer's output for two systems, matched by document name and part.

    Parameters
    ----------
    baseline, experimental : path or Upload
        The output of ``scorer.pl METRIC KEY RESPONSE`` for each system.
    metric : str, optional
        The metric to use if a file holds several (``scorer.pl all``): muc, bcub, ceafm or ceafe; "1", "2" … if
        they have no names, as in manually concatenated outputs. "conll" takes muc, bcub and ceafe, for
        the mean of their F1.

    Raises
    ------
    DataError
        If a file is cut off, its documents do not sum to its TOTALS, the files hold different documents, or they count
        other gold: outputs of two metrics, or scored against two keys.
    OptionError
        If a metric has to be chosen, is not there, or has no counts of single documents.

    Examples
    --------
    >>> from core.readers import Upload
    >>> def scored(name, counts):
    ...     lines = [f"====> (d);:", f"Recall: ({counts}) 50%\\tPrecision: (1 / 1) 100%\\tF1: 66.66%", "--",
    ...              "====== TOTALS =======", f"Coreference: Recall: ({counts}) 50%\\tPrecision: (1 / 1) 100%"]
    ...     return Upload(name, "\\n".join(lines).encode())
    >>> pair = read_conll_coreference(scored("old", "1 / 2"), scored("new", "2 / 2"))
    >>> pair.ids, pair.experimental.tolist()
    (('d',), [[2.0, 2.0, 1.0, 1.0]])
    """
    if metric == _AVERAGE:
        for source in (baseline, experimental):
            _check_averaged(source)
        return _side_by_side([read_conll_coreference(baseline, experimental, metric=name) for name in _AVERAGED])
    counts = [parse_conll_coreference(source, metric) for source in (baseline, experimental)]
    named = {each.metric for each in counts} - {None}
    if len(named) > 1:
        raise DataError(
            f"{counts[0].label} holds {counts[0].metric} and {counts[1].label} {counts[1].metric}: "
            "score both systems with the same metric."
        )
    columns = DEFAULT_COLUMNS[4]
    return joined(
        [_table(each) for each in counts],
        scores=[columns, columns],
        names=display_names(baseline, experimental),
        id="document",
        notes=_notes(counts[0], counts[1]),
    )


# The CoNLL shared tasks ranked systems by the mean F1 of three metrics.
_AVERAGE, _AVERAGED = "conll", ("muc", "bcub", "ceafe")


def _check_averaged(source: Source) -> None:
    found = coreference_metrics(source)
    if not set(_AVERAGED) <= set(found):
        raise OptionError(
            f"metric == {_AVERAGE!r} is the mean of {', '.join(_AVERAGED)}, but {label_of(source)} holds "
            f"{', '.join(found)}: give what scorer.pl all printed."
        )


def _side_by_side(pairs: Sequence[PairedScores]) -> PairedScores:
    """Return the counts of several metrics as one pair, each document with its own."""
    first = pairs[0]
    moved = []
    for pair in pairs:
        place = {name: i for i, name in enumerate(pair.ids or ())}
        moved.append([place[name] for name in first.ids or ()])
    baseline, experimental = (
        np.hstack([getattr(pair, side)[rows] for pair, rows in zip(pairs, moved, strict=True)])
        for side in ("baseline", "experimental")
    )
    return replace(
        first, baseline=baseline, experimental=experimental, columns=METRICS[_AVERAGE].columns,
        decimals=max(pair.decimals or 0 for pair in pairs),
        notes=tuple(dict.fromkeys(note for pair in pairs for note in pair.notes)),
    )  # fmt: skip


def _table(counts: CoreferenceCounts) -> Table:
    """Return the counts as a table with a column ``document``."""
    columns = tuple(zip(*counts.printed, strict=True))
    names = ("document", *DEFAULT_COLUMNS[4])
    return Table(counts.label, names, (counts.documents, *columns), range(1, len(counts.documents) + 1), "document")


def _notes(baseline: CoreferenceCounts, experimental: CoreferenceCounts) -> list[str]:
    notes = [f"Coreference metric: {baseline.metric}."] if baseline.metric else []
    # The gold counts of bcub and ceafm are equal, those of muc and ceafe may be: compare their numerators.
    whole = [bool((each.values % 1 == 0).all()) for each in (baseline, experimental)]
    if whole[0] != whole[1]:
        some, none = (baseline, experimental)[:: 1 if whole[1] else -1]
        notes.append(
            f"{some.label} holds fractions, as bcub and ceafe give, and {none.label} whole counts, as muc and ceafm: "
            "make sure that both are of one metric."
        )
    return notes


def _sniff(file: File) -> Sniff:
    return Sniff(0.95 if is_scorer_output(file.text) else 0, "it is what a coreference scorer prints")


def _look(file: File) -> Look:
    return Look(_table(parse_conll_coreference(file.source)), unit="")


def _metrics(files: Sequence[Source]) -> tuple[str, ...]:
    found = coreference_metrics(files[0])
    return (*found, _AVERAGE) if set(_AVERAGED) <= set(found) else found


def _converted(file: Source, metric: str | None = None) -> tuple[Table, str]:
    counts = parse_conll_coreference(file, metric)
    what = f"{counts.metric} counts" if counts.metric else "counts"
    return _table(counts), f"{what} of {len(counts.documents):,} documents, which sum to the file's TOTALS"


FORMAT = Format(
    "conll",
    "Coreference scorer output",
    "What the CoNLL scorer prints for each system, with its lines for every document.",
    "a coreference scorer's outputs",
    "coreference scorer output",
    (BASELINE, EXPERIMENTAL),
    read_conll_coreference,
    _sniff,
    (
        Option(
            "metric",
            "Metric of the scorer",
            "--conll-metric",
            "Which metric of a coreference scorer's output: muc, bcub, ceafm or ceafe; conll for the mean F1 of three; "
            "1 or 2 … where it does not name them [default: the only one].",
            "NAME",
            required=False,
            choices=_metrics,
        ),
    ),
    look=_look,
    conversion=Conversion(
        _converted,
        "The CoNLL coreference scorer's output.",
        """Write recall and precision counts of every document, sorted by name and part.

    FILE is what scorer.pl METRIC KEY RESPONSE printed; its documents must sum to its TOTALS. Two such tables are
    compared by joining them on their documents.

    \b
    helped-hurt convert conll old.muc --output old.csv
    helped-hurt convert conll new.muc --output new.csv
    helped-hurt compare old.csv new.csv --metric f1
    """,
    ),
)
