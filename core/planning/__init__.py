"""Before a study and around a printed claim: power, sample size, detectable gains, what two accuracies imply."""

from core.planning.claim import CLAIM_TESTS, ClaimCheck, ClaimCurve, ClaimedTest, ClaimFigure, check_claim
from core.planning.planning import TARGETS, Plan, RepeatedStudies, plan, power, repeat_study
from core.planning.sizes import PowerCurve

__all__ = [
    "CLAIM_TESTS",
    "TARGETS",
    "ClaimCheck",
    "ClaimCurve",
    "ClaimFigure",
    "ClaimedTest",
    "Plan",
    "PowerCurve",
    "RepeatedStudies",
    "check_claim",
    "plan",
    "power",
    "repeat_study",
]
