"""The phrases of `core.phrases`, for the readers."""

from core.phrases import counted, first_few, shown

__all__ = ["counted", "first_few", "shown"]
