"""Helped & Hurt: is one NLP system really better than another?

================  =================================================================================
folder         what is in it
=============  =================================================================================
data           what is compared: items by statistics of two systems or many
metrics        pure functions of summed statistics, one record each
distributions  exact and numerical distributions of sums, one method a module
significance   the three tests, p-values, resampling
inference      `compare`, its result, intervals, equivalence, effect sizes, standard errors
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
