"""Questions about one table that may be read in two ways: each offers both as options that work.

They are asked unless the user names the systems' columns.
"""

import re
from collections.abc import Collection, Sequence
from itertools import combinations
from shlex import quote
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.readers.columns.asked import Asked
from core.readers.columns.items import POSITION, is_counter
from core.readers.columns.score_columns import LABEL_FILES, alike, is_quality, systems_in
from core.readers.parsing.names import (
    are_measures,
    are_parts,
    is_called_score,
    is_given_class,
    is_given_score,
    is_input,
    is_measure,
    is_running_mean,
    is_system,
    looks_like_id,
    lower_word,
    may_rank,
    names_items,
    names_resamples,
    no_system,
    quantities,
    rows_are_systems,
    says_what_data,
    systems_of_runs,
    text_role,
    words_of,
)
from core.readers.parsing.notation import NO_SCORE, YES_AND_NO, is_judgment, says_right
from core.readers.parsing.numeric import fault_message, is_annotated, is_number
from core.readers.parsing.problems import Problem, choice, choices, quoted, refuse
from core.readers.parsing.summaries import is_summary
from core.readers.parsing.table import Table, in_each
from core.readers.parsing.without_scores import claim

# More kinds of values are not classes.
_MOST_CLASSES = 20
# A judgment of answers may differ from a comparison of texts in a smaller share of the rows.
_MOSTLY = 0.9
_OF_LABELS = {"gold": "--gold", "baseline": "--baseline-column", "experimental": "--experimental-column"}
# A column holds words if a larger share of its filled cells cannot be read as numbers.
_FEW_FAULTS = 0.2


def refuse_two_headers(table: Table) -> None:
    """Refuse a second line of names, as pandas writes above columns with names on several levels."""
    if len(table) <= _ENOUGH:
        return
    # A word that stands on other lines too is a label, and the last line a summary.
    names = [
        cells[0].strip() for cells in table.cells
        if cells[0].strip() and is_number(cells[-1].strip()) and cells[0] not in cells[1:]
    ]  # fmt: skip
    if any(name == f"column {i}" for i, name in enumerate(table.columns, 1) if i > 1):
        return  # the line above may be a title
    are_words = all(any(map(str.isalpha, name)) and name.casefold() not in NO_SCORE for name in names)
    if len(set(names)) > 1 and are_words and not any(is_number(cells[0].strip()) for cells in table.cells):
        raise DataError(
            f"{table.label}, {table.unit} {table.lines[0]}: {quoted(names)} seem to be names, as those above: write "
            "one line of names, such as score_bert for score above bert."
        )


def refuse_classes(tables: Sequence[Table], asked: Asked) -> None:
    """Refuse columns whose values are all among those of a gold column, unless they are named as scores."""
    if asked.columns is not None or asked.score is not None or asked.systems or asked.counts:
        return
    table = tables[0]
    once = [name for name in table.columns if table.columns.count(name) == 1]
    once.sort(key=lambda name: name.strip().casefold() == "answer")  # beside a truth, the answers of a system
    last = " ".join(cells[-1] for cells in table.cells)
    n = len(table) - is_summary(last)  # the reader of labels refuses a last row of totals
    for gold in (name for role in ("gold", "label") for name in once if text_role(name) == role):
        kinds = set(table.stripped(gold)[:n])
        if gold in table.numeric_columns and len(kinds) > _MOST_CLASSES:
            _refuse_predictions(table, gold, asked)
        if not 2 <= len(kinds) <= _MOST_CLASSES:
            continue
        found = [
            name for name in once
            if name != gold and not (is_called_score(name) or no_system(name) or _is_judging(table, name))
            and len(set(table.stripped(name)[:n])) >= 2 and kinds.issuperset(table.stripped(name)[:n])
        ]  # fmt: skip
        if found and not any(_is_judged(table, gold, name) for name in found):
            if len(tables) > 1:
                how = choice("columns", "--columns", found[0])
            else:
                how = asked.systems_choice(found) if len(found) > 1 else choice("score", "--score-column", found[0])
            is_long = len(tables) == 1 and any(is_system(name) and repeats(table, name) for name in table.columns)
            file = gold if in_each(tables, gold) else table.label
            if is_long:
                ways = "give each system a file of its rows"
            elif len(tables) > 1 or len(found) > 1:
                ways = f"say that the others are gold labels {choice('gold', '--gold', file)}"
            else:
                ways = f"compare two systems, each with a column or a file: helped-hurt compare … --gold {quote(file)}"
            scores = [name for name in table.numeric_columns if is_quality(name) and name not in (gold, *found)]
            also = f" To compare other scores, name them {choices('columns', '--columns', scores)}."
            raise OptionError(
                f"{table.label}: the values of {quoted(found)} are all among those of {gold!r}, as predicted classes "
                f"are. If they are scores, say so {how}. If they are classes, {ways}."
                f"{also if scores and len(tables) > 1 else ''}"
            )


def _is_judged(table: Table, gold: str, answers: str) -> bool:
    """Return whether a column says whether the answers are right: by its name, such as correct, or by its values."""
    right = np.array(table.stripped(gold)) == np.array(table.stripped(answers))
    found = judgments(table, right).items()
    return any(n <= (1 - _MOSTLY) * len(table) or is_judgment(name) for name, n in found if name not in (gold, answers))


def _is_judging(table: Table, name: str) -> bool:
    return is_judgment(name) and name in judgments(table, np.zeros(len(table), bool))


def judgments(table: Table, right: NDArray[np.bool_]) -> dict[str, int]:
    """Return the columns that say which answers are right, or wrong, each with the number of rows where it differs."""
    found = {}
    for name in filter(says_right, table.numeric_columns):
        values = table.numbers(name)
        if np.isin(values, (0, 1)).all():
            same = int((values == right).sum())
            found[name] = min(same, len(right) - same)
    return found


def _refuse_predictions(table: Table, gold: str, asked: Asked) -> None:
    """Refuse columns on the scale of a gold column of numbers, which they may predict."""
    found = [
        name for name in systems_in(table, {gold})
        if not is_called_score(name) and not quantities(name) and alike(table, gold, name)
    ]  # fmt: skip
    if len(found) > 1:
        _ask_of_predictions(table, gold, found, asked.systems_choice(found))


def _ask_of_predictions(table: Table, gold: str, names: Sequence[str], how: str) -> NoReturn:
    raise OptionError(
        f"{table.label}: {quoted(names)} may be predictions of {gold!r}. If they are scores, say so {how}. If "
        f"they are predictions, give the error of each instead, |prediction − {gold}|, in columns called 'error'."
    )


def refuse_given_scores(table: Table, names: Sequence[str], asked: Asked) -> None:
    """Refuse scores beside those of people, with which they may be meant to agree."""
    others = [name for name in names if not is_given_score(name)]
    if len(others) == len(names) - 1:
        [given] = set(names) - set(others)
        _ask_of_predictions(table, given, others, asked.systems_choice(others if len(others) > 1 else names))


# In fewer rows, numbers may add up to one by chance.
_ENOUGH = 5


def refuse_shares(table: Table, names: Sequence[str], asked: Asked) -> None:
    """Refuse columns of systems that add up to one, or to 100, as the probabilities of classes do."""
    if total := _total(table, names):
        raise OptionError(
            f"{table.label}: {quoted(names)} add up to {total} in every row, as the probabilities of classes "
            f"do. If they are scores of systems, say so {asked.systems_choice(names)}; if not, give the scores of each "
            "system."
        )


def refuse_class_columns(table: Table, taken: Collection[str]) -> None:
    """Refuse the probabilities of several classes in a table of one system."""
    left = [name for name in table.numeric_columns if name not in taken]
    kinds = {cell for name in table.columns if text_role(name) for cell in table.stripped(name)}
    for names in (left, [name for name in left if name in kinds]):
        if len(names) > 1 and (total := _total(table, names)):
            raise OptionError(
                f"{table.label}: {quoted(names)} add up to {total} in every row, as the probabilities of classes do: "
                "write a score instead, 1 where the likeliest class is right and 0 where it is wrong, or, if one of "
                f"them is the score, say so {choices('columns', '--columns', names)}."
            )


def _total(table: Table, names: Sequence[str]) -> int | None:
    """Return 1 or 100 if the columns, which hold shares, add up to it in every row."""
    values = np.column_stack([table.numbers(name) for name in names])
    totals = values.sum(axis=1)
    # Right-or-wrong scores may add up to one, too: one system is right on the items that the other has wrong.
    are_graded = np.isfinite(totals).all() and not np.isin(values, (0, 1, 100)).all()
    total = next((total for total in (1, 100) if np.allclose(totals, total, rtol=0.01, atol=0)), None)
    return total if len(table) >= _ENOUGH and are_graded and (values != values[0]).any() else None


def refuse_places(table: Table, chosen: Sequence[str], asked: Asked) -> None:
    """Refuse rows that rank the chosen systems, or all of the table, from place 1: the direction has to be said."""
    every = systems_in(table, asked.beside(table))
    for names in (chosen, every) if set(chosen) < set(every) else (chosen,):
        if len(names) > 1 and len(table) >= _ENOUGH:
            _refuse_places(table, names)


def _refuse_places(table: Table, names: Sequence[str]) -> None:
    values = np.column_stack([table.numbers(name) for name in names])
    places = np.arange(1, len(names) + 1)
    ordered = np.sort(values, axis=1)
    tied = ordered[:, 1:] == ordered[:, :-1]
    # Ties share a place; the next place is left out, or it is not.
    competition = (tied | (ordered[:, 1:] == places[1:])).all()
    dense = (tied | (np.diff(ordered) == 1)).all()
    are_places = (ordered[:, 0] == 1).all() and (competition or dense) and (ordered == places).all(axis=1).any()
    if are_places and (values != values[0]).any():
        raise OptionError(
            f"{table.label}: {quoted(names)} hold places on each row, from 1 on. Say whether 1 is the best "
            "(lower_is_better=True, --lower-is-better), or whether higher scores are better (lower_is_better=False, "
            "--higher-is-better)."
        )


# Probabilities of a class order two items of different classes in at least this share of the pairs.
_ORDERED = 0.65


def refuse_probabilities(tables: Sequence[Table], scores: Sequence[Sequence[str]], how: str) -> None:
    """Refuse scores from 0 to 1 that follow two gold classes, as probabilities of one of them do."""
    first = tables[0]
    if len(set(map(len, tables))) > 1 or any(len(names) > 1 for names in scores):
        return
    values = np.array([table.numbers(names[0]) for table, names in zip(tables, scores, strict=True)])
    if not ((values >= 0) & (values <= 1)).all() or (values % 1 == 0).all():
        return
    for name in (name for name in first.columns if text_role(name) in ("gold", "label")):
        cells = first.stripped(name)
        kinds = sorted(set(cells))
        if len(kinds) != 2 or any(table.stripped(name) != cells for table in tables[1:] if name in table.columns):
            continue
        one = np.array(cells) == kinds[1]
        shares = [_share_in_order(each[~one], each[one]) for each in values]
        if len(cells) >= _ENOUGH and all(max(share, 1 - share) >= _ORDERED for share in shares):
            raise OptionError(
                f"{first.label}: {first_few(list(dict.fromkeys(repr(names[0]) for names in scores)))} may be "
                f"probabilities of {shown(kinds[1])} in {name!r}. If they are scores, say so {how}. If they are "
                "probabilities, write 1 where the likelier class is right, and 0 where it is wrong."
            )


def _share_in_order(low: NDArray[np.float64], high: NDArray[np.float64]) -> float:
    """Return the share of pairs in which the second is larger, where ties count half: Mann and Whitney's U over mn."""
    ordered = np.sort(low)
    found = [np.searchsorted(ordered, high, side).sum() for side in ("left", "right")]
    return float(sum(found)) / (2 * len(low) * len(high))


# Names of scores of any kind, and of how sure a system is of an answer
_SCORES = frozenset(("score", "value", "metric", "result", "rating"))
_SURE = frozenset(("probability", "prob", "logprob", "confidence", "conf", "certainty"))


def refuse_answers(table: Table, names: Sequence[str], how: str) -> None:
    """Refuse columns of scores that are called as predictions or gold labels are, or that say how sure these are."""
    for name in names:
        beside = [other for other in table.columns if other != name and text_role(other)]
        if text_role(name) in ("prediction", "gold") or (
            beside and not _SURE.isdisjoint((*quantities(name), *words_of(name)))
        ):
            gold = next((other for other in beside if text_role(other) == "gold" and len(names) > 1), None)
            right = "too (gold=, --gold FILE)" if gold is None else choice("gold", "--gold", gold)
            files = "Give each system a file of labels, and name" if gold is None else "Name"
            raise OptionError(
                f"{table.label}: column {name!r} is called as predictions, or what goes with them, are. {files} the "
                f"gold labels {right}, or, if it holds scores, say so {how}."
            )


# Pipelines of Hugging Face find answers with a start, an end and a "score", which says how sure they are.
_SPAN = frozenset(("start", "end", "answer"))


def refuse_sure(tables: Sequence[Table], scores: Sequence[str]) -> None:
    """Refuse scores beside predictions, which differ between systems: they may say how sure it is."""
    first, *others = tables
    words, has_span = words_of(scores[0]), _SPAN.issubset(first.columns)
    is_called_so = not _SURE.isdisjoint(words) or has_span
    has_gold = any(text_role(each) == "gold" and not (has_span and each == "answer") for each in first.columns)
    held = [table.numbers(scores[0]) for table in tables if scores[0] in table.columns]
    are_verdicts = all(np.isin(values[~np.isnan(values)], (0, 1)).all() for values in held)
    if has_gold or are_verdicts or (not is_called_so and is_measure(scores[0]) and words[-1] not in _SCORES):
        return
    right = [name for name in first.numeric_columns if is_judgment(name) and name not in scores]
    for name in first.columns:
        if name in first.numeric_columns or not all(name in each.columns for each in others):
            continue
        cells = first.stripped(name)
        is_class = text_role(name) is not None and 2 <= len(set(cells)) <= min(_MOST_CLASSES, len(cells) // 2)
        is_prediction = is_class or (is_called_so and len(set(cells)) > 1)
        if is_prediction and any(each.stripped(name) != cells for each in others):
            raise OptionError(
                f"{first.label}: {name!r} differs between the files, as predictions do, so that {scores[0]!r} may say "
                "how sure a system is of them. Name the gold labels too (gold=, --gold FILE), or say which holds the "
                f"scores {choices('columns', '--columns', [*right, *scores])}."
            )


def class_note(tables: Sequence[Table], name: str) -> list[str]:
    """Return a note on a column of zeros and ones whose name does not say that it holds scores."""
    may_be_scores = (
        is_called_score(name) or is_quality(name) or says_right(name) or lower_word(name) or name.startswith("column ")
    )
    if may_be_scores or not all({"0", "1"}.issuperset(table.stripped(name)) for table in tables):
        return []
    return [
        f"1 in column {name!r} is taken for right, and 0 for wrong; if they are predicted classes, name the gold "
        "labels (read_labels, --gold FILE)."
    ]


def refuse_sides(table: Table, scores: Sequence[str]) -> None:
    """Refuse scores beside the names of two systems on each row, in varying order."""
    words = [name for name in table.columns if name not in table.numeric_columns and table.columns.count(name) == 1]
    for one, other in combinations(words, 2):
        called = any(is_system(re.sub(r"[0-9]+", "", word)) for word in words_of(one))
        if not (called or any(name.startswith(one) for name in scores)):
            continue
        pairs = set(zip(table.stripped(one), table.stripped(other), strict=True))
        if all(a != b for a, b in pairs) and not {a for a, _ in pairs}.isdisjoint(b for _, b in pairs):
            raise OptionError(
                f"{table.label}: columns {one!r} and {other!r} name the systems of each row, which change sides: write "
                "a table with a row for each item and system, or, for judgments, use helped-hurt prefer."
            )


_POINTS = frozenset(("epoch", "epochs", "step", "steps", "iteration", "iterations"))


def refuse_curve(table: Table, item: Sequence[str]) -> None:
    """Refuse rows that are the points of a training curve, or resamples."""
    for name in item or table.numeric_columns:
        if len(item) == 1 and names_resamples(name) and all(any(map(str.isdigit, cell)) for cell in table.column(name)):
            raise OptionError(
                f"{table.label}: column {name!r} names resamples. There can be any number of them, so no p-value "
                f"follows from their scores: give the scores of the items, or, if each row is an item, say so "
                f"{choice('id', '--id', name)}."
            )
        is_point = len(item) < 2 and words_of(name)[-1] in _POINTS and name in table.numeric_columns
        if is_point and (np.diff(table.numbers(name)) > 0).all():
            raise OptionError(
                f"{table.label}: column {name!r} names each row, as the points of a training curve, which are not "
                f"items: give the scores of one checkpoint, or, if each row is an item, say so "
                f"{choice('id', '--id', name)}."
            )


def refuse_running_means(table: Table, scores: Sequence[str], how: str) -> None:
    """Refuse scores that are means over the rows so far: such rows depend on each other."""
    if all(map(is_running_mean, scores)):
        raise OptionError(
            f"{table.label}: {quoted(scores)} may be means over the rows so far, which are not scores of items: "
            f"give the score of each item, or, if they are scores, say so {how}."
        )


def refuse_square(table: Table, item: Sequence[str], systems: Sequence[str]) -> None:
    """Refuse a table whose rows are called as its columns are, as those of a confusion or correlation matrix."""
    # The rows of a confusion matrix are called actual, true or the like.
    rows = set(table.stripped(item[0] if len(item) == 1 else table.columns[0])) if len(item) < 2 else set()
    if len(systems) > 1 and rows.issuperset(systems) and rows.issubset(table.columns):
        raise OptionError(
            f"{table.label}: its rows and its columns have the same names ({first_few(systems)}), as those of a "
            "confusion or correlation matrix, which holds no scores of items: give a file with a score for each item."
        )


# In the name of a column that refers from an item to another one
_POINTERS = frozenset(("parent", "reply", "previous", "prev", "next", "duplicate", "related", "twin", "of", "to"))


def refuse_side_by_side(table: Table, item: Sequence[str], taken: Collection[str]) -> None:
    """Refuse tables side by side, where two columns hold the same names of items in different orders.

    If the columns are called alike, most of the names are enough.
    """
    for name in item:
        cells = table.stripped(name)
        known = set(cells)
        for other in table.columns if len(known) == len(cells) else ():
            words = _without_numbers(other)
            is_called_alike = not words.isdisjoint(words_of(name)) and words.isdisjoint(_POINTERS)
            # Other numbers, such as an order in which the items were shown, may be the same by design.
            may_name = other not in table.numeric_columns or is_called_alike
            if other in (name, *taken) or not may_name or table.columns.count(other) > 1:
                continue
            held = table.stripped(other)
            names = set(held) - {""}
            are_most = (
                is_called_alike and len(names) == len(held) - held.count("") and 2 * len(names & known) > len(held)
            )
            if held != cells and (names == known or are_most):
                same = "the same" if names == known else "mostly the same"
                raise OptionError(
                    f"{table.label}: columns {name!r} and {other!r} hold {same} names in different orders, as tables "
                    "side by side do: save the columns of each system, with its names of items, as a file, or, if each "
                    f"row is of one item, leave the names out {choice('id', '--id', POSITION)}."
                )


def _without_numbers(name: str) -> set[str]:
    return {word.rstrip("0123456789") for word in words_of(name)} - {""}


def names_rows(table: Table) -> str:
    """Return the first column, or the second if it is called as that of a leaderboard, after the place."""
    second = table.columns[1:2]
    return second[0] if second and rows_are_systems(second[0]) else table.columns[0]


def refuse_leaderboard(table: Table, asked: Asked, left: Sequence[str]) -> None:
    """Refuse a table whose rows seem to be systems; ``left`` are its columns of numbers."""
    first = names_rows(table)
    if asked.id is not None or asked.columns is not None or asked.systems or len(table) < 2:
        return
    is_unique = len(set(table.column(first))) == len(table)
    if len(left) < 2:
        # A row and one number for each system.
        if rows_are_systems(first) and is_unique and table.numeric_columns:
            _refuse_measures(table, first, table.numeric_columns)
        return
    # pandas writes no name above an index, which names the systems of a table that was turned. A table of no more
    # rows than columns of numbers seldom holds items, whatever the first column is called.
    is_small = len(table) <= len(left) and not (names_items(first) or text_role(first))
    may_be = (may_rank(first) or is_small) and first not in table.numeric_columns
    called = {re.sub("[0-9]+", "", cell) for cell in table.stripped(first)} - set(table.columns)
    is_turned = may_be and len(called) > 1 and len(table) <= 2 * len(left)
    if (rows_are_systems(first) or is_turned) and is_unique:
        if are_measures(left):
            _refuse_measures(table, first, left)
        raise OptionError(
            f"{table.label}: column {first!r} names each row, so that rows seem to be systems and columns items or "
            "tasks. Say whether to exchange them (transpose=True, --transpose), or whether each row is an item "
            f"{choice('id', '--id', first)}."
        )


def _refuse_measures(table: Table, system: str, measures: Sequence[str]) -> NoReturn:
    totals = [
        dict(zip(table.columns, row, strict=True)) for row in zip(*map(table.stripped, table.columns), strict=True)
    ]
    seem = "seem to be measures" if len(measures) > 1 else "seems to be a measure"
    raise OptionError(
        f"{table.label}: column {system!r} names each row, and {quoted(measures)} {seem} of whole systems, which have "
        "no mean: give files with a score for each item, or, if each row is an item, name the column "
        f"{choice('id', '--id', system)}{claim(totals)}."
    )


def refuse_other_data(tables: Sequence[Table], taken: Collection[str]) -> None:
    """Refuse tables whose rows are of other data, or in another measure, as a column that is not ``taken`` says."""
    first, *others = tables
    for name in first.columns:
        if name in taken or not in_each(tables, name) or name in first.numeric_columns:
            continue
        mine = set(first.stripped(name)) - {""}
        # One source on all rows may be the system.
        if not says_what_data(name) and not (is_input(name) and len(mine) > 1):
            continue
        for table in others:
            held = set(table.stripped(name)) - {""}
            if mine and held and mine.isdisjoint(held):
                cells = " and ".join(shown(min(each)) for each in (mine, held))
                raise OptionError(
                    f"{first.label} and {table.label} have no value of column {name!r} in common ({cells}), so their "
                    "scores do not seem to be of the same data and measure: give files that are, or, if they are all "
                    "the same, leave that column out."
                )


def refuse_systems_apart(table: Table, names: Sequence[str], asked: Asked) -> None:
    """Refuse columns of numbers beside a column with a system for each row, where each item has one of them."""
    system = next((name for name in table.columns if rows_are_systems(name) and repeats(table, name)), None)
    if system is not None and len(names) > 1 and system not in names:
        raise OptionError(
            f"{table.label}: column {system!r} names a system on each row, and each item has only one of them: to "
            "compare systems, give the scores of all of them on the same items. If each column of numbers is a system, "
            f"say so {asked.systems_choice(names)}."
        )


def refuse_faulty_cells(table: Table, beside: Collection[str]) -> None:
    """Refuse a column of numbers with a few other cells, such as units below the names."""
    for name in table.columns:
        if name in table.numeric_columns or name in beside or text_role(name) or table.columns.count(name) > 1:
            continue
        faults = table.faults(name)
        if faults and is_summary(table.column(name)[faults[0]]):
            table.refuse_summary([name])
        if 0 < len(faults) <= _FEW_FAULTS * (len(faults) + np.count_nonzero(~np.isnan(table.numbers(name)))):
            what = fault_message(table.column(name)[faults[0]])
            if (
                faults == [0]
                and table.lines[0] > 1
                and any(each == f"column {i}" for i, each in enumerate(table.columns, 1))
            ):
                what += f"; if line {table.lines[0] - 1} is a title, delete it"
            problem = Problem(table.lines[faults[0]], f"column {name!r}: {what}")
            refuse(table.label, [problem], table.unit)


def _refuse_annotated(table: Table) -> None:
    """Refuse a column of numbers that have marks or spreads."""
    for name in table.columns:
        may_hold = table.columns.count(name) == 1 and not looks_like_id(name)
        cells = table.stripped(name) if may_hold else []
        rows = [i for i, cell in enumerate(cells) if is_annotated(cell)]
        if 2 * len(rows) > len(cells):
            problem = Problem(table.lines[rows[0]], f"column {name!r}: {fault_message(cells[rows[0]])}")
            refuse(table.label, [problem], table.unit)


def refuse_other_quantities(table: Table, names: Sequence[str], asked: Asked) -> None:
    """Refuse columns that may not be systems: they measure different quantities, or are too few."""
    if len(names) < 2:
        table.refuse_thousands([name for name in table.columns if not no_system(name)])
        _refuse_annotated(table)
        numeric = [
            name for name in table.numeric_columns
            if not (looks_like_id(name) or names_items(name) or name == asked.id or is_counter(table.stripped(name)))
        ]  # fmt: skip
        words, ways = may_name_systems(table), []
        kinds = {name: set(map(str.casefold, table.stripped(name))) for name in words}
        answers = [name for name in words if any(kinds[name] <= {*pair, ""} for pair in YES_AND_NO)]
        classes = [name for name in words if len(kinds[name]) <= _MOST_CLASSES]
        same = max(([each for each in classes if kinds[each] == kinds[name]] for name in classes), key=len, default=[])
        if len(answers) > 1:
            found = " and ".join(sorted(kinds[answers[0]] - {""}))
            raise OptionError(
                f"{table.label}: {quoted(answers)} hold {found}, which may be answers. If they say what was right, say "
                f"so in their names: {quoted([f'{name} correct' for name in answers])}."
            )
        if len(same) > 1:
            raise OptionError(
                f"{table.label}: {quoted(same)} hold the same words ({first_few(sorted(kinds[same[0]]))}). If they say "
                "what was right, write 1 for right and 0 for wrong. If they are predicted classes, add a column called "
                f"gold, or give {LABEL_FILES}{or_gold(table, same, asked.of_two)}."
            )
        if words:
            one = choices("system", "--system-column", words)
            ways.append(f"where each row is of one system, name the column that says which {one}")
        twice = next((name for name in table.columns if table.columns.count(name) > 1), None)
        if twice is not None:
            ways.append(f"give each of the columns {twice!r} a name of its own")
        elif not numeric:
            ways.append("write scores as numbers, 1 for right and 0 for wrong")
        if len(numeric) > 1:
            ways.append(f"name those of at least two systems {asked.systems_choice(numeric)}")
        raise OptionError(
            f"{table.label} has the columns {quoted(table.columns)}, and not two of numbers that may be systems: "
            f"{', or '.join([*ways, 'give each of at least two systems a file'])}."
        )
    unless = f"; if each column is a system, name them {asked.systems_choice(names)}"
    if systems := systems_of_runs(names):
        of_systems = f"{counted(len(systems), 'system')} ({first_few(list(systems))})" if any(systems) else "one system"
        firsts = [name for name, *_ in systems.values()]
        one = f"; to compare one of them, say which {asked.systems_choice(firsts)}" if len(firsts) > 1 else unless
        raise OptionError(
            f"{table.label}: columns {quoted(names)} seem to be runs of {of_systems}: give a long table, "
            "with columns of items, systems, runs and scores, in which the runs of an item are averaged"
            f"{one if asked.of_two else unless}."
        )
    if are_parts(names):
        raise OptionError(
            f"{table.label}: columns {quoted(names)} seem to be parts of the data, not systems: give each system a "
            f"file, and choose one part {choice('columns', '--columns', names[0])}{unless}."
        )
    groups: list[list[str]] = []
    for name in names:
        near = next((group for group in groups if alike(table, group[0], name)), None)
        if near is None:
            groups.append([name])
        else:
            near.append(name)
    if len(groups) > 1:
        of_one = [group for group in sorted(groups, key=len, reverse=True) if len(group) > 1]
        offered = of_one[:2] if asked.of_two and of_one else [*of_one[:1], names]
        how = " or ".join(dict.fromkeys(map(asked.systems_choice, offered)))
        raise OptionError(
            f"{table.label}: columns {groups[0][0]!r} and {groups[1][0]!r} seem to measure different things: name the "
            f"systems' columns {how}{or_gold(table, names, asked.of_two)}."
        )


def or_gold(table: Table, names: Sequence[str], of_two: bool = True) -> str:
    """Return the end of a question about these columns, if one of them may hold the gold classes of the others."""
    given = [name for name in names if is_given_class(name)]
    others = [name for name in names if name not in given]
    if len(given) != 1 or len(others) < 2 or not all(name in table.columns for name in names):
        return ""
    kinds = set(table.stripped(given[0]))
    if not 2 <= len(kinds) <= _MOST_CLASSES or any(not kinds.issuperset(table.stripped(name)) for name in others):
        return ""
    if not of_two:
        return f"; if {given[0]!r} is the right class of each item, say so {choice('gold', '--gold', given[0])}"
    values = given[0], *others[:2]
    python = ", ".join(f"{name}={value!r}" for name, value in zip(_OF_LABELS, values, strict=True))
    typed = " ".join(f"{flag} {quote(value)}" for flag, value in zip(_OF_LABELS.values(), values, strict=True))
    return f"; if {given[0]!r} is the right class of each item, say so ({python}, {typed})"


def refuse_unused_gold(table: Table, systems: Sequence[str], asked: Asked) -> None:
    """Refuse systems whose values are among the classes of a column that would not be used, such as expert."""
    for name in table.numeric_columns:
        if name not in systems and text_role(name) is None and (end := or_gold(table, [name, *systems], asked.of_two)):
            raise OptionError(
                f"{table.label}: the values of {quoted(systems)} are all among those of {name!r}. If they are scores, "
                f"say so {asked.systems_choice(systems)}{end}."
            )


def may_name_systems(table: Table) -> list[str]:
    """Return the columns of words that repeat, those called so first."""
    words = [name for name in table.columns if repeats(table, name) and name not in table.numeric_columns]
    return sorted(words, key=lambda name: (not is_system(name), len(set(table.column(name)))))


def repeats(table: Table, name: str) -> bool:
    """Return whether the cells of a column have several values, each twice on average, and are not numbered runs."""
    if table.columns.count(name) > 1:
        return False
    cells = set(table.stripped(name))
    return 2 <= len(cells) <= len(table) // 2 and not (name.strip().casefold() == "run" and all(map(is_number, cells)))
