from . import (
    cli,
    data,
    distributions,
    groups,
    inference,
    metrics,
    planning,
    preferences,
    ranking,
    readers,
    report,
    significance,
    teaching,
)
from ._version import __version__
from .data.paired import PairedScores
from .data.scores import Scores
from .data.synthetic import helped_hurt
from .distributions.distribution import Distribution
from .errors import ComparisonError, DataError, NotExactError, OptionError, Stopped
from .groups import Group, GroupedComparison, by_group, by_measure
from .inference.compare import compare
from .inference.equivalence import Equivalence
from .inference.gate import Gate, gate
from .inference.intervals import ConfidenceInterval
from .inference.result import Comparison
from .metrics import METRICS, Metric
from .planning.claim import ClaimCheck, check_claim
from .planning.planning import Plan, RepeatedStudies, plan, power, repeat_study
from .preferences import PreferenceRanking, PreferenceResult, Preferences, prefer, read_preferences
from .ranking import RankedPair, RankedSystem, Ranking, rank
from .readers import (
    Upload,
    read,
    read_conll_coreference,
    read_conlleval,
    read_entities,
    read_frame,
    read_label_table,
    read_label_tables,
    read_labels,
    read_large,
    read_long,
    read_scores,
    read_segments,
    read_systems,
    read_table,
    read_tables,
)
from .significance import TESTS
from .significance.cells import helped_hurt_pvalues
from .teaching.convergence import convergence
from .teaching.disagreement import disagreement
from .teaching.grid import PvalueGrid, pvalue_grid
from .teaching.type_one import type_one_errors

__all__ = [
    "METRICS",
    "TESTS",
    "ClaimCheck",
    "Comparison",
    "ComparisonError",
    "ConfidenceInterval",
    "DataError",
    "Distribution",
    "Equivalence",
    "Gate",
    "Group",
    "GroupedComparison",
    "Metric",
    "NotExactError",
    "OptionError",
    "PairedScores",
    "Plan",
    "PreferenceRanking",
    "PreferenceResult",
    "Preferences",
    "PvalueGrid",
    "RankedPair",
    "RankedSystem",
    "Ranking",
    "RepeatedStudies",
    "Scores",
    "Stopped",
    "Upload",
    "__version__",
    "by_group",
    "by_measure",
    "check_claim",
    "cli",
    "compare",
    "convergence",
    "data",
    "disagreement",
    "distributions",
    "gate",
    "groups",
    "helped_hurt",
    "helped_hurt_pvalues",
    "inference",
    "metrics",
    "plan",
    "planning",
    "power",
    "prefer",
    "preferences",
    "pvalue_grid",
    "rank",
    "ranking",
    "read",
    "read_conll_coreference",
    "read_conlleval",
    "read_entities",
    "read_frame",
    "read_label_table",
    "read_label_tables",
    "read_labels",
    "read_large",
    "read_long",
    "read_preferences",
    "read_scores",
    "read_segments",
    "read_systems",
    "read_table",
    "read_tables",
    "readers",
    "repeat_study",
    "report",
    "significance",
    "teaching",
    "type_one_errors",
]
