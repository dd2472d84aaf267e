"""Decide what the columns of a table hold: items, systems, samples, scores."""
