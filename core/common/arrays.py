"""Types of arrays by what they hold; docstrings give the shapes."""

from typing import Any

from numpy.typing import NDArray

Floats = NDArray[Any]
Integers = NDArray[Any]
Complexes = NDArray[Any]
