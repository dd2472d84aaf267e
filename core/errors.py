"""What can go wrong, and what to do about it.

Every message names what was read or passed, what was expected, and the next step::

    ComparisonError (a ValueError)
    ├── DataError        scores or files that cannot be compared as they are
    ├── OptionError      an argument outside its range, or two that exclude each other
    ├── NotExactError    method="exact" where no exact engine applies
    └── Stopped          the caller's progress callback asked to stop
"""

__all__ = ["ComparisonError", "DataError", "NotExactError", "OptionError", "Stopped"]


class ComparisonError(ValueError):
    """The base of every error that this package raises on purpose."""


class DataError(ComparisonError):
    """The scores cannot be compared as they are; the message names file, line and value."""


class OptionError(ComparisonError):
    """An argument is outside its range; the message shows its name, value and bound."""


class NotExactError(ComparisonError):
    """An exact p-value was demanded where none can be certified; the message says why."""


class Stopped(ComparisonError):
    """The progress callback returned False, so the work was abandoned."""
