"""Reference values computed with exact rational arithmetic, and small data sets with published p-values."""

from itertools import chain, repeat

__all__ = ["DARWIN", "F1_BASELINE", "F1_EXPERIMENTAL", "HELPED_HURT", "TESTS", "helped_hurt"]

# Of the helped/hurt data below: test, alternative, boundary.
TESTS = {
    "bootstrap": ("bootstrap", "greater", "include"),
    "shifted": ("shifted-bootstrap", "greater", "include"),
    "shifted, strict": ("shifted-bootstrap", "greater", "exclude"),
    "shifted, two-sided": ("shifted-bootstrap", "two-sided", "include"),
    "permutation, two-sided": ("permutation", "two-sided", "include"),
}

# (n, helped, hurt): the p-values in the order of TESTS, to nine digits or more.
HELPED_HURT = {
    (10, 4, 3): (0.421732332, 0.429402952, 0.288713728, 0.851135284, 1.0),
    (100, 2, 0): (
        0.1326195558947532, 0.1410384366017048, 0.05083044536950031, 0.27365799249645795, 0.5,
    ),
    (100, 7, 2): (
        0.0584204605287048, 0.06677688726505585, 0.034986177696058766, 0.12519734779376065, 0.1796875,
    ),
    (500, 10, 7): (
        0.27173562562814557, 0.26904081859607853, 0.19564610263147544, 0.5407764442242241, 0.629058837890625,
    ),
    (500, 17, 7): (
        0.023552963479242215, 0.027667144307326252, 0.01742512968355508, 0.05122010778656847,
        0.06391465663909912,
    ),
}  # fmt: skip

# Darwin's maize, crossed minus self-fertilised, in eighths of an inch (Fisher, Design of Experiments).
DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)

# (true positives, errors) per sentence: permutation two-sided 223/512.
F1_BASELINE = [(2, 1), (0, 2), (3, 0), (1, 1), (0, 1), (4, 2), (2, 2), (1, 0), (2, 0), (0, 3), (1, 2), (3, 1)]
F1_EXPERIMENTAL = [(1, 3), (1, 1), (2, 2), (1, 1), (2, 0), (3, 1), (0, 4), (1, 2), (1, 1), (1, 0), (0, 2), (3, 3)]


def helped_hurt(n, helped, hurt):
    """Return the differences of the helped/hurt data."""
    return list(chain(repeat(1, helped), repeat(-1, hurt), repeat(0, n - helped - hurt)))
