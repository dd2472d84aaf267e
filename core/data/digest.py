"""A fingerprint of data: equal exactly when the data are."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["digest_of"]


def digest_of(described: object, arrays: Iterable[NDArray[Any]], names: Sequence[str] | None) -> str:
    """Return the SHA-256, in hexadecimal, of a description, arrays whose shapes it tells, and names."""
    digest = hashlib.sha256(repr(described).encode())
    for array in arrays:
        digest.update(np.ascontiguousarray(array).data)
    if names is not None:
        # With their lengths, so that no name can run into the next.
        digest.update(np.array([len(name) for name in names], dtype=np.int64).data)
        digest.update("".join(names).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
