"""Questions over many comparisons.

===============  ==========================================================================================
module           what is in it
===============  ==========================================================================================
by_hand          resampling by hand: the resamples of a few items, one after the other
cells            the p-values of helped/hurt data, for any number of cells (n, helped, hurt) in one call
claim            check a printed claim: what two accuracies and n alone say about significance
claim_curves     p against items hurt, for one pair of counts
corrections      corrections of many p-values for having asked many questions
critical         how many changed items must be helped to be significant
definitions      definitions of the p-value in use, one registry row each
effective_items  how many independent items those of clusters and runs are worth
grid             the p-value grid: what a test set of a given size can show (Jansen's primer, example 3)
joint            joint resamples of many systems: the same items for all, so that their correlation stays
letters          groups of systems that are not told apart, as letters: the compact letter display
nested           runs within items: drawn together, and how much of the variance is theirs
pair_tails       the probabilities behind every definition of the p-value, for one pair of systems
pilot            power from pilot scores of any metric
planning         how many items it takes to show a gain, and what a given number can show
power_curve      power against n, with its saw-tooth
precision        how precise a sampled p-value is: binomial theory of a count among K resamples
printed          printed accuracies, and the whole numbers of right items that can stand behind them
promising        the cautionary tale of results that trend towards significance
ranges           lists of numbers as a person types them
ranked           what a ranking is: systems from the best to the worst, and every pair that was asked about
ranking          many systems on the same items
real_pairs       how many items real pairs of systems hurt
rejections       how often a study rejects, with the right sign and the wrong one
sensitivity      what the items of a comparison could show
sizes            the smallest n for a power, and the smallest gain that n items can show
spreads          the bootstrap distributions of many helped/hurt data sets in one batch
step_down        step-down resampling over all pairs at once (maxT)
taggers          two taggers drawn sentence by sentence
true_rates       the true rates of helped and hurt items that a study is planned for
type_one         the exact type-I error of each definition of the p-value
===============  ==========================================================================================
"""

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
