"""Labels with two spellings: numbers are compared as numbers, other spellings are refused."""

from collections.abc import Mapping, Sequence

from core.common.phrases import first_few, shown
from core.errors import DataError
from core.readers.parsing.numeric import is_number

__all__ = ["folded", "numbers_alike", "refuse_other_spellings"]

# More labels than this are answers in words, and a system may have none of them right.
_MOST_CLASSES = 100
# A system with fewer labels than this share among the gold ones was not asked for them.
_HARDLY = 0.1


def numbers_alike(gold: Sequence[str], systems: Sequence[Sequence[str]], known: Sequence[str] = ()) -> dict[str, str]:
    """Return for each label that is written as another number is, the spelling to use: that of gold, or the first.

    Numbers with leading zeros may be codes: they are other numbers where gold has both.
    """
    spelt: dict[str, str] = {}
    other: dict[str, str] = {}
    right = dict.fromkeys([*known, *dict.fromkeys(gold)])
    for label in dict.fromkeys([*right, *(label for system in systems for label in dict.fromkeys(system))]):
        if label[:1].isalpha() or len(label) > 40 or not is_number(label) or "e" in label.casefold():
            continue
        digits = label.lstrip("+-")
        is_code = digits[:1] == "0" and digits[1:2].isdigit()
        if is_code and label in right:
            continue
        first = spelt.setdefault(_value(label), label)
        if first != label and label not in known:
            other[label] = first
    return other


def _value(number: str) -> str:
    """Return the number without zeros that do not change it; a Decimal takes ten times as long."""
    whole, _, decimals = number.lstrip("+-").partition(".")
    digits = f"{whole.lstrip('0')}.{decimals.rstrip('0')}"
    return f"-{digits}" if number[0] == "-" and digits != "." else digits


def refuse_other_spellings(source: str, labels: Sequence[str], gold: Sequence[str], counts: Mapping[str, int]) -> None:
    """Refuse a system's labels that match gold labels only in another spelling, or almost never.

    Parameters
    ----------
    source : str
        Where the labels are from.
    labels, gold : sequence of strings
        The system's distinct labels, and the gold ones.
    counts : mapping
        How often the system predicts each label.
    """
    right = set(gold)
    strange = [label for label in labels if label not in right]
    if not strange:
        return
    if len(right) <= _MOST_CLASSES:
        spelt = {folded(label): label for label in gold}
        for label in strange:
            if folded(label) in spelt:
                raise DataError(
                    f"{source}: {shown(label)} is never gold, but {shown(spelt[folded(label)])} is: write labels "
                    "alike; where they are two, name both (labels=, --labels)."
                )
    n_strange = sum(counts[label] for label in strange)
    n = sum(counts.values())
    if n - n_strange < (_HARDLY * n if len(right) <= _MOST_CLASSES else 1):
        never, ever = (first_few([shown(label) for label in sorted(some)], limit=3) for some in (strange, right))
        raise DataError(
            f"{source} holds hardly any of the gold labels: it has {never}, and gold has {ever}. Write labels alike, "
            "or choose the right column; where they are meant, name the label set (labels=, --labels)."
        )


def folded(label: str) -> str:
    """Return the label without case, and without marks around it; a label of marks only as it is; a number as one."""
    if is_number(label) and len(label) < 16:
        return repr(float(label))
    return label.casefold().strip(" \t\"'`.,;:!?()[]{}<>*").replace("_", " ").replace("-", " ") or label
