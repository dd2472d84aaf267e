"""Computations behind the learning pages: draws by hand, p-value grids, sampling error, definitions of p in use."""

from core.teaching._convergence import (
    SIZES,
    Convergence,
    SamplingError,
    Trial,
    convergence,
    convergence_of,
    exact_permutation,
    likely_range,
    misjudged,
    resamples_needed,
    tagged_sentences,
)
from core.teaching._disagreement import LESSONS, DefinedPValue, Disagreement, Lesson, disagreement
from core.teaching._run_times import RunTime, dynamic_program, run_times, sampled_over_items
from core.teaching.by_hand import AllFlips, HandDraws, all_flips, draw_by_hand, few_items, metric_by_hand
from core.teaching.definitions import DEFINITIONS, Definition
from core.teaching.grid import PRIMER, PvalueGrid, pvalue_grid
from core.teaching.promising import FollowedUp, follow_up
from core.teaching.type_one import ALPHAS, TypeOneErrors, type_one_errors

__all__ = [
    "ALPHAS",
    "DEFINITIONS",
    "LESSONS",
    "PRIMER",
    "SIZES",
    "AllFlips",
    "Convergence",
    "DefinedPValue",
    "Definition",
    "Disagreement",
    "FollowedUp",
    "HandDraws",
    "Lesson",
    "PvalueGrid",
    "RunTime",
    "SamplingError",
    "Trial",
    "TypeOneErrors",
    "all_flips",
    "convergence",
    "convergence_of",
    "disagreement",
    "draw_by_hand",
    "dynamic_program",
    "exact_permutation",
    "few_items",
    "follow_up",
    "likely_range",
    "metric_by_hand",
    "misjudged",
    "pvalue_grid",
    "resamples_needed",
    "run_times",
    "sampled_over_items",
    "tagged_sentences",
    "type_one_errors",
]
