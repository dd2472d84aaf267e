"""Parse printed numbers and count their decimals."""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import shown
from core.errors import DataError
from core.readers.parsing.summaries import is_summary

# Numbers that programs write for missing scores.
_OF_DIGITS = (9.0, 77.0, 88.0, 96.0, 97.0, 98.0, 99.0, 997.0, 998.0, 999.0, 9999.0, 99999.0, 999999.0, 9999999.0)
MARKS = (-1.0, -7.0, -8.0, -100.0, -1000.0, *_OF_DIGITS, *(-mark for mark in _OF_DIGITS))
_MISSING = frozenset({"", "na", "nan", "none", "null"})
# Every pattern reads each character once, because a cell may be of any length: adjacent repetitions share no
# characters, or the first is possessive (++, *+).
_NUMBER = re.compile(r"[+-]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?")
_LONGEST_NUMBER = 1_000
# Below the first, a double holds every integer; numbers with more digits than the second overflow.
_WHOLE, _LONGEST_WHOLE = 2.0**53, 300
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})++")
_WITH_THOUSANDS = re.compile(_THOUSANDS.pattern + r"(?:\.[0-9]*+)?")
_GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:\.[0-9]{3})++")
# Of numbers with three decimals, one in a thousand is whole.
_WHOLE_SHARE = 0.05
_INFINITY = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
# float() also reads nan, inf, 1_000 and digits of other scripts; these characters exclude them.
_PLAIN = b"0123456789+-.eE \n"
# 84.2±0.3, 84.2 +/- 0.3, $84.2 \\pm 0.3$, 84.2 (0.3).
_SPREAD = re.compile(
    r"\$?([+-]?[0-9]{1,20}(?:[.,][0-9]{1,20})?) ?%? ?"
    r"(?:(?:_?\{? ?(?:±|\+/-|\+-|\\pm)) ?[0-9.,]{1,20}|\([0-9.,]{1,20}\))[ %}$]{0,5}$"
)
# Bold figures, and marks of significance: 0.85*, 0.85†
_MARKS_BESIDE = "*†‡§¶↑↓ "
# A number with a mark, or with its spread or difference behind it: 0.74*, **0.74**, 0.74 (+0.3), 0.74 ± 0.02
_ANNOTATED = re.compile(
    r"[*†‡§¶↑↓ ]*+([+-]?[0-9]*+\.?[0-9]++) ?(?:[*†‡§¶↑↓(\[±$]|\+/-|\\pm).*+|[*†‡§¶↑↓]++[+-]?[0-9.]++.*+"
)
# A number beside other signs or words: $0.53, ~0.53, (0.53), –0.53, 3/5, 3 of 5, 4 - good. No date, and no time.
_BESIDE = re.compile(
    r"(?![0-9]{1,4}[-:./][0-9]{1,2}[-:./])[^\w\s.+-]{0,3} ?([+-]?[0-9]++(?:\.[0-9]++)?)(?:[^\w.,].{0,40})?", re.DOTALL
)
_SCIENTIFIC = re.compile(r"(?:\.([0-9]*+))?[eE]([+-]?[0-9]++)")


# Other marks of an unknown name, in lower case; a bare nv may be a name.
_UNKNOWN = _MISSING | {
    "n/a", "n.a.", "k.a.", "nat", "nil", "unk", "unknown", "missing", "not available", "undefined", "-", "--", "–", "—",
    "?", "??",
}  # fmt: skip


def is_missing(field: str) -> bool:
    """Return whether the field is None, nan, null, NA (in any case) or empty.

    Examples
    --------
    >>> [is_missing(field) for field in ("", "NaN", "N/A", "0")]
    [True, True, False, False]
    """
    return field.strip().casefold() in _MISSING


def is_annotated(field: str) -> bool:
    """Return whether a field is a number with a mark, or with its spread behind it.

    Examples
    --------
    >>> [is_annotated(field) for field in ("0.74*", "0.74 (+0.3)", "0.74 ± 0.02", "3 of 5", "$1", "0.74", "2026-11-28")]
    [True, True, True, True, True, False, False]
    """
    bare = field.strip()
    return not is_number(bare) and any(form.fullmatch(bare) for form in (_ANNOTATED, _BESIDE))


def is_unknown(name: str) -> bool:
    """Return whether a name says that there is none: None, nan, NA, N/A, unknown, a dash, a question mark or the like.

    Examples
    --------
    >>> [is_unknown(name) for name in ("NA", "n/a", "k.A.", "#NV", "—", "NV", "nancy")]
    [True, True, True, True, True, False, False]
    """
    return name.strip("#<>[]() ").casefold() in _UNKNOWN or name.strip().casefold() == "#nv"


def is_number(field: str) -> bool:
    """Return whether the field is a number, infinities included.

    Examples
    --------
    >>> [is_number(field) for field in ("+1", "-0.000", "1e-3", "inf", "1_000", "53%")]
    [True, True, True, True, False, False]
    """
    field = field.strip()
    return bool(_NUMBER.fullmatch(field) or _INFINITY.fullmatch(field))


def are_numbers(fields: Sequence[str]) -> bool:
    """Return whether all fields are numbers, infinities included.

    Examples
    --------
    >>> are_numbers(["1", "0.5", "inf"]), are_numbers(["1", ""])
    (True, False)
    """
    return _plain_numbers(fields) is not None or all(map(is_number, fields))


def is_spread(field: str) -> bool:
    """Return whether the field is a mean with its spread over runs.

    Examples
    --------
    >>> [is_spread(field) for field in ("84.2±0.3", "84.2 (0.3)", "84.2")]
    [True, True, False]
    """
    return len(field) <= _LONGEST_NUMBER and bool(_SPREAD.match(field.strip()))


def is_ambiguous(cell: str) -> bool:
    """Return whether a number may have three decimals, or count thousands.

    Examples
    --------
    >>> is_ambiguous("3,380"), is_ambiguous("0,380"), is_ambiguous("34,51")
    (True, False, False)
    """
    return bool(_THOUSANDS.fullmatch(cell.strip()))


def has_thousands(cell: str) -> bool:
    """Return whether commas stand between the thousands of a number, or may do so.

    Examples
    --------
    >>> has_thousands("3,380"), has_thousands("1,234.5"), has_thousands("3,38")
    (True, True, False)
    """
    return bool(_WITH_THOUSANDS.fullmatch(cell.strip()))


def parse_numbers(fields: Sequence[str]) -> tuple[NDArray[np.float64], list[int]]:
    """Parse fields into floats, NaN where missing, and list the positions of those that are not finite numbers.

    Whole numbers that a double cannot represent are also listed.

    Examples
    --------
    >>> parse_numbers(["0.5", "NA", "53%", "9007199254740993"])
    (array([0.5, nan, nan, nan]), [2, 3])
    """
    values = _plain_numbers(fields)
    if values is not None and np.abs(values).max(initial=0.0) < _WHOLE:
        return values, []
    distinct = set(fields)
    parsed: Iterable[float] = map(_value, map(str.strip, fields))
    # Fields repeat: parse each distinct field once.
    if 2 * len(distinct) < len(fields):
        parsed = map({field: _value(field.strip()) for field in distinct}.__getitem__, fields)
    values = np.fromiter(parsed, dtype=np.float64, count=len(fields))
    faults: list[int] = np.flatnonzero(np.isinf(values)).tolist()
    values[faults] = np.nan
    return values, faults


def refuse_groups(label: str, fields: Sequence[str], values: NDArray[np.float64]) -> None:
    """Refuse numbers with three decimals beside whole numbers from 101 to 999: their points may mark thousands.

    Examples
    --------
    >>> refuse_groups("a", ["1.009", "906"], np.array([1.009, 906]))
    Traceback (most recent call last):
        ...
    core.errors.DataError: a: the point of '1.009' may mark thousands, because '906' has none: write 1009, or 906.000.
    """
    hundreds = np.flatnonzero((values % 1 == 0) & (np.abs(values) > 100) & (np.abs(values) < 1_000))
    if len(hundreds) < _WHOLE_SHARE * len(values):
        return
    bare = [fields[i] for i in hundreds.tolist() if "." not in fields[i]]
    pointed = [field for field in fields if "." in field]
    thousands = any("." not in fields[i] for i in np.flatnonzero(np.abs(values) >= 1_000).tolist())
    if len(bare) < _WHOLE_SHARE * len(values) or not pointed or thousands:
        return
    if all(_GROUPED.fullmatch(field.strip()) for field in pointed):
        written, other = pointed[0].strip(), bare[0].strip()
        raise DataError(
            f"{label}: the point of {shown(written)} may mark thousands, because {shown(other)} has none: write "
            f"{written.replace('.', '')}, or {other}.000."
        )


def printed_decimals(fields: Sequence[str]) -> int:
    """Return the most decimals that a number among the fields was printed with.

    Examples
    --------
    >>> printed_decimals(["1", "-0.250"]), printed_decimals(["1.5e-7"]), printed_decimals(["1e3", "nan"])
    (3, 8, 0)
    """
    text = np.frombuffer("\n".join([*fields, ""]).encode(errors="replace"), dtype=np.uint8)
    # A run of digits ends at the next character that is none; decimals are a run that begins at a point.
    stops = np.flatnonzero((text < ord("0")) | (text > ord("9")))
    runs, opened, closed = np.diff(stops) - 1, text[stops[:-1]], text[stops[1:]]
    decimals = runs[(opened == ord(".")) & (closed != ord("e")) & (closed != ord("E"))]
    most = int(decimals.max(initial=0))
    scientific = [field for field in fields if "e" in field or "E" in field]
    for field in scientific:
        if match := _SCIENTIFIC.search(field):
            # Clipped, because an exponent of thousands of digits is a number too.
            exponent = int(max(-400.0, min(400.0, float(match[2]))))
            most = max(most, len(match[1] or "") - exponent)
    return most


def _plain_numbers(fields: Sequence[str]) -> NDArray[np.float64] | None:
    """Parse all fields at once, or return None if one of them needs the slower parser."""
    if "\n".join(fields).encode(errors="replace").translate(None, _PLAIN):
        return None
    try:
        values = np.fromiter(map(float, fields), dtype=np.float64, count=len(fields))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _value(field: str) -> float:
    """Return the number, NaN if it is missing, or infinity if it is not a finite number."""
    if len(field) <= _LONGEST_NUMBER and _NUMBER.fullmatch(field):
        value = float(field)
        return np.inf if abs(value) >= _WHOLE and _is_changed(field) else value
    return np.nan if field.casefold() in _MISSING else np.inf


def _is_changed(field: str) -> bool:
    digits = field[1:] if field[:1] in ("+", "-") else field
    return digits.isdecimal() and len(digits) < _LONGEST_WHOLE and int(float(field)) != int(field)


def fault_message(field: str) -> str:
    """Return the error in a field that is not a finite number, and a correction.

    Examples
    --------
    >>> fault_message("53%")
    "'53%' is not a number: leave the per cent sign out of every line"
    """
    field = field.strip()
    if len(field) > _LONGEST_NUMBER:
        return f"{shown(field)} is {len(field):,} characters long: write a number of at most {_LONGEST_NUMBER:,}"
    if _is_changed(field):
        return (
            f"{shown(field)} is a whole number above 2^53, which floating point rounds: subtract the same number from "
            "all scores, or divide them"
        )
    if _INFINITY.fullmatch(field) or _NUMBER.fullmatch(field):
        return f"{shown(field)} is infinite: every score must be a finite number"
    if len(field) > 3 and is_summary(field):
        return f"{shown(field)} looks like a summary row: delete it, one line belongs to one item"
    if has_thousands(field) and ("." in field or field.count(",") > 1):
        bare = field.replace(",", "")
        return f"{shown(field)} has commas between its thousands: write it without them ({bare}), and all others too"
    if is_ambiguous(field):
        return f"{shown(field)} may count thousands or have three decimals: write it with a point, or without a comma"
    if found := _SPREAD.match(field):
        return (
            f"{shown(field)} is a mean and its spread over several runs, which no item has: write the mean alone "
            f"({found[1]}), or each run's score on a line of its own"
        )
    reason = f"{shown(field)} is not a number: "
    if is_number(bare := field.strip(_MARKS_BESIDE)):
        return reason + f"write it without its mark ({bare}), and all others too"
    if (found := _ANNOTATED.fullmatch(field)) and found[1]:
        return reason + f"write it without what stands behind it ({found[1]}), and all others too"
    parts = re.split(r"[,;\s]+", field)
    if field.casefold() in ("true", "false"):
        return reason + "write 1 for true and 0 for false"
    if field.casefold() in ("yes", "no"):
        return reason + "call its column correct if yes is right and no is wrong, and write nothing else there"
    if field.endswith("%") and is_number(field[:-1]):
        return reason + "leave the per cent sign out of every line"
    if len(parts) == 2 and "," in field and is_number(field.replace(",", ".")):
        return reason + "use a point for decimals, or one delimiter in the whole file"
    if len(parts) > 1 and all(is_number(part) for part in parts):
        return reason + "it is several; use one delimiter, and as many columns, in the whole file"
    if found := _BESIDE.fullmatch(field):
        minus = "-" if field[0] in "–—" else ""
        return reason + f"write one bare number, such as {minus}{found[1]}, and all others so"
    number = "a number, 1 for right and 0 for wrong" if field.isalpha() else "a number"
    return reason + f"write {number}, or nan where there is none"
