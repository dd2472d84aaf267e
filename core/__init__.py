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

===============  =======================================================================================
module           what is in it
===============  =======================================================================================
arguments        arguments checked at the boundary
cached           properties computed once, and functions that know their latest answer
claimed          a p-value as it may be printed
cli              the command line: ``helped-hurt COMMAND …``
collapsed        distinct rows with their multiplicities: work on them is work on all items
counted          scores of many items that are alike
digest           a fingerprint of data: equal exactly when the data are
distribution     a distribution of differences, computed exactly or sampled
drawing          how often each row is drawn, by whichever way costs least
inversion        Poisson and binomial numbers, read off tables
effect_size      odds of helped to hurt, and d_z
equivalence      tests of equivalence: is a difference of a margin, or a larger one, ruled out?
errors           what can go wrong, and what to do about it
exact            exact distributions of sums, behind one door
few              when so few items changed that the bootstrap cannot be trusted
intake           whatever a verb is given to compare, as paired scores or as scores of many systems
intervals        confidence intervals of the difference from its bootstrap distribution
item_statistics  arrays of items' statistics, and what is refused of them
metrics          pure functions of summed statistics, one record each
observed         what two systems scored, before any resampling
outcomes         which outcomes a test counts: one predicate for p, pictures and words
own_score        the confidence interval of one system's own score
paired           aligned statistics of two systems on the same items, validated once and frozen
parallel         independent pieces of work, in this process or in several
phrases          how messages name counts, values and lists, so that all speak alike
provenance       where scores came from: items left out, and the runs behind each score
readers          files of real systems become `PairedScores`, or `Scores` of many systems
report           one comparison in words and documents
resampling       seeded resamples: items drawn with replacement, or outputs swapped
result           the result of one comparison: everything needed to show, plot and reproduce it
roots            where a rising function is zero
scales           scores on scales that cannot be one, as where only one file is in per cent
scores           aligned statistics of any number of systems, with their runs, on the same items
spread           how a comparison's difference spreads, computed when it is asked for
standard_error   the standard error of a score, with and without regard to clusters
stratified       scores in strata (tasks), as their macro average sees them
stratified_rows  rows of items in strata, each with the stratum it is of
studies          questions over many comparisons
synthetic        synthetic helped/hurt data, after ``makeArtificialData`` of Jansen's primer (example 2)
tests            significance tests of a paired difference, one record each in `TESTS`
===============  =======================================================================================
"""

import lazy_loader

# Each name is imported when it is first asked for: `import core` costs next to nothing. The stub says where it is.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
