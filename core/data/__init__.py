"""Item statistics of two or many systems, with ids, clusters, strata and runs."""
