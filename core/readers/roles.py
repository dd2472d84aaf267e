"""What the columns of a table are called and hold: ids, gold labels, predictions, systems, scores."""

import re
from collections.abc import Iterable, Sequence

from core.readers.notation import bare_numbers
from core.readers.numeric import is_number, parse_numbers
from core.readers.table import ID_NAMES, Table

__all__ = [
    "is_called_score",
    "is_known_name",
    "is_numeric",
    "looks_like_id",
    "may_be_two_systems",
    "numeric_columns",
    "system_column",
    "text_role",
]

GOLD = frozenset((
    "gold", "gold_label", "gold_labels", "goldlabel", "target", "targets", "true", "truth", "ground_truth", "y_true",
    "reference", "ref", "answer", "expected", "correct_label", "true_label", "actual", "gt",
))  # fmt: skip
PREDICTION = frozenset((
    "pred", "preds", "predicted", "prediction", "predictions", "predicted_label", "pred_label", "y_pred", "hyp",
    "hypothesis", "output", "system_label",
))  # fmt: skip
LABEL = frozenset(("label", "labels", "class", "tag", "category"))
SYSTEM = ("system", "model", "model_name", "system_name", "model_id", "system_id", "run", "method", "name")
SCORE = frozenset((
    "score", "correct", "is_correct", "acc", "accuracy", "exact_match", "em", "f1", "value", "metric", "result",
))  # fmt: skip
# What a column may measure: two columns that name different ones are no two systems.
QUANTITIES = SCORE | frozenset((
    "precision", "recall", "p", "r", "f", "bleu", "chrf", "ter", "meteor", "rouge", "comet", "bertscore", "bleurt",
    "wer", "cer", "map", "mrr", "ndcg", "ppl", "perplexity", "loss", "logprob", "loglikelihood", "probability", "prob",
    "confidence", "length", "len", "tokens", "words", "characters", "chars", "count", "total", "n", "time", "seconds",
    "latency", "ms", "cost", "price", "year", "age", "size", "rank", "weight", "numerator", "denominator", "tp", "fp",
    "fn", "tn",
))  # fmt: skip
_ID = re.compile(
    r"(?:^|[ _.:-])(?:id|ids|idx|index|key|hash|uuid|guid|uid|no|nr|question|query|topic|item|example|instance|segment"
    r"|sentence|sample|prompt|line|row)$|unnamed: 0|column 1",
    re.IGNORECASE,
)


def looks_like_id(name: str) -> bool:
    """Return whether a column of this name, or of none, may well name the items.

    Examples
    --------
    >>> [looks_like_id(name) for name in ("task_id", "pairID", "hash", "", "score", "liquid")]
    [True, True, True, True, False, False]
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip()[:100])
    return not spaced or spaced.casefold() in ID_NAMES or bool(_ID.search(spaced))


def text_role(name: str) -> str | None:
    """Return "gold", "prediction" or "label" where a column is called so.

    Examples
    --------
    >>> text_role("y_true"), text_role("Prediction"), text_role("label"), text_role("text")
    ('gold', 'prediction', 'label', None)
    """
    lower = name.strip().casefold().replace(" ", "_")
    named = {"gold": GOLD, "prediction": PREDICTION, "label": LABEL}
    return next((role for role, names in named.items() if lower in names), None)


def is_known_name(name: str) -> bool:
    """Return whether columns are called so, and items hardly are.

    Examples
    --------
    >>> [is_known_name(name) for name in ("seg_id", "y_true", "model_name", "score", "q1", "true")]
    [True, True, True, True, False, False]
    """
    lower = name.strip().casefold()
    if lower in ("true", "name", "run", "class", "actual", "em", "no", "answer", "correct"):
        return False
    spaced = lower.replace(" ", "_")
    known = lower in ID_NAMES or spaced in SYSTEM or spaced in SCORE or text_role(name) is not None
    return known or ("_" in lower and looks_like_id(name))


def is_called_score(name: str) -> bool:
    """Return whether a column is called a score."""
    return name.strip().casefold().replace(" ", "_") in SCORE


def may_be_two_systems(first: tuple[str, Sequence[str]], second: tuple[str, Sequence[str]]) -> bool:
    """Return whether two columns of numbers, each a name and its cells, may be two systems' scores of one kind.

    They are not where their names speak of different quantities, or where only one of them is a share.

    Examples
    --------
    >>> may_be_two_systems(("old", ["0.5"]), ("new", ["1"])), may_be_two_systems(("bleu", ["0.5"]), ("length", ["1"]))
    (True, False)
    >>> may_be_two_systems(("f", ["0.5"]), ("p", ["1"])), may_be_two_systems(("model f", ["0.5"]), ("model p", ["1"]))
    (False, True)
    >>> may_be_two_systems(("BLEU a", ["31"]), ("BLEU b", ["34"])), may_be_two_systems(("a", ["0.5"]), ("b", ["17"]))
    (True, False)
    """
    quantities = [_quantities(name.strip().casefold()[:100]) for name, _ in (first, second)]
    shares = [all(not is_number(cell) or 0 <= float(cell) <= 1 for cell in set(cells)) for _, cells in (first, second)]
    return quantities[0] == quantities[1] and shares[0] == shares[1]


def _quantities(name: str) -> set[str]:
    """What a column measures by its name; a letter beside other words is the name of a system."""
    words = re.findall(r"[a-z]+", name)
    return {word for word in words if len(word) > 1 or word == name} & QUANTITIES


def is_numeric(cells: Sequence[str]) -> bool:
    """Return whether each cell is a number or missing, and at least one is a number."""
    numbers = bare_numbers("", [cells])[0][0]
    _, faults = parse_numbers(numbers)
    return not faults and any(map(is_number, numbers))


def numeric_columns(table: Table) -> list[str]:
    """Return the columns that hold numbers."""
    return [name for name, cells in zip(table.columns, table.cells, strict=True) if is_numeric(cells)]


def system_column(table: Table, others: Iterable[str] = ()) -> tuple[str, str] | None:
    """Return the columns of the system and of the item where each item has one row for each of several systems.

    Examples
    --------
    >>> rows = Table("a.csv", ("hash", "model_name"), (["x", "x", "y", "y"], ["a", "b", "a", "b"]), range(4))
    >>> system_column(rows)
    ('model_name', 'hash')
    """
    lower = {name.strip().casefold(): name for name in reversed(table.columns)}
    names = [lower[name] for name in SYSTEM if name in lower and lower[name] not in set(others)]
    items = sorted((name for name in table.columns if looks_like_id(name)), key=lambda name: name != table.id_column())
    for system in names:
        systems = [cell.strip() for cell in table.column(system)]
        if not 2 <= len(set(systems)) <= len(systems) // 2:
            continue
        for item in items:
            keys = [cell.strip() for cell in table.column(item)]
            if item != system and len(set(keys)) < len(keys) == len(set(zip(systems, keys, strict=True))):
                return system, item
    return None
