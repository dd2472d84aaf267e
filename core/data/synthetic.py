"""Synthetic helped/hurt data, after ``makeArtificialData`` of Jansen's primer (example 2)."""

from core.common.arguments import check_whole
from core.data.paired import CountedScores, PairedScores
from core.errors import OptionError

# Counts are 64-bit numbers whose sums must be exact.
_MOST = 2**52


def helped_hurt(n: int, helped: int, hurt: int, both_correct: int = 0) -> CountedScores:
    """Make 0/1 scores of two systems that differ on ``helped + hurt`` of ``n`` items.

    The first ``helped`` items are right for the experimental system only, the next ``hurt`` for the baseline only, the
    next ``both_correct`` for both. Items that both have right change the accuracies, but not a p-value.

    Raises
    ------
    OptionError
        If a count is negative or the counts add up to more than n.

    Examples
    --------
    >>> pair = helped_hurt(n=10, helped=4, hurt=3)
    >>> pair.experimental[:, 0].sum() - pair.baseline[:, 0].sum()
    np.float64(1.0)
    """
    n = check_whole("n", n, 1, _MOST)
    counts = {"helped": helped, "hurt": hurt, "both_correct": both_correct}
    helped, hurt, both_correct = (check_whole(name, value, 0, _MOST) for name, value in counts.items())
    changed = helped + hurt
    if changed + both_correct > n:
        parts = "helped + hurt" + (" + both_correct" if both_correct else "")
        raise OptionError(f"{parts} == {changed + both_correct}, must be <= n == {n}.")
    # Memory does not depend on n: only four kinds of items are stored.
    kinds = PairedScores.from_scores([0, 1, 1, 0], [1, 0, 1, 0], decimals=0)
    times = [helped, hurt, both_correct, n - changed - both_correct]
    return CountedScores(kinds.baseline, kinds.experimental, times, kinds)
