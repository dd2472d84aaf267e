"""Questions over many comparisons."""

from core.studies.convergence import (
    SIZES,
    Convergence,
    SamplingError,
    Trial,
    convergence,
    convergence_of,
    exact_permutation,
    tagged_sentences,
)
from core.studies.definitions import DEFINITIONS, Definition
from core.studies.disagreement import LESSONS, DefinedPValue, Disagreement, Lesson, disagreement
from core.studies.precision import likely_range, misjudged, resamples_needed
from core.studies.run_times import RunTime, dynamic_program, run_times, sampled_over_items
from core.studies.type_one import TypeOneErrors, type_one_errors

__all__ = [
    "DEFINITIONS",
    "LESSONS",
    "SIZES",
    "Convergence",
    "DefinedPValue",
    "Definition",
    "Disagreement",
    "Lesson",
    "RunTime",
    "SamplingError",
    "Trial",
    "TypeOneErrors",
    "convergence",
    "convergence_of",
    "disagreement",
    "dynamic_program",
    "exact_permutation",
    "likely_range",
    "misjudged",
    "resamples_needed",
    "run_times",
    "sampled_over_items",
    "tagged_sentences",
    "type_one_errors",
]
