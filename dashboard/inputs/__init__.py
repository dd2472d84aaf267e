"""Widgets that return a `PairedScores`."""

from dashboard.inputs.settings import choose_settings
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["Source", "choose_settings", "choose_source", "choose_swap"]
