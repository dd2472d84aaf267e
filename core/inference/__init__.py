"""`compare` and its result: intervals, equivalence, effect sizes, standard errors."""
