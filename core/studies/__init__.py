"""Questions over many comparisons."""

from core.studies._convergence import (
    Convergence,
    SamplingError,
    Trial,
    convergence,
    convergence_of,
    exact_permutation,
)
from core.studies._disagreement import LESSONS, DefinedPValue, Disagreement, Lesson, disagreement
from core.studies._power import RepeatedStudies, power, repeat_study
from core.studies._run_times import RunTime, dynamic_program, run_times, sampled_over_items
from core.studies.by_hand import AllFlips, HandDraws, all_flips, draw_by_hand, few_items, metric_by_hand
from core.studies.cells import helped_hurt_pvalues
from core.studies.claim import CLAIM_TESTS, ClaimCheck, ClaimCurve, ClaimedTest, ClaimFigure, check_claim
from core.studies.definitions import DEFINITIONS, Definition
from core.studies.grid import PRIMER, PvalueGrid, pvalue_grid
from core.studies.planning import TARGETS, Plan, plan
from core.studies.power_curve import PowerCurve
from core.studies.precision import likely_range, misjudged, resamples_needed
from core.studies.promising import FollowedUp, follow_up
from core.studies.ranked import RankedPair, RankedSystem, Ranking
from core.studies.ranking import rank
from core.studies.taggers import SIZES, tagged_sentences
from core.studies.type_one import ALPHAS, TypeOneErrors, type_one_errors

__all__ = [
    "ALPHAS",
    "CLAIM_TESTS",
    "DEFINITIONS",
    "LESSONS",
    "PRIMER",
    "SIZES",
    "TARGETS",
    "AllFlips",
    "ClaimCheck",
    "ClaimCurve",
    "ClaimFigure",
    "ClaimedTest",
    "Convergence",
    "DefinedPValue",
    "Definition",
    "Disagreement",
    "FollowedUp",
    "HandDraws",
    "Lesson",
    "Plan",
    "PowerCurve",
    "PvalueGrid",
    "RankedPair",
    "RankedSystem",
    "Ranking",
    "RepeatedStudies",
    "RunTime",
    "SamplingError",
    "Trial",
    "TypeOneErrors",
    "all_flips",
    "check_claim",
    "convergence",
    "convergence_of",
    "disagreement",
    "draw_by_hand",
    "dynamic_program",
    "exact_permutation",
    "few_items",
    "follow_up",
    "helped_hurt_pvalues",
    "likely_range",
    "metric_by_hand",
    "misjudged",
    "plan",
    "power",
    "pvalue_grid",
    "rank",
    "repeat_study",
    "resamples_needed",
    "run_times",
    "sampled_over_items",
    "tagged_sentences",
    "type_one_errors",
]
