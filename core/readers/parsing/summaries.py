"""Summary rows of a table, recognised by their names and values."""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

# Names of metrics may name items: they need a number beside them, unless they state an average.
# Possessive repetitions (*+) read a cell of any length once.
_SUMMARY = re.compile(
    r"(?P<name>(?:(?:micro|macro|weighted|grand|arithmetic|geometric|harmonic|samples?)[ _-]?)?"
    r"(?:mean|averaged?|avg\.?|median|overall|sum|(?:sub[ _-]?)?totals?)(?:[ _-](?:score|value|acc(?:uracy)?|f1))?"
    r"|[agh]mean|(?:std|stdev|stddev|s\.?d\.?|s\.?e\.?m?\.?|std\.?[ _-]?(?:dev(?:iation)?|err(?:or)?)\.?|stderr)"
    r"|standard[ _-]?(?:deviation|error)|variance|min(?:imum)?|max(?:imum)?|range"
    r"|(?:9[059] ?%[ _-]?)?(?:ci|confidence[ _-]interval)(?:[ _-](?:low(?:er)?|high|upper))?|margin"
    r"|all|count|n|aggregated?|summary|corpus"
    r"|(?:gesamt)?(?:durchschnitt|mittelwert|mittel)|summe|gesamt(?:ergebnis)?|moyenne|somme|promedio|media|totale?"
    r"|média|gemiddelde|medel|średnia|ortalama|среднее|平均値?|均值|总体|合計|ø|macro|micro|standard[ _-]dev"
    r"|(?:micro|macro|weighted|samples?)[ _-]?(?:accuracy|f1(?:[ _-]?score)?)"
    r"|(?:f1(?:[ _-]?score)?|acc(?:uracy)?|precision|recall)(?=[\s:=,;]+[0-9.]))(?![0-9])"
    r"(?:\s?\((?:w/o|without|excl|no)[^()\n]{1,60}\))?\s*+[:=]?(?P<numbers>[\s0-9eE.,;%+()/±-]*+)",
    re.IGNORECASE,
)
# Rows between "min" and "max" in pandas' describe(); without those rows, they are scores in per cent.
_QUANTILE = re.compile(r"[0-9]{1,2}(?:\.[0-9])?%")
# Items may be words such as these: then only the values of the row decide.
_COMMON = frozenset((
    "all", "count", "n", "range", "corpus", "summary", "media", "min", "max", "total", "totals", "sum", "mean",
    "overall", "macro", "micro",
))  # fmt: skip
# Not empty, because rows without a name are missing ones. "95% CI" and "total (12)" count as without digits.
_WITHOUT_DIGITS = re.compile(r"^(?:9[059] ?%)?[^0-9\n]++(?:(?<=\()[0-9]++\))?$", re.MULTILINE)
_FEW, _BEGIN = 5, 50
_RUNS = re.compile(r"(?P<letters>[^\W\d_]+)|[0-9]+")
# With fewer items, the last may be the sum of the others by chance.
_SUMMED = 5
_MEANS = ("mean", "average", "avg", "overall", "all", "corpus", "total", "sum", "aggregate", "summary")


# A word of a row's name: "Average easy", "Mean (easy)", "easy_avg"
_MENTION = re.compile(
    r"(?<![^\W_])(?:means?|averaged?|avg|overall|aggregated?|(?:sub)?totals?|accuracy|acc|ø|durchschnitt|mittelwert|moyenne|promedio|media|summe|gesamt"
    r"|gemiddelde)(?![^\W_])",
    re.IGNORECASE,
)


def is_summary(field: str, with_numbers: bool = False) -> bool:
    """Return whether this is a summary of the items: ``mean``, ``Average: 0.53``, ``macro avg``."""
    match = _match(field)
    return bool(match and (not with_numbers or any(map(str.isdigit, match["numbers"]))))


def summary_rows(rows: Sequence[str], with_numbers: bool = False) -> list[int]:
    """Return the first or last rows whose names mark them as summaries.

    If the names of all others hold digits, or have one form, rows with names of summaries are summaries at any place,
    and the first or last rows are, under any name, if all others have different names of one form. There are none if
    other rows have the same name: these are items of one category.
    """
    odd = set() if with_numbers else without_digits(rows)
    named = [i for i, row in enumerate(rows) if row in odd] if odd else []
    are_summaries = all(is_summary(name) or _MENTION.search(name) for name in odd)
    if named and (are_summaries or _stand_apart(rows, named)) and len(named) < len(rows):
        return named
    if not with_numbers and (within := _rows_within(rows)):
        return within
    first, last = 0, len(rows)
    while first < len(rows) and _is_part(rows[first], with_numbers):
        first += 1
    while last > first and _is_part(rows[last - 1], with_numbers):
        last -= 1
    found = [*range(first), *range(last, len(rows))]
    names = [_name(rows[row]) for row in found]
    if not any(is_summary(rows[row]) for row in found) or first == len(rows) or len(set(names)) < len(names):
        return []
    between = {_name(row) for row in set(rows[first:last]) if is_summary(row, with_numbers)}
    return found if between.isdisjoint(names) else []


def _rows_within(rows: Sequence[str]) -> list[int]:
    """Return the few rows whose names mention a summary, if all others have different names of one form."""
    # The names of long tables of texts have many forms; looking through all of them takes long.
    begin = [shape(row) for row in rows[:_BEGIN]]
    if len(begin) - max(map(begin.count, begin), default=0) > _FEW or not _MENTION.search("\n".join(rows)):
        return []
    found = [i for i, row in enumerate(rows) if _MENTION.search(row)]
    others = [row for i, row in enumerate(rows) if i not in found] if len(found) <= _FEW else []
    forms = set(map(shape, others))
    is_one_form = len(set(others)) == len(others) >= _FEW and len(forms) == 1
    return found if is_one_form and forms.isdisjoint(shape(rows[i]) for i in found) else []


def _stand_apart(rows: Sequence[str], named: Sequence[int]) -> bool:
    """Return whether these are the first or the last rows, and all others have names of one form."""
    n = len(rows) - len(named)
    if n < _FEW or (named[-1] >= len(named) and named[0] < n):
        return False  # not the first rows, nor the last
    others = rows[len(named) :] if named[0] == 0 else rows[:n]
    return len(set(others)) == n and len(set(map(shape, others))) == 1


def without_digits(names: Sequence[str]) -> set[str]:
    """Return the names without a digit if they are few, and the others hold digits, as those of items often do."""
    found: set[str] = set()
    for match in _WITHOUT_DIGITS.finditer("\n".join(names)):
        found.add(match.group())
        if len(found) > _FEW:
            return set()
    return found


def is_common_word(name: str) -> bool:
    """Return whether the name may be a summary or something else."""
    return name.strip().casefold() in _COMMON


# Numbers near the limit of a double are refused later; their mean is not a summary.
_QUIETLY = np.errstate(over="ignore", invalid="ignore")


@_QUIETLY
def bears_out(name: str, value: float, decimals: int, others: NDArray[np.float64]) -> bool:
    """Return whether a value, printed with these decimals, is the summary of the others that the row's name states.

    A name that states no computable summary is accepted.
    """
    others = others[~np.isnan(others)]
    match = _match(name)
    words = match["name"].casefold().replace("_", " ").replace("-", " ").split() if match else []
    if not words or not len(others) or np.isnan(value):
        return True
    word = words[-1].removesuffix("s").rstrip(".")
    if word.startswith(_MEANS):
        known = [others.mean(), others.sum(), 100 * others.mean()]
    elif word.startswith(("min", "max")):
        known = [others.min() if word.startswith("min") else others.max()]
    elif word in ("count", "n"):
        known = [float(len(others))]
    elif word == "range":
        known = [others.max() - others.min()]
    else:
        return True
    # A mean of 0 and 1 that is printed without decimals is not evidence, unless it is exact.
    half_unit = 0.5 * 10.0**-decimals if decimals else 0.0
    return any(abs(value - each) <= half_unit + 1e-9 * max(1.0, abs(each)) for each in known)


@_QUIETLY
def summary_by_value(systems: Sequence[NDArray[np.float64]], names: Sequence[str] | None) -> int | None:
    """Return a row that holds the mean or the sum of the others, for all systems, and is not named as they are.

    One system may meet its mean by chance: the row has to agree in every column of all systems, and in one at least
    to stand out, as larger than any other, or printed too finely for chance. The first row, the last
    row, and rows whose names have no digit, unlike all others, are examined. The name of the first or the last row does
    not matter if all systems print it more finely than any other.
    """
    n = len(systems[0])

    for row, rest in ((n - 1, slice(0, n - 1)), (0, slice(1, n))):
        found = _agreements(systems, row, rest)
        if found == {"finer"} or (_all_agree(found) and is_odd(names, row)):
            return row
    # The mean, and the standard deviation below it.
    if n > 4 and _all_agree(_agreements(systems, n - 2, slice(0, n - 2))) and all(map(_ends_in_deviation, systems)):
        return n - 2 if is_odd(names, n - 2) else None
    without = without_digits(names or ())
    odd = [row for row, name in enumerate(names or ()) if name in without] if without else []
    others = np.delete(np.arange(n), odd)
    return next((row for row in odd if _all_agree(_agreements(systems, row, others))), None)


def _agreements(systems: Sequence[NDArray[np.float64]], row: int, rest: slice | NDArray[np.int64]) -> set[str]:
    columns = ((values[row, j], values[rest, j]) for values in systems for j in range(values.shape[1]))
    return {_agreement(value, others) for value, others in columns}


def _all_agree(found: set[str]) -> bool:
    return not found.isdisjoint(("telling", "finer")) and "" not in found


def _ends_in_deviation(values: NDArray[np.float64]) -> bool:
    last, above = values[-1, 0], values[:-2, 0]
    half_unit = 0.5 * 10.0 ** -_decimals(last) + 1e-9
    return any(abs(last - np.nanstd(above, ddof=ddof)) <= half_unit for ddof in (0, 1))


def _agreement(value: float, others: NDArray[np.float64]) -> str:
    """Return "finer", "telling" or "trivial", or "" if a value is neither the mean nor the sum of the others."""
    others = others[~np.isnan(others)]
    if np.isnan(value) or len(others) < 3:
        return ""
    mean, total, spread = others.mean(), others.sum(), others.std()
    largest = max(np.abs(others).max(), abs(value))
    is_sum = abs(value - total) <= 1e-9 * abs(total)
    if len(others) >= _SUMMED and value > others.max() and (is_sum or value == len(others)):
        return "telling"
    half_unit = 0.5 * 10.0 ** -_decimals(value)
    more = _decimals(value) - max(map(_decimals, set(others[:1000].tolist())))
    for factor in (1.0, 100.0):
        # Coarser than this, items meet their mean by chance, unless no item is printed as finely.
        telling = half_unit <= factor * spread / 50 or more > 0
        # A mean that ends in a five may be rounded up or down.
        if telling and abs(value - factor * mean) <= half_unit + 1e-12 * largest * factor:
            return "finer" if more > 1 else "telling"
    return "trivial" if abs(value - mean) <= 1e-9 * largest else ""


def _decimals(value: float) -> int:
    digits, _, exponent = repr(float(value)).partition("e")
    point = digits.find(".")
    decimals = 0 if point < 0 or digits.endswith(".0") else len(digits) - point - 1
    return max(0, decimals - int(exponent or 0))


def _is_part(field: str, with_numbers: bool) -> bool:
    return is_summary(field, with_numbers) or bool(not with_numbers and _QUANTILE.fullmatch(field.strip()))


def _name(field: str) -> str:
    match = _match(field)
    return match["name"].casefold() if match else field.strip()


def _match(field: str) -> re.Match[str] | None:
    return _SUMMARY.fullmatch(field.strip().strip("_*"))


def shape(cell: str) -> str:
    """Return the cell with one letter for each run of letters, and one digit for each run of digits."""
    return _RUNS.sub(lambda run: "a" if run["letters"] else "9", cell[:100])


def is_odd(names: Sequence[str] | None, row: int) -> bool:
    """Return whether one of the names differs in form from all others, or no item has a name."""
    if names is None:
        return True
    one = shape(names[row])
    return all(shape(name) != one for i, name in enumerate(names) if i != row)
