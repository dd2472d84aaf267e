"""Widgets that return a `PairedScores`."""
