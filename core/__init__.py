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

=============  ================================================================================
folder         what is in it
=============  =================================================================================
data           what is compared: items by statistics of two systems or many
metrics        pure functions of summed statistics, one record each
distributions  exact and numerical distributions of sums, one method a module
significance   the three tests, p-values, resampling
inference      `compare`, its result, intervals, equivalence, effect sizes, standard errors
groups         where a system helps and hurts: one comparison a group
ranking        many systems: corrections, joint resamples, groups and ranks
preferences    which systems judges prefer: win, tie or loss
planning       power, sample size, what a printed claim implies
teaching       computations behind the learning pages
readers        files of real systems become `PairedScores`, or `Scores` of many systems
report         one comparison in words and documents
cli            the command line: ``helped-hurt COMMAND …``
common         checked arguments, phrases, caching, parallel work, roots
=============  =================================================================================
"""

import lazy_loader

# Each name is imported when it is first asked for: `import core` costs next to nothing. The stub says where it is.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
