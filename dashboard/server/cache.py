"""Cached results: public data are shared by all sessions, other data belong to the session that brought them.

The cache key is a digest of all the data plus names and options. Streamlit's own hashing is not used for data: it reads
only a sample of large arrays, so two different inputs can share a result.
"""

from collections.abc import Callable, Hashable
from operator import call
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

from core.data.paired import CountedScores, PairedScores
from core.data.scores import Scores
from core.inference.result import Comparison
from core.report.items import Items, items_of
from core.report.numbers import Unit
from core.teaching.grid import PvalueGrid, pvalue_grid
from dashboard.samples import load
from dashboard.server import session, work
from dashboard.server.store import STORE
from dashboard.server.work import Run, Texts, Timed

T = TypeVar("T")

# All sessions share the cores. A matrix product on several threads waits for the threads of other products: six threads
# with forty products of 1,024 × 1,300 × 30 each take 6.0 s on two cores, and 1.5 s with one thread a product.
threadpool_limits(1, user_api="blas")


# The identities of the samples. These and synthetic scores may be seen by every visitor; all other data belong to the
# session that brought them.
_PUBLIC: set[Hashable] = set()


def kept(kind: str, key: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, computed once for each key and shared by all sessions.

    The key must name everything that the value depends on. Neither the key nor the value may hold data of a visitor:
    use `of_pair` and `of_session` for these. Do not change the returned value: it is shared.
    """
    return STORE.get_or_make((kind, key), make)


def _is_public(pair: PairedScores | Scores) -> bool:
    if isinstance(pair, CountedScores) and {pair.baseline_name, pair.experimental_name} == {"baseline", "experimental"}:
        return True
    return _identity(pair) in _PUBLIC


def of_session(key: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` returns, kept for the session whose page is drawn; without a session it is not kept."""
    name = session.current()
    return make() if name is None else STORE.get_or_make(key, make, name)


def _identity(pair: PairedScores | Scores) -> Hashable:
    """Return a key of the data: the digest covers statistics and ids, and the key adds how the scores were printed."""
    if isinstance(pair, Scores):
        return pair.digest, pair.runs, pair.lower_is_better, pair.notes
    names = pair.baseline_name, pair.experimental_name
    return pair.digest, *names, pair.decimals, pair.labels, pair.notes, pair.provenance


def compared(pair: PairedScores, options: dict[str, Any], run: Run = call) -> Timed:
    """Return the comparison with these options of `core.compare`, and how long it took."""
    return of_pair("comparisons", pair, tuple(sorted(options.items())), lambda: run(work.compared, pair, options))


def written(pair: PairedScores, options: dict[str, Any], result: Comparison, unit: Unit, run: Run = call) -> Texts:
    """Return the texts for a paper of the comparison with these options."""
    return of_pair("texts", pair, tuple(sorted(options.items())), lambda: run(work.written, result, unit))


def items(pair: PairedScores, metric: str) -> Items:
    """Return the outcome of each item under the metric."""
    return of_pair("items", pair, metric, lambda: items_of(pair, metric))


def grid(n: tuple[Any, ...], effects: tuple[Any, ...], hurts: tuple[Any, ...], options: dict[str, Any]) -> PvalueGrid:
    """Return the p-value grid of these values, with these options of `core.teaching.grid.pvalue_grid`."""
    key = (n, effects, hurts, tuple(sorted(options.items())))
    return kept("grids", key, lambda: pvalue_grid(n, effects, hurts, **options))


def of_pair(kind: str, pair: PairedScores | Scores, key: Hashable, make: Callable[[], T]) -> T:
    """Return what ``make`` returns for a pair or many systems; the session keeps it, the key covers all the data."""
    name = (kind, _identity(pair), key)
    return STORE.get_or_make(name, make) if _is_public(pair) else of_session(name, make)


def sample(key: str) -> PairedScores:
    """Return a bundled sample."""

    def make() -> PairedScores:
        pair = load(key)
        _PUBLIC.update((_identity(pair), _identity(pair.swapped())))
        return pair

    return kept("samples", key, make)


def sample_of_many(key: Hashable, read: Callable[[], Scores]) -> Scores:
    """Return the bundled table of many systems as it is read with the options in ``key``."""
    scores = kept("samples of many", key, read)
    _PUBLIC.add(_identity(scores))
    return scores


def specification(author: Callable[..., dict], *arguments: Hashable) -> dict:
    """Return a chart's Vega-Lite specification, built once for each author and arguments."""
    return kept("specifications", (author.__qualname__, *arguments), lambda: author(*arguments))
