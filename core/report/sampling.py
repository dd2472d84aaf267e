"""What sampling does to a p-value, in plain words."""

from core.report.numbers import percent
from core.teaching.precision import likely_range, misjudged, resamples_needed

__all__ = ["sampling_sentences"]


def sampling_sentences(pvalue: float = 0.05) -> tuple[str, ...]:
    """Say how many resamples a p-value of about this size needs; exact statements about a binomial count.

    Examples
    --------
    >>> print(sampling_sentences()[1])
    It takes 12,691 resamples to know it to within a tenth (0.05 ± 0.005), and a hundred times as many for ten \
times the precision.
    """
    (low, high), (closer_low, closer_high) = (likely_range(pvalue, k) for k in (1_000, 10_000))
    needed = resamples_needed(pvalue, 0.1 * pvalue)
    near = 0.9 * pvalue
    wrong, still_wrong = (percent(misjudged(near, pvalue, k)) for k in (1_000, 10_000))
    return (
        f"In 99 of 100 runs a p-value of {pvalue:g} comes out between {low:.2g} and {high:.2g} with 1,000 resamples, "
        f"and between {closer_low:.3g} and {closer_high:.3g} with 10,000.",
        f"It takes {needed:,} resamples to know it to within a tenth ({pvalue:g} ± {0.1 * pvalue:g}), and a hundred "
        "times as many for ten times the precision.",
        f"An exact p-value of {near:g} comes out above {pvalue:g} in {wrong} of runs with 1,000 resamples, and in "
        f"{still_wrong} with 10,000.",
    )
