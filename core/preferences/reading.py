"""Files of judgments.

=====================  ====================================================================================
what                   its columns or keys
=====================  ====================================================================================
winners                two models (``model_a, model_b``; ``left, right``), ``winner`` (or one a judge); Chatbot Arena
winners and losers     ``winner, loser``; ``chosen, rejected``: the names of two systems
winner's flags         two models, ``winner_model_a, winner_model_b, winner_tie``: one is 1
FastChat pairs         ``model_1, model_2, g1_winner, g2_winner``: both orders, already mapped back
AlpacaEval             ``generator_1, generator_2, preference``: 1, 2, and 0 or 1.5 for a tie
arena-hard             ``model, games``: two verdicts such as ``A>>B``, sides swapped in the second
Vicuna reviews         ``score`` or ``scores``: ``[8.0, 6.0]``
two scores             two columns of one judge's scores: the higher one wins, or the lower error
=====================  ====================================================================================

FastChat's and arena-hard's layouts, and Arena's words, follow the documentation in their code.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.preferences.judgments import Preferences
from core.readers.columns.score_columns import systems_in
from core.readers.parsing.file import load_table
from core.readers.parsing.names import lower_word, words_of
from core.readers.parsing.numeric import is_number
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, choice, choices, refuse
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, several

# Words for the two sides, in names of columns and in verdicts
_SIDES = (("a", "b"), ("1", "2"), ("first", "second"), ("left", "right"), ("one", "two"), ("x", "y"), ("1st", "2nd"))
_FROM_ZERO = (("0", "1"),)
_OUTPUTS = ("output_1", "output_2")
_ITEMS = (
    "question_id", "item", "item_id", "id", "example_id", "instance_id", "qid", "uid", "prompt_id", "instruction",
    "question", "prompt",
)  # fmt: skip
_JUDGES = (
    "judge", "judge_id", "judge_name", "annotator", "annotator_id", "reviewer", "reviewer_id", "rater", "rater_id",
    "worker", "worker_id", "participant", "participant_id", "user", "user_id", "email", "subject_id", "session_uuid",
)  # fmt: skip
_WINNER = re.compile(r"winner[ _]?\d{0,3}")
_ONE_OF = ("winner_model_a", "winner_model_b", "winner_tie")
_WON_AND_LOST = (
    ("winner", "loser"), ("winning", "losing"), ("chosen", "rejected"), ("better", "worse"),
    ("preferred", "dispreferred"), ("preferred", "rejected"),
)  # fmt: skip
_SCORES = (("score_1", "score_2"), ("score_a", "score_b"), ("score1", "score2"))

# Columns of winners under other names
_VERDICTS = frozenset((
    "preferred", "preference", "better", "best", "choice", "chosen", "verdict", "vote", "judgment", "judgement",
    "decision", "answer", "label", "result", "outcome",
))  # fmt: skip
_KINDS = (
    r"(?:model|system|sys|generator|assistant|candidate|response|answer|output|option|side|summary|translation|text|"
    r"version|chatbot|bot|choice)"
)
_FIRST, _SECOND = (
    re.compile(
        rf"(?:{_KINDS}[ _-]?)?(?:{'|'.join(words)})"
        r"(?:[ _-](?:model|system)|(?: is)?(?: much| far| clearly| slightly| somewhat| a bit)?[ _-](?:better|wins?))?"
    )
    for words in zip(*_SIDES, strict=True)
)
_SIDE = re.compile(
    r"(?:.*[ _])?(?:[ab12]|first|second|left|right)|(?:score|rating|model|system|answer|output|response)[ab12]",
    re.IGNORECASE,
)
_TIE = {
    "tie", "ties", "tied", "bothbad", "both bad", "both good", "both", "draw", "equal", "same", "neither",
    "about the same", "similar", "equally good", "both are equal", "no difference",
    "no preference",
}  # fmt: skip
_IS_TIE, _NO_TIE = ("1", "true", "yes", "t", "y"), ("", "0", "false", "no", "f", "n")
_NONE = {"none", "null", "error", "n/a", "na", "nan", "-"}
_GAME = re.compile(r"\[*\s*([AB])\s*(>>|>|=|<|<<)\s*([AB])\s*\]*")

# In AlpacaEval and arena-hard the baseline is named first; win rates are those of the other system.
_BASELINE = "baseline"


def read_preferences(
    *files: Source | Sequence[Source],
    item: str | None = None,
    judge: str | None = None,
    order: str | None = None,
    systems: Sequence[str] | None = None,
) -> Preferences:
    """Read files of judgments of pairs: CSV, TSV, JSON Lines or JSON; the layout is recognised.

    Parameters
    ----------
    *files : path or Upload
        One or several; judgments of one item in several files belong together.
    item : str, optional
        The column of the item, by default ``question_id``, ``item``, ``instruction`` or the like; without one each row
        is an item.
    judge : str, optional
        The column of the judge.
    order : str, optional
        The column of the order in which the systems were shown: 1 or 2 (swapped), 0 or 1 (swapped), no or yes
        (swapped) where its name says so, AB or BA, or the system shown first. By default the system named first was
        shown first, unless the format states otherwise. A winner is always a system, never a position.
    systems : two or more strings, optional
        The systems to keep, in this order; or the names of two score columns.

    Raises
    ------
    DataError
        If a file cannot be read or a verdict is invalid; the message names the line.
    OptionError
        If a column or a system does not exist.

    Examples
    --------
    >>> from core.readers import Upload
    >>> rows = b"question_id,model_a,model_b,winner\\nq1,new,old,model_a\\nq2,old,new,tie\\nq3,old,new,new\\n"
    >>> data = read_preferences(Upload("arena.csv", rows))
    >>> data.names, data.verdict.tolist()
    (('new', 'old'), [1, 0, -1])
    """
    sources = [source for some in files for source in several(some)]
    if not sources:
        raise OptionError("No file of judgments was named: give at least one.")
    left, found, notes, reversed_ = Counter[str](), list[_Judgment](), list[str](), False
    for source in sources:
        table = load_table(source)
        by_name = {name.strip().casefold(): name for name in reversed(table.columns)}
        layout = _layout(table, by_name, systems)
        if order is None and systems is None and layout.sides and all(map(_SIDE.fullmatch, layout.sides)):
            _refuse_sides(table, layout.sides)
        items = _items(table, by_name, item, notes)
        judges = _judges(table, by_name, judge)
        if order is not None and layout.both_orders:
            raise OptionError(f"{table.label} holds both orders in each row: leave order={order!r} out.")
        orders = [None] * len(table) if order is None else _swapped(table, order)
        problems: list[Problem] = []
        for row, line in enumerate(table.lines):
            try:
                for each in layout.read(row):
                    if isinstance(each, str):
                        left[each] += 1
                    else:
                        found.append(_placed(each, items[row], judges[row], orders[row]))
            except _Unreadable as error:
                problems.append(Problem(line, str(error)))
                if len(problems) == MOST_PROBLEMS:
                    break
        refuse(table.label, problems, table.unit)
        notes += layout.notes
        reversed_ |= layout.second_is_measured
    left_out = [f"{counted(number, 'judgment')} left out: {why}." for why, number in left.items()]
    if not found:
        raise DataError(f"No judgment is left to compare: {' '.join(left_out) or 'the files hold none.'}")
    rows, first, second, verdicts, who, ordered = zip(*found, strict=True)
    names = list(dict.fromkeys(name for pair in zip(first, second, strict=True) for name in pair))
    if reversed_ and len(names) == 2:
        names.reverse()
    data = Preferences.from_judgments(
        rows, first, second, verdicts, judges=who, ordered=ordered, names=names,
        notes=[*dict.fromkeys(notes), *left_out],
    )  # fmt: skip
    return data if systems is None else data.only(systems)


class _Unreadable(ValueError):
    """An error in a row."""


# The item, the systems, the verdict, the judge, and whether the first system was shown first.
_Judgment = tuple[str, str, str, int, str, bool]
# The systems, verdict, judge (or "") and order of one judgment; or the reason for its omission.
_Read = tuple[str, str, int, str, bool] | str
# The two systems of a row.
_Pair = tuple[str, str]


class _Layout(NamedTuple):
    read: Callable[[int], Iterable[_Read]]
    notes: Sequence[str] = ()
    second_is_measured: bool = False
    both_orders: bool = False
    sides: Sequence[str] = ()  # names of the systems in each row, where no column has them


def _layout(table: Table, by_name: dict[str, str], systems: Sequence[str] | None) -> _Layout:
    def has(*names: str) -> bool:
        return all(name in by_name for name in names)

    def cells(name: str) -> Sequence[str]:
        return table.column(by_name[name])

    models = _models(table)
    from_zero = None if models else _models(table, _FROM_ZERO)
    columns = models or from_zero
    named = None if columns is None else list(zip(*map(table.stripped, columns), strict=True))
    flags = (cells(name) for name in ("tie", "is_tie", "tied", "draw") if has(name))
    tied = next((each for each in flags if {cell.strip().casefold() for cell in each} <= {*_IS_TIE, *_NO_TIE}), None)
    if has("games", "model"):
        return _arena_hard(cells("games"), cells("model"), cells("baseline") if has("baseline") else None)
    if named is not None:
        if has("g1_winner", "g2_winner"):
            return _winners(named, {"": cells("g1_winner")}, {"": cells("g2_winner")})
        if has("preference") and any(map(is_number, cells("preference"))):
            return _alpaca(named, cells("preference"))
        if has(*_ONE_OF):
            return _one_of(named, [cells(name) for name in _ONE_OF])
    if has("preference", *_OUTPUTS):
        return _alpaca([_OUTPUTS] * len(table), cells("preference"))
    if (decided := _models(table, _WON_AND_LOST)) is not None:
        won, lost = map(table.stripped, decided)
        return _winners(list(zip(won, lost, strict=True)), {"": won}, tied=tied, ordered=False)
    winners = {name: table.column(name) for name in table.columns if _WINNER.fullmatch(name.strip().casefold())}
    judged = winners if len(winners) > 1 else dict(zip([""], winners.values(), strict=False))
    if winners and named is not None:
        if from_zero:
            judged = {judge: list(map(_counted_from_one, each)) for judge, each in judged.items()}
        return _winners(named, judged, tied=tied)
    if winners:
        return _named_winners(table, judged, systems)
    if named is not None:
        verdicts = [by_name[name] for name in by_name if name in _VERDICTS]
        found = [name for name in verdicts if _are_verdicts(table.column(name), named)]
        if len(found) == 1:
            note = f"The winners are those of column {found[0]!r}."
            return _winners(named, {"": table.column(found[0])})._replace(notes=[note])
    pair = next((name for name in ("score", "scores") if has(name)), None)
    if pair is not None and all(cell.strip().startswith("[") for cell in cells(pair)):
        return _vicuna(cells(pair), named)
    return _two_scores(table, by_name, named, systems)


_OF_MODELS = frozenset(("model", "system", "sys", "generator"))


def _models(table: Table, sides: Sequence[tuple[str, str]] = _SIDES) -> tuple[str, str] | None:
    """Return the two columns that name the systems of each row: called alike but for the side."""
    columns = {tuple(words_of(re.sub(r"(?<=[a-z])(?=[0-9])", "_", name))): name for name in table.columns}
    found: list[tuple[bool, int, tuple[str, str]]] = []
    for words, first in columns.items():
        for i, word in enumerate(words):
            twins = (columns.get((*words[:i], other, *words[i + 1 :])) for side, other in sides if side == word)
            found += [
                (_OF_MODELS.isdisjoint(words), len(found), (first, second))
                for second in twins if second is not None and _are_models(table, first, second, words)
            ]  # fmt: skip
    return min(found)[2] if found else None


def _are_models(table: Table, first: str, second: str, words: Sequence[str]) -> bool:
    rows = list(zip(table.stripped(first), table.stripped(second), strict=True))
    names = {name for row in rows for name in row}
    is_called_so = len(words) == 2 and words[0] in _OF_MODELS
    always_differ = all(a != b for a, b in rows)
    if any(map(is_number, names)):  # checkpoints, or scores
        return is_called_so and len(names) == 2 and always_differ
    # Other columns of sides may hold answers: these seldom repeat, and may agree.
    return is_called_so or (words[:-1] != ("output",) and always_differ and len(names) <= max(2, len(table) / 2))


def _winners(
    named: Sequence[_Pair], judged: dict[str, Sequence[str]], swapped: dict[str, Sequence[str]] | None = None,
    tied: Sequence[str] | None = None, ordered: bool = True,
) -> _Layout:  # fmt: skip
    """Winners by judge; ``swapped`` holds those of the second order, in which the second system was shown first.

    ``tied`` is a column beside the winners that says where there is none. ``ordered`` says whether the rows name the
    systems in the order in which they were shown.
    """
    words = {cell.strip() for cells in judged.values() for cell in cells if cell.strip().casefold() not in _TIE | _NONE}
    # A system may be called A, but a B that is none is a side, and then A is one too.
    are_sides = not words <= {name for pair in named for name in pair} and all(map(_side, words))

    def read(row: int) -> Iterator[_Read]:
        a, b = named[row]
        if a == b:
            yield "they compare a system with itself"
            return
        is_tie = tied is not None and tied[row].strip().casefold() in _IS_TIE
        for way, columns in enumerate((judged, swapped or {})):
            for judge, cells in columns.items():
                side = _side(cells[row].strip()) if are_sides else 0
                verdict = 0 if is_tie else side or _verdict(cells[row], a, b, judge)
                if verdict is None:
                    yield "the judge gave no verdict"
                else:
                    yield (b, a, -verdict, judge, True) if way else (a, b, verdict, judge, ordered)

    return _Layout(read, both_orders=swapped is not None)


def _are_verdicts(cells: Sequence[str], named: Sequence[_Pair]) -> bool:
    try:
        found = {_verdict(cell, *pair) for cell, pair in zip(cells, named, strict=True)}
    except _Unreadable:
        return False
    return not found <= {0, None}


def _counted_from_one(cell: str) -> str:
    """Return a word for the side that is named in a cell such as 0 or model_1, or else the cell."""
    found = re.fullmatch(rf"(?:{_KINDS}[ _-]?)?([01])", cell.strip().casefold())
    return cell if found is None else ("first", "second")[int(found[1])]


def _side(word: str) -> int:
    """Return 1 for a word for the first side, -1 for one for the second, or 0."""
    folded = word.casefold()
    return bool(_FIRST.fullmatch(folded)) - bool(_SECOND.fullmatch(folded))


def _verdict(cell: str, first: str, second: str, column: str = "") -> int | None:
    """Return 1, 0 or −1 for the first system, or None if the judge gave no verdict."""
    word = cell.strip()
    if word.startswith("[[") and word.endswith("]]"):  # [[C]] is a tie
        word = "tie" if word[2:-2] in ("C", "c") else word[2:-2]
    if word in (first, second):
        return 1 if word == first else -1
    # Also tie (bothbad), A (much better), **A** and "Model A is better."
    word = " ".join(re.sub(r"[*().\[\]]", " ", word).split()).removeprefix("The ").removeprefix("the ")
    folded = "tie" if word.casefold().startswith("tie ") else word.casefold().replace("_", " ")
    if folded in _TIE | _NONE:
        return 0 if folded in _TIE else None
    if side := _side(word):
        return side
    if (game := _GAME.fullmatch(word.upper())) is not None and game[1] != game[3]:
        return _of_game(game)
    systems = [first.casefold(), second.casefold()]
    if systems.count(folded) == 1:  # in other capitals
        return 1 if folded == systems[0] else -1
    where = f" in column {column!r}" if column else ""
    if not word:
        raise _Unreadable(f"no winner{where}: write a system, or tie, or none where the judge gave no verdict")
    raise _Unreadable(
        f"the winner {shown(word)}{where} is neither {shown(first)} nor {shown(second)}: write one of them, model_1, "
        "model_2, tie or none"
    )


def _one_of(named: Sequence[_Pair], flags: Sequence[Sequence[str]]) -> _Layout:
    """Winners as three columns of flags."""

    def read(row: int) -> Iterator[_Read]:
        words = [cells[row].strip() for cells in flags]
        if sorted(words) != ["0", "0", "1"]:
            raise _Unreadable(f"one of {', '.join(_ONE_OF)} must be 1 and the others 0, not {', '.join(words)}")
        yield (*named[row], (1, -1, 0)[words.index("1")], "", True)

    return _Layout(read)


def _named_winners(table: Table, judged: dict[str, Sequence[str]], systems: Sequence[str] | None) -> _Layout:
    """Winners by name, for files without columns of the two systems."""
    words = dict.fromkeys(cell.strip() for cells in judged.values() for cell in cells)
    names = [word for word in words if word and word.casefold() not in _TIE | _NONE] if systems is None else systems
    if len(names) != 2:
        raise OptionError(
            f"{table.label} has no columns of the two systems (such as model_a, model_b), and its winners are "
            f"{first_few([shown(name) for name in names]) or 'ties only'}: name the two systems "
            "(systems=, --systems A B)."
        )
    return _winners([(names[0], names[1])] * len(table), judged, ordered=False)._replace(sides=names)


def _alpaca(named: Sequence[_Pair], preference: Sequence[str]) -> _Layout:
    weights = {float(cell) for cell in preference if is_number(cell)} - {0.0, 1.0, 1.5, 2.0}

    def read(row: int) -> Iterator[_Read]:
        cell = preference[row].strip()
        if not cell or cell.casefold() in _NONE:
            yield "the annotator gave no preference"
            return
        value = float(cell) if is_number(cell) else -1.0
        if value != 0 and not 1 <= value <= 2:
            raise _Unreadable(f"the preference {shown(cell)} must be 1 (the first), 2 (the second), 0 or 1.5 (a tie)")
        verdict = 0 if value in (0, 1.5) else 1 if value < 1.5 else -1
        yield (*named[row], verdict, "", False)

    note = (
        f"{counted(len(weights), 'preference')} between 1 and 2 counted as the nearer one, as in AlpacaEval's discrete "
        "win rate."
    )
    return _Layout(read, [note] if weights else [], second_is_measured=True)


def _arena_hard(games: Sequence[str], models: Sequence[str], baselines: Sequence[str] | None) -> _Layout:
    def read(row: int) -> Iterator[_Read]:
        model = models[row].strip()
        baseline = baselines[row].strip() if baselines is not None else _BASELINE
        for number, game in enumerate(_list(games[row], "games")):
            score = game.get("score") if isinstance(game, dict) else None
            if score is None:
                yield "the judge gave no verdict"
                continue
            found = _GAME.fullmatch(str(score).strip())
            if found is None or found[1] == found[3]:
                raise _Unreadable(f"the score {shown(str(score))} of game {number + 1} must be like A>>B, A>B or A=B")
            verdict = _of_game(found)
            # The baseline is A in the first game, the model in the second.
            yield (baseline, model, verdict, "", True) if number % 2 == 0 else (model, baseline, verdict, "", True)

    return _Layout(read, second_is_measured=True, both_orders=True)


def _of_game(found: re.Match[str]) -> int:
    """Return the verdict for A of a match of `_GAME`."""
    return 0 if found[2] == "=" else (1 if (found[1] == "A") == (">" in found[2]) else -1)


def _vicuna(scores: Sequence[str], named: Sequence[_Pair] | None) -> _Layout:
    def read(row: int) -> Iterator[_Read]:
        pair = _list(scores[row], "scores")
        if len(pair) != 2 or not all(is_number(str(each)) for each in pair):
            raise _Unreadable(f"the scores {shown(scores[row])} must be two numbers, such as [8.0, 6.0]")
        a, b = (float(str(each)) for each in pair)
        if min(a, b) < 0:
            yield "the scores are negative, which stands for an answer that could not be read"
            return
        names = ("answer 1", "answer 2") if named is None else named[row]
        yield (*names, (a > b) - (a < b), "", True)

    return _Layout(read)


def _list(cell: str, what: str) -> list[object]:
    try:
        value = json.loads(cell)
    except ValueError:
        value = None
    if not isinstance(value, list):
        raise _Unreadable(f"the {what} {shown(cell)} must be a JSON list")
    return value


def _two_scores(
    table: Table, by_name: dict[str, str], named: Sequence[_Pair] | None, systems: Sequence[str] | None
) -> _Layout:
    pair = next((names for names in _SCORES if all(name in by_name for name in names)), None)
    if pair is not None and named is not None:
        columns = [by_name[name] for name in pair]
    elif systems is not None and len(systems) == 2 and set(systems) <= set(table.columns):
        columns = list(systems)
    else:
        known = {by_name[name] for name in (*_ITEMS, *_JUDGES, "turn", "order") if name in by_name}
        columns = systems_in(table, known)
        if len(columns) != 2:
            raise OptionError(
                f"{table.label} has the columns {first_few([repr(name) for name in table.columns], limit=30)}: "
                "judgments need two columns of systems (such as model_a, model_b) and one called winner, or two "
                "columns of scores."
            )
    a, b = (table.column(name) for name in columns)
    lower = all(map(lower_word, columns))

    def read(row: int) -> Iterator[_Read]:
        if not a[row].strip() or not b[row].strip():
            yield "a score is missing"
            return
        for name, cells in zip(columns, (a, b), strict=True):
            if not is_number(cells[row]):
                raise _Unreadable(f"column {name!r}: {shown(cells[row])} is not a number")
        x, y = float(a[row]), float(b[row])
        names = columns if named is None else named[row]
        yield names[0], names[1], (x < y) - (x > y) if lower else (x > y) - (x < y), "", False

    note = f"The {'lower' if lower else 'higher'} of the scores {columns[0]!r} and {columns[1]!r} wins."
    return _Layout(read, [note], sides=columns if named is None else ())


def _items(table: Table, by_name: dict[str, str], item: str | None, notes: list[str]) -> list[str]:
    named = [by_name[name] for name in _ITEMS if name in by_name]
    column = item or next(iter(named), None)
    if item is None and column is not None and len(set(table.column(column))) == len(table):
        repeated = next((name for name in named if 2 * len(set(table.stripped(name))) <= len(table)), None)
        if repeated is not None:
            raise OptionError(
                f"{table.label}: column {column!r} names each judgment, and {repeated!r} has several. Say which names "
                f"the items {choices('item', '--item', [repeated, column])}."
            )
    if column is not None:
        return table.keys(column)
    notes.append("No column names the items, so that each row is an item of its own.")
    return [f"{table.label} {line}" for line in table.lines]


def _judges(table: Table, by_name: dict[str, str], judge: str | None) -> list[str]:
    column = judge or next((by_name[name] for name in _JUDGES if name in by_name), None)
    if column is None:
        return [""] * len(table)
    # FastChat names the model and the prompt: ["gpt-4", "pair-v2"].
    return [re.sub(r'^\["([^"]*)".*\]$', r"\1", key) for key in table.keys(column)]


def _placed(read: tuple[str, str, int, str, bool], item: str, judge: str, order: str | None) -> _Judgment:
    """Return the judgment with the system that was shown first as its first system."""
    first, second, verdict, column_judge, ordered = read
    if not first or not second:
        raise _Unreadable("a judgment needs two systems: name both")
    if order is not None:
        ordered = True
        if order not in (_AS_NAMED, _SWAPPED, first, second):
            raise _Unreadable(
                f"the order {shown(order)} must be 1 or 2, AB or BA, or the name of the system shown first"
            )
        if order in (_SWAPPED, second):
            first, second, verdict = second, first, -verdict
    return item, first, second, verdict, f"{judge} {column_judge}".strip(), ordered


# Parts of words that say whether sides were swapped, and whole words of columns that say which system was first.
_FLAGS = ("swap", "revers", "flip", "invert", "switch", "permut")
_ORDERS = {"order", "position"}
_SHOWN_FIRST = {"left", "first"}
_BESIDE_FIRST = {
    "shown", "presented", "displayed", "seen", "model", "system", "answer", "response", "side", "is", "was", "on",
    "which",
}  # fmt: skip


def _refuse_sides(table: Table, sides: Sequence[str]) -> None:
    """Refuse rows that name the sides and no systems, if a column says that these change sides."""
    for name in table.columns:
        if name in sides or not _tells_sides(table, name):
            continue
        if set(_swapped(table, name)) == {_AS_NAMED, _SWAPPED}:
            raise OptionError(
                f"{table.label}: column {name!r} says that the systems change sides. If {sides[0]} and {sides[1]} are "
                f"the same systems in every row, say so {choice('order', '--order', name)}; if they are those shown "
                "first and second, name the systems of each row in columns model_a and model_b."
            )
        raise OptionError(
            f"{table.label}: column {name!r} may say that the systems change sides, and no column names the systems of "
            "each row: name them in columns model_a and model_b, or, if they do not change sides, leave that column "
            "out."
        )


def _tells_sides(table: Table, name: str) -> bool:
    """Return whether a column, by its name and cells, says which system stands on which side."""
    words, cells = set(words_of(name)), {cell.strip().casefold() for cell in table.column(name)}
    is_flag = any(word.startswith((*_FLAGS, "randomi")) for word in words)
    is_order = not words.isdisjoint(_ORDERS)
    is_first = not words.isdisjoint(_SHOWN_FIRST) and words <= _SHOWN_FIRST | _BESIDE_FIRST
    if (is_flag or is_order or is_first) and set(_swapped(table, name)) == {_AS_NAMED, _SWAPPED}:
        return True
    if len(cells) < 2 or any(map(is_number, cells)):
        return False
    if is_flag or (is_order and any(cell.startswith(_FLAGS) for cell in cells)):
        return len(cells) == 2
    parts = {cell: [part for part in re.split(r"[^\w.-]+", cell) if part] for cell in cells}
    turned = all(len(held) > 1 and held[::-1] in parts.values() for held in parts.values())
    if is_order:
        return turned or all("first" in re.split(r"[\W_]+", cell) for cell in cells)
    return is_first and (len(cells) == 2 or len(cells) < len(table))


_AS_NAMED, _SWAPPED = "\0as named", "\0swapped"


def _swapped(table: Table, column: str) -> list[str]:
    """Return the order of each row: as named, swapped, or the word in the cell."""
    cells = [cell.strip() for cell in table.column(column)]
    # 0 and 1 state whether the systems were swapped, 1 and 2 which was first.
    flags = "0" in cells or any(word in column.casefold() for word in _FLAGS)
    words = dict.fromkeys(("ab", "a", "model_a", "model_1", "original", "0"), _AS_NAMED)
    words |= dict.fromkeys(("ba", "b", "model_b", "model_2", "swapped", "reversed", "2"), _SWAPPED)
    words |= {"1": _SWAPPED if flags else _AS_NAMED}
    if flags:
        words |= dict.fromkeys(("false", "f", "no", "n"), _AS_NAMED) | dict.fromkeys(
            ("true", "t", "yes", "y"), _SWAPPED
        )
    ways = {"normal": _AS_NAMED} | dict.fromkeys(("reversed", "swapped", "flipped", "inverted", "switched"), _SWAPPED)
    if {cell.casefold() for cell in cells} <= set(ways):
        words |= ways
    return [words.get(cell.casefold(), cell) for cell in cells]
