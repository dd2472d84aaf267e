"""Helped & Hurt: is one NLP system really better than another?

==================  ====================================================================
`compare`           test whether the experimental system is better than the baseline
`by_group`          two systems within each group of items: where does it help, where does it hurt?
`prefer`            which system judges prefer: win, tie or loss
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
"""

import lazy_loader

# Each name is imported when it is first asked for: `import core` costs next to nothing. The stub says where it is.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
