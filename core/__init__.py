"""Helped & Hurt: is one NLP system really better than another?

==================  ====================================================================
`compare`           test whether the experimental system is better than the baseline
`rank`              many systems: every pair tested, corrected, ranked
`Scores`            many systems' statistics, and runs, on the same items
`read`              files of real systems, in any format that is known
`read_systems`      files of any number of systems
`read_scores` …     files of one format: see `core.readers`
`helped_hurt`       synthetic data with given numbers of items helped and hurt
`PairedScores`      two systems' statistics on the same items
`Comparison`        the frozen result of `compare`
`check_claim`       what two printed accuracies and n say about significance
`pvalue_grid`       what effect a test set of a given size can show
`plan`              how many items a study needs, and what n items can show
`power`             how often a study with given true rates ends significant
`convergence`       how wrong a sampled p-value is
`disagreement`      one pair under every definition of the p-value in use
`type_one_errors`   how many false alarms each definition gives
`METRICS`, `TESTS`  what `compare` can be asked for, by name
`ComparisonError`   the base of every error raised on purpose
==================  ====================================================================

Examples
--------
>>> import core
>>> pair = core.PairedScores.from_scores([0, 1, 1, 0, 0, 1, 0, 1, 0, 1], [1, 1, 0, 1, 1, 0, 1, 1, 0, 0])
>>> core.compare(pair).pvalue
1.0
"""

from core import _version
from core._compare import compare
from core.distribution import Distribution
from core.errors import ComparisonError, DataError, NotExactError, OptionError, Stopped
from core.metrics import METRICS, Metric
from core.paired import PairedScores
from core.readers import (
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
from core.result import Comparison, ConfidenceInterval, Equivalence
from core.scores import Scores
from core.studies import (
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
from core.synthetic import helped_hurt

__version__ = _version.version()
from core.tests import TESTS

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
    "check_claim",
    "compare",
    "convergence",
    "disagreement",
    "helped_hurt",
    "helped_hurt_pvalues",
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
    "repeat_study",
    "type_one_errors",
]
