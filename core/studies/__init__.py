"""Questions over many comparisons."""

from core.studies.convergence import (
    Convergence,
    SamplingError,
    Trial,
    convergence,
    convergence_of,
    exact_permutation,
    tagged_sentences,
)
from core.studies.precision import likely_range, misjudged, resamples_needed
from core.studies.run_times import RunTime, dynamic_program, run_times, sampled_over_items

__all__ = [
    "Convergence",
    "RunTime",
    "SamplingError",
    "Trial",
    "convergence",
    "convergence_of",
    "dynamic_program",
    "exact_permutation",
    "likely_range",
    "misjudged",
    "resamples_needed",
    "run_times",
    "sampled_over_items",
    "tagged_sentences",
]
