"""Joint resamples of items, and of runs within each item (Owen 2007, *Annals of Applied Statistics* 1).

For every system separately, a drawn item brings as many runs as it has, drawn with replacement. The two levels together
never understate what items and runs vary; where items have few runs they overstate the part of the runs a little.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["NestedDraws"]

Floats = NDArray[Any]


@dataclass(frozen=True, eq=False)
class NestedDraws:
    """Sums over drawn items of the means over drawn runs, all systems side by side.

    Parameters
    ----------
    runs : (s, n, r, k) float array
        The statistics, the runs that an item has before those that it lacks.
    held : (s, n) int array
        How many runs each item has.
    """

    runs: Floats
    held: NDArray[np.int64]

    stream: ClassVar[int] = 4
    threads: ClassVar[bool] = False

    @classmethod
    def of(cls, statistics: Floats) -> "NestedDraws":
        """Return the draws of statistics ``(s, r, n, k)``."""
        runs = np.moveaxis(statistics, 1, 2)
        lacking = np.isnan(runs).all(axis=-1)
        order = np.argsort(lacking, axis=-1, kind="stable")
        ordered = np.nan_to_num(np.take_along_axis(runs, order[..., None], axis=2))
        return cls(ordered, np.add.reduce(~lacking, axis=-1, dtype=np.int64))

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums ``(b, s·k)`` of ``size`` resamples, one at a time."""
        s, n, r, k = self.runs.shape
        of_items, of_runs = generators(0), generators(1)
        system = np.arange(s)[:, None]
        for _ in range(size):
            items: NDArray[np.int64] = np.asarray(of_items.integers(0, n, size=n))
            held = self.held[:, items]
            drawn = (of_runs.random((s, n, r)) * held[..., None]).astype(np.int64)
            weights = (np.arange(r) < held[..., None]) / held[..., None]
            values = self.runs[system[..., None], items[None, :, None], drawn]
            yield np.einsum("snrk,snr->sk", values, weights).reshape(1, s * k)
