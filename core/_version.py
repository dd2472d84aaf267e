"""The installed version."""

from functools import cache
from importlib import metadata

__all__ = ["version"]


@cache  # the package's own file is read once, not for every comparison
def version() -> str:
    """Return the version of this package, such as ``"0.2.0"``."""
    return metadata.version("helped-hurt")
