from . import cli, exact, metrics, readers, report, studies, tests
from ._compare import compare
from ._version import __version__
from .distribution import Distribution
from .equivalence import Equivalence
from .errors import ComparisonError, DataError, NotExactError, OptionError, Stopped
from .metrics import METRICS, Metric
from .paired import PairedScores
from .readers import (
    Upload,
    read,
    read_conll_coreference,
    read_entities,
    read_label_table,
    read_labels,
    read_long,
    read_scores,
    read_systems,
    read_table,
    read_tables,
)
from .result import Comparison, ConfidenceInterval
from .scores import Scores
from .studies import (
    ClaimCheck,
    Plan,
    PvalueGrid,
    RankedPair,
    RankedSystem,
    Ranking,
    RepeatedStudies,
    check_claim,
    convergence,
    disagreement,
    helped_hurt_pvalues,
    plan,
    power,
    pvalue_grid,
    rank,
    repeat_study,
    type_one_errors,
)
from .synthetic import helped_hurt
from .tests import TESTS

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
    "Metric",
    "NotExactError",
    "OptionError",
    "PairedScores",
    "Plan",
    "PvalueGrid",
    "RankedPair",
    "RankedSystem",
    "Ranking",
    "RepeatedStudies",
    "Scores",
    "Stopped",
    "Upload",
    "__version__",
    "check_claim",
    "cli",
    "compare",
    "convergence",
    "disagreement",
    "exact",
    "helped_hurt",
    "helped_hurt_pvalues",
    "metrics",
    "plan",
    "power",
    "pvalue_grid",
    "rank",
    "read",
    "read_conll_coreference",
    "read_entities",
    "read_label_table",
    "read_labels",
    "read_long",
    "read_scores",
    "read_systems",
    "read_table",
    "read_tables",
    "readers",
    "repeat_study",
    "report",
    "studies",
    "tests",
    "type_one_errors",
]
