"""A planned study in plain words: the items it needs, what those at hand can show, and what that would print."""

import math
from collections.abc import Sequence

from core.common.phrases import counted
from core.inference.tango import interval
from core.planning.pilot import MOST_SIMULATED
from core.planning.planning import Plan
from core.report.numbers import POINTS, Unit, number, percent, signed
from core.significance import TESTS
from core.significance.pvalue import clopper_pearson

__all__ = ["gain_text", "plan_headline", "plan_rows", "plan_sentences", "power_text", "test_name"]

_SIDES = {"two-sided": "two-sided", "greater": "one-sided", "less": "one-sided"}


def plan_sentences(plan: Plan, unit: Unit = POINTS) -> tuple[str, ...]:
    """Return the answer, what its numbers mean, and what they assume.

    Examples
    --------
    >>> from core.planning.planning import plan
    >>> for sentence in plan_sentences(plan(500, disagreement=0.10, gain=0.02)):
    ...     print(sentence)
    To show +2 points where the systems disagree on 10 % of items you need 2,043 items; with your 500, the smallest \
gain you can show is 4.1 points, and a significant result would overstate the gain 1.9 times on average.
    That is for a power of 80 %: 80 of 100 such studies find the gain. For 90 % you need 2,697 items.
    With 500 items the power is 25 %. Of the significant results, 0.093 % have the wrong sign.
    Exact, by the two-sided permutation test at α = 0.05 (for right-or-wrong items the exact McNemar test).
    """
    said = [plan_headline(plan, unit), _targets(plan), _teeth(plan), _at_hand(plan)]
    return tuple(sentence for sentence in (*said, _clusters(plan), _worth(plan), _how(plan)) if sentence)


def plan_headline(plan: Plan, unit: Unit = POINTS) -> str:
    """Return the answer in one sentence: the items needed, and what those at hand can show."""
    if plan.gain == 0:
        need = f"Without a true gain there is nothing to show, and no number of {plan.unit}s is enough"
    elif _opposed(plan):
        side = "better" if plan.alternative == "greater" else "worse"
        need = f"A test that asks whether experimental is {side} cannot show a true gain of {_gain(plan, unit)}"
    else:
        n = plan.smallest_n[plan.target]
        needed = f"you need {counted(n, plan.unit)}" if n is not None else f"you need {_too_many(plan)}"
        need = f"To show {_gain(plan, unit)}{_disagreement(plan)} {needed}"
    if plan.n is None:
        return f"{need}."
    smallest = plan.smallest_gain[plan.target]
    if smallest is None:
        shown = f"your {plan.n:,} cannot show any gain{_because(plan)}"
    else:
        about = "about " if plan.simulated else ""
        shown = f"with your {plan.n:,}, the smallest gain you can show is {about}{gain_text(smallest, unit)}"
    printed = ""
    if plan.type_m is not None and not _opposed(plan):
        printed = f", and a significant result would overstate the gain {_times(plan.type_m)} times on average"
    return f"{need}; {shown}{printed}."


def plan_rows(plan: Plan, unit: Unit = POINTS) -> list[tuple[str, ...]]:
    """Return a table, its heading first: a column for each target power.

    Examples
    --------
    >>> from core.planning.planning import plan
    >>> for row in plan_rows(plan(100, helped=0.65, hurt=0.35)):
    ...     print(row)
    ('for a power of', '80 %', '90 %')
    ('items from which it stays above', '97', '121')
    ('items that first reach it', '90', '114')
    ('smallest gain of 100 items', '29.1 points', '33.2 points')
    """
    rows: list[tuple[str, ...]] = [("for a power of", *(percent(target) for target in plan.targets))]
    if plan.simulated is None:
        rows.append((f"{plan.unit}s from which it stays above", *(_size(n) for n in plan.smallest_n.values())))
        rows.append((f"{plan.unit}s that first reach it", *(_size(n) for n in plan.first_n.values())))
    else:
        rows.append((f"{plan.unit}s needed, about", *(_size(n) for n in plan.smallest_n.values())))
        ends = [plan.simulated.n_interval(target) for target in plan.targets]
        rows.append(("simulation error (99 %)", *(" to ".join(map(_size, each)) for each in ends)))
    if plan.n is not None:
        gains = plan.smallest_gain.values()
        shown = ("none" if gain is None else gain_text(gain, unit) for gain in gains)
        rows.append((f"smallest gain of {counted(plan.n, plan.unit)}", *shown))
    return rows


def gain_text(gain: float, unit: Unit) -> str:
    """Return a gain rounded up, so that what is printed can be shown.

    Examples
    --------
    >>> gain_text(0.04061, POINTS), gain_text(0.00123, Unit(1.0, ""))
    ('4.1 points', '0.0013')
    """
    scaled = unit.scale * gain
    decimals = 1 if scaled >= 1 else min(1 - math.floor(math.log10(scaled)), 10) if scaled > 0 else 1
    up = math.ceil(scaled * 10**decimals - 1e-9) / 10**decimals
    return unit.of(number(up, decimals))


def test_name(plan: Plan) -> str:
    """Return the test with its sides, as it is called in a sentence."""
    return f"the {_SIDES[plan.alternative]} {TESTS[plan.test].words}"


def _gain(plan: Plan, unit: Unit) -> str:
    scaled = unit.scale * plan.gain
    decimals = 2 if plan.simulated is not None else _decimals(scaled, 2)
    return unit.of(signed(scaled, decimals))


def _decimals(value: float, fallback: int) -> int:
    """Return the decimals of a number that was typed; one that was computed from a pilot has the fallback's."""
    return next((d for d in range(5) if abs(value - round(value, d)) < 1e-9), fallback)


def _written(value: float, fallback: int) -> str:
    return number(value, _decimals(value, fallback))


def _disagreement(plan: Plan) -> str:
    if plan.simulated is not None or plan.helped is None or plan.hurt is None:
        return ", the pilot's gain,"
    return f" where the systems disagree on {_written(100 * (plan.helped + plan.hurt), 1)} % of {plan.unit}s"


def _because(plan: Plan) -> str:
    if plan.helped is None or plan.hurt is None or plan.simulated is not None or plan.helped + plan.hurt == 0:
        return ""
    return f", even if all of the {_written(100 * (plan.helped + plan.hurt), 1)} % that change were helped"


def _too_many(plan: Plan) -> str:
    if plan.simulated is not None and plan.simulated.fit is None:
        return f"more than {MOST_SIMULATED:,} {plan.unit}s, the most that are simulated"
    return f"more than 10,000,000 {plan.unit}s"


def _targets(plan: Plan) -> str:
    if plan.gain == 0 or _opposed(plan):
        return ""
    others = [target for target in plan.targets if target != plan.target]
    needed = " and ".join(
        f"for {percent(target)} you need {_too_many(plan) if n is None else counted(n, plan.unit)}"
        for target in others
        for n in [plan.smallest_n[target]]
    )
    share = f"{100 * plan.target:.4g}"
    return (
        f"That is for a power of {share} %: {share} of 100 such studies find the gain. {needed[0].upper()}{needed[1:]}."
    )


def _teeth(plan: Plan) -> str:
    first, stays = plan.first_n[plan.target], plan.smallest_n[plan.target]
    if first is None or stays is None or first == stays:
        return ""
    return (
        f"Power does not grow evenly with the number of {plan.unit}s: it first reaches {percent(plan.target)} at "
        f"{first:,}, falls below again, and stays above from {stays:,} on."
    )


def _at_hand(plan: Plan) -> str:
    if plan.n is None:
        return ""
    at_hand = counted(plan.n, plan.unit)
    if plan.power is None:
        return f"Of studies with {at_hand}, {percent(plan.rejected or 0.0)} are significant all the same."
    said = f"With {at_hand} the power is {power_text(plan.power, plan.targets)}."
    if plan.simulated is not None and plan.simulated.at_n is not None:
        low, high = plan.simulated.at_n.interval
        said = f"{said[:-1]} (99 % interval of the simulation {percent(low)} to {percent(high)})."
    if plan.type_s is None:
        return f"{said} No result can be significant."
    return f"{said} {_wrong_sign(plan.type_s, plan)}"


def power_text(power: float, targets: Sequence[float]) -> str:
    """Return a power, with enough digits to see that it is below a target.

    Examples
    --------
    >>> power_text(0.7979, (0.8, 0.9)), power_text(0.85, (0.8, 0.9))
    ('79.8 %', '85 %')
    """
    above = [target for target in targets if target > power and percent(target) == percent(power)]
    if not above:
        return percent(power)
    decimals = next(d for d in range(1, 16) if round(100 * power, d) < round(100 * min(above), d))
    return f"{100 * power:.{decimals}f} %"


def _wrong_sign(share: float, plan: Plan) -> str:
    if plan.simulated is not None and plan.rejected is not None:
        found = round(plan.rejected * plan.simulated.n_studies)
        wrong = round(share * found)
        most = percent(clopper_pearson(wrong, found)[1])
        return (
            f"Of {counted(found, 'significant study').replace('studys', 'studies')}, {wrong or 'none'} "
            f"{'have' if wrong > 1 else 'has'} the wrong sign (with 99 % confidence at most {most} of such)."
        )
    if share:
        return f"Of the significant results, {percent(share)} have the wrong sign."
    if plan.alternative != "two-sided":
        return "A one-sided test finds no difference of the wrong sign."
    return "Where no item changes the other way, no significant result has the wrong sign."


def _how(plan: Plan) -> str:
    name = f"by {test_name(plan)} at α = {plan.alpha:g}"
    if plan.simulated is not None:
        found = plan.simulated
        return (
            f"Simulated, {name}: {found.n_studies:,} studies of each size, drawn from the pilot's "
            f"{counted(found.n_pilot, plan.unit)}. "
            "The pilot's own gain is uncertain, and too large where it decided to go on."
        )
    mcnemar = ""
    if TESTS[plan.test].only_changed:
        one = "" if plan.alternative == "two-sided" else "one-sided "
        mcnemar = f" (for right-or-wrong items the {one}exact McNemar test)"
    if plan.n_pilot is None:
        return f"Exact, {name}{mcnemar}."
    helped, hurt = (round((rate or 0.0) * plan.n_pilot) for rate in (plan.helped, plan.hurt))
    low, high = (signed(100 * end, 1) for end in interval(helped, hurt, plan.n_pilot, 0.95))
    return (
        f"Exact for the pilot's rates, {name}{mcnemar}. These are uncertain: the pilot's {helped:,} helped and "
        f"{hurt:,} hurt of {counted(plan.n_pilot, plan.unit)} leave a true gain from {low} to {high} points open (95 % "
        "interval, Tango), and the gain seen is too large where it decided to go on."
    )


def _clusters(plan: Plan) -> str:
    if plan.unit == "item":
        return ""
    return "The pilot's items come in clusters, so clusters are counted, each as large as those of the pilot."


def _worth(plan: Plan) -> str:
    effect = plan.effective.effect
    if effect == 1:
        return ""
    worth = ""
    if plan.n is not None:
        independent = plan.effective.independent(plan.n)
        worth = f": {counted(plan.n, plan.unit)} are worth as much as {independent:,} independent ones"
    return (
        f"Clusters and runs count by a design effect of {effect:.4g}{worth}. "
        f"The design effect is an approximation; for independent {plan.unit}s the numbers would be exact."
    )


def _opposed(plan: Plan) -> bool:
    return plan.alternative == ("less" if plan.gain > 0 else "greater") and plan.gain != 0


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 1.05 else f"{ratio:.1f}"


def _size(n: int | None) -> str:
    return "none" if n is None else f"{n:,}"
