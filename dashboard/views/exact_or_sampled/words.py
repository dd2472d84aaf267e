"""The texts of *Exact or sampled*."""

from collections.abc import Sequence

from core.common.claimed import small
from core.teaching.convergence import SamplingError
from core.teaching.run_times import RunTime

STUDIES = {"taggers": "Two simulated taggers", "own": "My scores"}

METHODS = {
    "exact": "exact, here",
    "dynamic-program": "dynamic program",
    "dynamic-program-cut": "dynamic program, cut rows",
    "sampled-items": "{k:,} swaps",
    "sampled-rows": "{k:,} swaps, here",
}

EXPLANATIONS = (
    "*Exact, here*: all possible swaps at once, by Fourier transforms, as everywhere on these pages. *Dynamic "
    "program*: the exact method of the paper below, a table with a row for each sentence and a column for each "
    "difference. *Cut rows*: the same without the differences that cannot occur. *Swaps*: random swaps, one sentence "
    "after the other, as in the paper. *Swaps, here*: drawn at once for all sentences on which the two taggers differ "
    "by the same number of tokens."
)


DOTS = "Each dot is one sampled p-value compared with the exact one: {} dots for each number of random swaps."


def error_caption(errors: Sequence[SamplingError]) -> str:
    """Return the caption of the errors, with the numbers at the fewest and the most swaps."""
    first, last = errors[0], errors[-1]
    if last.exact_pvalue == 1:
        return "The exact p-value is 1: every swap gives a difference as large, so every sample finds it."
    return (
        f"With {first.n_resamples:,} swaps half of the sampled p-values are off by {_share(first.median)} or more; "
        f"with {last.n_resamples:,} it is {_share(last.median)} or more. Where no swap reaches the observed "
        "difference, the sampled p is 0, an error of 100 %. Line: the median; band: the middle half; dashed: the "
        f"standard error in theory, for an exact p of {small(last.exact_pvalue)}."
    )


def _share(error: float) -> str:
    return f"{100 * error:.2g} %" if error < 0.1 else f"{100 * error:,.0f} %"


def error_alt(errors: Sequence[SamplingError]) -> str:
    """Return a sentence that describes the chart of errors, for screen readers."""
    first, last = errors[0], errors[-1]
    return (
        f"How wrong is a sampled p-value? The median relative error falls from {_share(first.median)} with "
        f"{first.n_resamples:,} random swaps to {_share(last.median)} with {last.n_resamples:,}."
    )


def method_names(times: Sequence[RunTime]) -> dict[tuple[str, int | None], str]:
    """Return the name of every timed method and number of swaps, in the order of `METHODS`."""
    seen = dict.fromkeys((row.method, row.n_resamples) for row in times)
    return {(method, k): name.format(k=k) for method, name in METHODS.items() for each, k in seen if each == method}


def speed_rows(times: Sequence[RunTime]) -> list[dict[str, str]]:
    """Return the time of each method on the most sentences, and its ratio to the exact test."""
    most = max(row.n_items for row in times)
    last = {(row.method, row.n_resamples): row.seconds for row in times if row.n_items == most}
    exact = last["exact", None]
    return [
        {
            "Method": name,
            f"Time on {most:,} sentences": duration(last[key]),
            "Times as long as exact": _ratio(last[key] / exact),
        }
        for key, name in method_names(times).items()
    ]


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def duration(seconds: float) -> str:
    """Return a time in words, to two digits.

    Examples
    --------
    >>> duration(0.00123), duration(0.35), duration(12.2)
    ('1.2 ms', '350 ms', '12 s')
    """
    if seconds >= 1:
        return f"{seconds:.2g} s" if seconds < 100 else f"{seconds:,.0f} s"
    return f"{float(f'{1000 * seconds:.2g}'):g} ms"


def time_alt(times: Sequence[RunTime]) -> str:
    """Return a sentence that describes the chart of run times, for screen readers."""
    most, *rows = (list(row.values()) for row in speed_rows(times))
    beside = "; ".join(f"{name}, {ratio} times as long" for name, _, ratio in rows)
    return f"How long does each take? On the most sentences the exact test takes {most[1]}; {beside}."
