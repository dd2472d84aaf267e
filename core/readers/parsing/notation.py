"""Scores not written as bare numbers: true and false, right and wrong, per cent, in quotes, or with decimal commas."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TypeAlias

from core.readers.parsing.numeric import is_ambiguous, is_missing, is_number

_COMMA = re.compile(r"[+-]?[0-9]*+,[0-9]++(?:[eE][+-]?[0-9]++)?")
# A smaller share of fields with commas among whole numbers is treated as an error.
_STRAY = 0.1


def with_points(columns: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Return columns of numbers with decimal commas replaced by points, None if they have no decimal commas.

    All numbers must agree: none has a point, and at least one is not a count in thousands.
    """
    text = "".join("".join(column) for column in columns)
    if "," not in text or "." in text:
        return None
    cells = [cell for column in columns for cell in column]
    commas = [cell.strip() for cell in cells if "," in cell]
    if len(commas) < _STRAY * len(cells) or not all(map(_COMMA.fullmatch, commas)) or all(map(is_ambiguous, commas)):
        return None
    if not all("," in cell or is_number(cell) or is_missing(cell) for cell in cells):
        return None
    return [[cell.replace(",", ".") for cell in column] for column in columns]


def is_with_comma(field: str) -> bool:
    """Return whether a field is two runs of digits and a comma between them."""
    return bool(_COMMA.fullmatch(field.strip('"')))


def in_every_line(lines: Iterable[str]) -> bool:
    """Return whether each line is two whole numbers with only a comma between them, or one with a decimal comma."""
    filled = [line.strip() for line in lines if line and not line.isspace()]
    return bool(filled) and all(map(_COMMA.fullmatch, filled))


# Marks of missing scores and scores in words: a first line with these is an item.
NO_SCORE = frozenset((
    "err", "error", "n/a", "#n/a", "n.a.", "n.a", "na", "nil", "undefined", "missing", "fail", "failed", "failure",
    "timeout", "oom", "skip", "skipped", "crash", "crashed", "exception", "unknown", "tbd", "todo", "true", "false",
    "yes", "no", "invalid", "empty", "blank", "pass", "refused", "#ref!", "#div/0!", "#value!", "#name?", "#num!",
    "timed out", "not available", "no score", "not scored", "t", "f", "null", "none",
))  # fmt: skip

_TRUTH = {"true": "1", "false": "0"}
# Words for right and for wrong: a column may hold one of each, of one language.
_RIGHT_AND_WRONG = (
    (("C",), ("I",)),
    (("p",), ("f",)),
    (("✓", "✔", "✅"), ("✗", "✘", "❌")),
    (
        ("correct", "right", "pass", "passed", "ok", "resolved", "solved", "success", "succeeded", "win", "hit"),
        ("incorrect", "wrong", "fail", "failed", "ko", "not ok", "unresolved", "unsolved", "failure", "lose", "miss"),
    ),
    (("richtig", "wahr", "korrekt"), ("falsch", "inkorrekt")),
    (("vrai", "juste", "correct"), ("faux", "incorrect")),
    (("vero", "giusto", "corretto", "verdadero", "correcto", "verdadeiro", "correto", "certo"),
     ("falso", "errato", "sbagliato", "incorrecto", "incorreto", "errado")),
    (("goed", "juist"), ("fout", "onjuist")),
    (("rätt", "riktig"), ("fel", "feil")),
    (("doğru",), ("yanlış",)),
    (("poprawne", "poprawna"), ("błędne", "błędna")),
    (("верно", "правильно"), ("неверно", "неправильно")),
    (("正确", "对", "正確", "正解", "○"), ("错误", "错", "錯誤", "不正解", "×")),
    (("정답",), ("오답",)),
    (("👍",), ("👎",)),
    (("ac",), ("wa",)),
)  # fmt: skip
# Case is ignored, except for Inspect's C and I: lower-case letters are not verdicts.
_VERDICTS = tuple(dict.fromkeys(pair for rights, wrongs in _RIGHT_AND_WRONG for pair in product(rights, wrongs)))
_SETS = {frozenset(words) for right, wrong in _VERDICTS for words in ((right,), (wrong,), (right, wrong))}
_LIST = re.compile(r"\[[^\[\]\"']*+\]|\([^(),\"']++,[^()\"']*+\)")
# Names of columns in which yes marks an item that was right, or, where lower is better, one that was wrong.
_IS_RIGHT = re.compile(
    r"(?:^|[^a-z])(?:correct|right|scores?|acc|accuracy|em|match|success|pass|passed|solved|wrong|incorrect|failed"
    r"|hallucinated|toxic|unsafe|harmful|jailbroken|invalid|richtig|korrekt|juste|是否正确|正确)(?:[^a-z]|$)",
    re.IGNORECASE,
)
_JUDGMENT = re.compile(r"(?:^|[^a-z])(?:correct|acc|accuracy|em|exact|passed|solved)(?:[^a-z]|$)", re.IGNORECASE)


def _truth(cell: str) -> str | None:
    return _TRUTH.get(cell.casefold())


def are_verdicts(*cells: str) -> bool:
    """Return whether the cells are words for right and wrong that may stand in one column.

    Examples
    --------
    >>> are_verdicts("I"), are_verdicts("Passed", "FAIL"), are_verdicts("c"), are_verdicts("yes")
    (True, True, False, False)
    """
    bare = map(str.strip, cells)
    return frozenset(cell if cell in ("C", "I") else cell.casefold() for cell in bare) in _SETS


def says_right(name: str) -> bool:
    """Return whether a column of this name states whether each item was right, or wrong.

    Examples
    --------
    >>> says_right("is_correct"), says_right("old score"), says_right("label"), says_right("bright")
    (True, True, False, False)
    """
    return bool(_IS_RIGHT.search(name[:100]))


def is_judgment(name: str) -> bool:
    """Return whether a column of this name cannot be anything else than whether answers were right.

    Examples
    --------
    >>> [is_judgment(name) for name in ("is_correct", "old acc", "incorrect", "toxic", "right", "match", "item")]
    [True, True, False, False, False, False, False]
    """
    return bool(_JUDGMENT.search(name[:100]))


def _reading(words: tuple[str, str]) -> tuple[Callable[[str], str | None], str]:
    right, wrong = words
    numbers = {right: "1", wrong: "0"}

    def read(cell: str) -> str | None:
        return numbers.get(cell) or numbers.get(cell.casefold())

    return read, f"{right} and {wrong} are read as 1 and 0"


def _per_cent(cell: str) -> str | None:
    number = cell[:-1].strip()
    return number if cell[-1:] == "%" and is_number(number.replace(",", ".", 1)) else None


def _in_quotes(cell: str) -> str | None:
    inside = cell[1:-1].strip()
    is_quoted = len(cell) > 2 and cell[0] == cell[-1] and cell[0] in "\"'"
    is_score = is_number(inside) or _truth(inside) is not None or _per_cent(inside) is not None
    return inside if is_quoted and is_score else None


def listed(cell: str) -> list[float | None] | None:
    """Return the numbers of a list of numbers or booleans, None for each missing one; None if the cell is no such list.

    Examples
    --------
    >>> listed("[true, False]"), listed("[7.0, null]"), listed("(7, 8)"), listed("[1. 0.]"), listed("[]")
    ([1.0, 0.0], [7.0, None], [7.0, 8.0], [1.0, 0.0], [])
    >>> listed("7.0"), listed('["a"]'), listed("(0.3)")
    (None, None, None)
    """
    bare = cell.strip()
    if not _LIST.fullmatch(bare):
        return None
    inside = bare[1:-1].strip()
    # NumPy prints no commas.
    parts = [part.strip() for part in inside.split(",")] if "," in inside else inside.split()
    numbers = [_TRUTH.get(part.casefold(), part) for part in parts]
    if not all(is_number(number) or is_missing(number) for number in numbers):
        return None
    return [None if is_missing(number) else float(number) for number in numbers]


def _list_of_one(cell: str) -> str | None:
    inside = cell[1:-1].strip()
    found = listed(cell) if cell[:1] == "[" else None
    return (
        _TRUTH.get(inside.casefold(), inside)
        if found is not None and len(found) == 1 and found[0] is not None
        else None
    )


def _before_output(cell: str) -> str | None:
    """Return the verdict that promptfoo writes before an output."""
    return {"[PASS]": "1", "[FAIL]": "0"}.get(cell[:6])


Ways: TypeAlias = tuple[tuple[Callable[[str], str | None], str], ...]
_WAYS: Ways = (
    (_in_quotes, "quotes are left out"),
    (_list_of_one, "lists of one are read as their value"),
    (_truth, "true and false are read as 1 and 0"),
    (_per_cent, "scores are in per cent, read without the sign"),
    (_before_output, "[PASS] and [FAIL] before an output are read as 1 and 0"),
    *map(_reading, _VERDICTS),
)
# Yes and no, in columns of scores
YES_AND_NO = (
    ("yes", "no"),
    ("y", "n"),
    ("ja", "nein"),
    ("ja", "nee"),
    ("ja", "nej"),
    ("sim", "não"),
    ("tak", "nie"),
    ("evet", "hayır"),
    ("oui", "non"),
    ("sí", "no"),
    ("si", "no"),
    ("да", "нет"),
    ("是", "否"),
)
_WAYS_OF_SCORES = (*_WAYS, *map(_reading, (*YES_AND_NO, ("t", "f"))))


def is_written_number(field: str) -> bool:
    """Return whether the field is a number, or written in one of these ways.

    Examples
    --------
    >>> [is_written_number(field) for field in ("0.5", "True", "53.2%", '"0.5"', "yes", "%")]
    [True, True, True, True, False, False]
    """
    field = field.strip()
    return is_number(_with_hyphen(field)) or any(way(field) is not None for way in (_in_quotes, _truth, _per_cent))


def bare_numbers(
    label: str, columns: Sequence[Sequence[str]], are_scores: bool = False
) -> tuple[Sequence[Sequence[str]], tuple[str, ...]]:
    """Return columns of numbers written in one other way as bare numbers, and notes that say so.

    Yes and no are numbers only if the columns are known to hold scores: they may be labels. If the scores are not all
    in the same notation, the columns are unchanged.

    Examples
    --------
    >>> bare_numbers("a.txt", [["True", "False", ""]])
    ([['1', '0', '']], ('In a.txt true and false are read as 1 and 0.',))
    >>> bare_numbers("a.txt", [['"53.2%"', '"8%"']])
    ([['53.2', '8']], ('In a.txt quotes are left out, and scores are in per cent, read without the sign.',))
    >>> bare_numbers("a.txt", [["53,2", "8,1"]])
    ([['53.2', '8.1']], ('a.txt has decimal commas: 53,2 is read as 53.2.',))
    >>> bare_numbers("a.txt", [["−0.5", "0.25"]])
    ([['-0.5', '0.25']], ('In a.txt − is read as minus.',))
    >>> bare_numbers("a.txt", [["C", "I"]])
    ([['1', '0']], ('In a.txt C and I are read as 1 and 0.',))
    >>> bare_numbers("a.txt", [["[PASS] An answer", "[FAIL] Another one"]])
    ([['1', '0']], ('In a.txt [PASS] and [FAIL] before an output are read as 1 and 0.',))
    >>> bare_numbers("a.txt", [["yes", "no"]])[0], bare_numbers("a.txt", [["yes", "no"]], are_scores=True)[0]
    ([['yes', 'no']], [['1', '0']])
    >>> bare_numbers("a.txt", [["53.2%", "0.5"]])
    ([['53.2%', '0.5']], ())
    """
    columns, has_minus = _with_hyphens(columns)
    columns, done = _in_other_ways(columns, _WAYS_OF_SCORES if are_scores else _WAYS)
    done += ["− is read as minus"] if has_minus else []
    notes = (f"In {label} {', and '.join(done)}.",) if done else ()
    with_commas = with_points(columns)
    if with_commas is None:
        return columns, notes
    comma = next(cell for cells in columns for cell in cells if "," in cell)
    note = f"{label} has decimal commas: {comma.strip()} is read as {comma.strip().replace(',', '.')}."
    return with_commas, (*notes, note)


def _with_hyphens(columns: Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], bool]:
    """Return the columns with a hyphen for each minus sign before a number, and whether there is one."""
    if not any("−" in "".join(cells) for cells in columns):
        return columns, False
    bare = [list(map(_with_hyphen, cells)) for cells in columns]
    return bare, bare != list(map(list, columns))


def _with_hyphen(cell: str) -> str:
    bare = cell.strip()
    return f"-{bare[1:]}" if bare[:1] == "−" and bare[1:2] in tuple("0123456789.,") else cell


def _in_other_ways(columns: Sequence[Sequence[str]], ways: Ways) -> tuple[Sequence[Sequence[str]], list[str]]:
    first = next((cell for cells in columns for cell in cells if not is_missing(cell)), "")
    if is_number(first) or all(way(first.strip()) is None for way, _ in ways):
        return columns, []
    distinct = {cell.strip() for column in columns for cell in column}
    bare = {cell: cell for cell in distinct}
    done = []
    filled = [cell for cell in distinct if not is_missing(cell)]
    for way, what in ways:
        if filled and all(way(bare[cell]) is not None for cell in filled):
            bare |= {cell: way(bare[cell]) or "" for cell in filled}
            done.append(what)
    return ([[bare[cell.strip()] for cell in column] for column in columns] if done else columns), done
