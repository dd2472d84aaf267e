"""Read the outputs of the CoNLL coreference scorer."""
