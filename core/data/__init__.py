"""What is compared: items by statistics of two systems or many, with ids, clusters, strata and runs."""
