"""Coordinates of integer vectors of rank at most two in a basis of the lattice that they span.

All arithmetic is in integers: a rounded direction would make equal sums differ.
"""

import math

import numpy as np

from core.common.arrays import Integers
from core.errors import NotExactError

# Products of two such numbers, and sums of a few products, fit 64-bit integers.
_LARGEST = 2**30


def integer_coordinates(vectors: Integers, counts: Integers, name: str) -> tuple[Integers, Integers]:
    """Return coordinates ``(u, 2)`` and basis ``(2, k)``, whole numbers with ``coordinates @ basis == vectors``.

    The basis minimises the variance of the coordinates (``counts`` copies of each vector), and thus the bounding box
    of their random sums. If the rank is below two, the missing coordinates are 0.

    Raises NotExactError if the rank is above two, or the coordinates have too many digits.

    >>> vectors = np.array([[2, 4, 6], [4, 8, 12], [-6, -12, -18]])
    >>> coordinates, basis = integer_coordinates(vectors, np.array([1, 1, 1]), "f1")
    >>> coordinates[:, 0].tolist(), basis[0].tolist()
    ([1, 2, -3], [2, 4, 6])
    """
    exact = vectors.astype(object)  # whole numbers of any size
    first = _independent(exact, [])
    if first is None:
        return np.zeros((len(vectors), 2), dtype=np.int64), np.zeros((2, vectors.shape[1]), dtype=np.int64)
    second = _independent(exact, [first])
    chosen = [first] if second is None else [first, second]
    coordinates, basis = _line(exact, *first) if second is None else _plane(exact, first, second)
    if not np.array_equal(coordinates @ basis, exact):
        raise NotExactError(f"swaps change {name} through more than two independent sums")
    if len(chosen) == 2:
        coordinates, basis = _least_spread(coordinates, basis, counts)
    if max(abs(coordinates).max(), abs(basis).max()) >= _LARGEST:
        raise NotExactError(f"the numbers behind {name} have too many digits to count swaps exactly")
    return coordinates.astype(np.int64), basis.astype(np.int64)


Cell = tuple[int, int]  # a row and a column


def _independent(vectors: Integers, chosen: list[Cell]) -> Cell | None:
    """Return a row and a column that, with those chosen, have a nonzero determinant; None if there is none."""
    if not chosen:
        found = np.argwhere(vectors != 0)
    else:
        row, column = chosen[0]
        minors = vectors * vectors[row, column] - np.outer(vectors[:, column], vectors[row])
        found = np.argwhere(minors != 0)
    return None if not len(found) else (int(found[0][0]), int(found[0][1]))


def _line(vectors: Integers, row: int, column: int) -> tuple[Integers, Integers]:
    """Coordinates for rank one: the shortest integer vector, times the greatest common divisor of the multiples."""
    primitive = vectors[row] // math.gcd(*vectors[row])
    multiples = vectors[:, column] // primitive[column]
    divisor = math.gcd(*multiples)
    zeros = np.zeros_like(multiples)
    return np.column_stack([multiples // divisor, zeros]), np.stack([primitive * divisor, np.zeros_like(primitive)])


def _plane(vectors: Integers, first: Cell, second: Cell) -> tuple[Integers, Integers]:
    """Basis in Hermite normal form of the lattice of two columns; Cramer's rule gives the other columns."""
    (i, p), (j, q) = first, second
    (g, h), t = _hermite(vectors[:, [p, q]])
    x = vectors[:, p] // g
    y = (vectors[:, q] - x * h) // t
    a, b = vectors[i], vectors[j]
    determinant = a[p] * b[q] - a[q] * b[p]
    per_p, per_q = a * b[q] - a[q] * b, a[p] * b - a * b[p]
    basis = np.stack([g * per_p + h * per_q, t * per_q]) // determinant
    return np.column_stack([x, y]), basis


def _hermite(pairs: Integers) -> tuple[tuple[int, int], int]:
    """Return (g, h) and t > 0 such that (g, h) and (0, t) generate the lattice of the pairs, which has rank two."""
    g = h = t = 0
    while True:
        x, y = pairs.T
        multiple = x // g if g else np.zeros_like(x)
        rest = y - multiple * h
        outside = (x - multiple * g != 0) | ((rest % t if t else rest) != 0)
        if not outside.any():
            return (g, h), t
        # Each round at least halves the lattice cell, so there are few rounds.
        new_x, new_y = pairs[int(np.argmax(outside))]
        divisor, a, b = _extended_gcd(g, new_x)
        if divisor:
            t = math.gcd(t, (new_x // divisor) * h - (g // divisor) * new_y)
            g, h = divisor, a * h + b * new_y
        else:
            t = math.gcd(t, new_y)
        if t:
            h %= t


def _extended_gcd(a: int, b: int) -> tuple[int, int, int]:
    """Return the greatest common divisor g and x, y with a·x + b·y = g."""
    (g, x, y), (r, u, v) = (a, 1, 0), (b, 0, 1)
    while r:
        q = g // r
        (g, x, y), (r, u, v) = (r, u, v), (g - q * r, x - q * u, y - q * v)
    return (g, x, y) if g >= 0 else (-g, -x, -y)


def _least_spread(coordinates: Integers, basis: Integers, counts: Integers) -> tuple[Integers, Integers]:
    """Minimise the variance of both coordinates by Lagrange's reduction of their covariance matrix."""
    covariance = coordinates.T @ (counts.astype(object)[:, None] * coordinates)

    def product(u: Integers, v: Integers) -> int:
        return int(u @ covariance @ v)

    u, v = np.array([1, 0], dtype=object), np.array([0, 1], dtype=object)
    while True:
        if product(u, u) > product(v, v):
            u, v = v, u
        # The nearest whole number to ⟨u, v⟩ / ⟨u, u⟩.
        size = product(u, u)
        nearest = (2 * product(u, v) + size) // (2 * size)
        if nearest == 0:
            break
        v = v - nearest * u
    determinant = u[0] * v[1] - u[1] * v[0]  # 1 or −1
    inverse = determinant * np.array([[v[1], -v[0]], [-u[1], u[0]]], dtype=object)
    return coordinates @ np.column_stack([u, v]), inverse @ basis
