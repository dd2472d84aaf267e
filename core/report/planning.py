"""Planned studies and checked claims in plain words."""

import math
from collections.abc import Sequence

import numpy as np

from core.common.claimed import claimable
from core.common.phrases import counted
from core.inference.notes import FEW_CHANGED
from core.inference.tango import interval
from core.planning.claim import REAL_PAIRS, ClaimCheck, ClaimedTest, overlap_range
from core.planning.pilot import MOST_SIMULATED
from core.planning.planning import Plan
from core.planning.printed import read_accuracies
from core.report.numbers import POINTS, Unit, item_count, number, percent, pvalue_words, signed, significant_decimals
from core.significance import TESTS
from core.significance.cells import helped_hurt_pvalues
from core.significance.pvalue import clopper_pearson


def plan_sentences(plan: Plan, unit: Unit = POINTS) -> tuple[str, ...]:
    """Return the answer, the meaning of its numbers, and their assumptions."""
    said = [plan_headline(plan, unit), _targets(plan), _uneven_power(plan), _at_hand(plan)]
    return tuple(sentence for sentence in (*said, _clusters(plan), _worth(plan), _how(plan)) if sentence)


def plan_headline(plan: Plan, unit: Unit = POINTS) -> str:
    """Return the answer in one sentence: the items needed, and the smallest detectable gain with the given items."""
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
        times = f"{plan.type_m:.{2 if plan.type_m < 1.05 else 1}f}"
        printed = f", and a significant result would overstate the gain {times} times on average"
    return f"{need}; {shown}{printed}."


def plan_rows(plan: Plan, unit: Unit = POINTS) -> list[tuple[str, ...]]:
    """Return a table, its heading first: a column for each target power."""
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
    """Return a gain rounded up, so that the printed gain is detectable."""
    scaled = unit.scale * gain
    decimals = significant_decimals(scaled, 2)
    up = math.ceil(scaled * 10**decimals - 1e-9) / 10**decimals
    return unit.of(number(up, decimals))


def _gain(plan: Plan, unit: Unit) -> str:
    scaled = unit.scale * plan.gain
    decimals = 2 if plan.simulated is not None else _decimals(scaled, 2)
    return unit.of(signed(scaled, decimals))


def _decimals(value: float, fallback: int) -> int:
    """Return the decimals of a typed number, or the fallback for a number computed from a pilot."""
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


def _uneven_power(plan: Plan) -> str:
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
    """Return a power, with enough digits to see that it is below a target."""
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
            f"Of {counted(found, 'significant study', 'significant studies')}, {wrong or 'none'} "
            f"{'have' if wrong > 1 else 'has'} the wrong sign (with 99 % confidence at most {most} of such)."
        )
    if share:
        return f"Of the significant results, {percent(share)} have the wrong sign."
    if plan.alternative != "two-sided":
        return "A one-sided test finds no difference of the wrong sign."
    return "Where no item changes the other way, no significant result has the wrong sign."


def _how(plan: Plan) -> str:
    name = f"by the {named(plan)} at α = {plan.alpha:g}"
    if plan.simulated is not None:
        found = plan.simulated
        return (
            f"Simulated, {name}: {found.n_studies:,} studies of each size, drawn from the pilot's "
            f"{counted(plan.n_pilot or 0, plan.unit)}. "
            "The pilot's own gain is uncertain, and on average too large if the study goes on because of it."
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
        "interval, Tango), and the gain seen is on average too large if the study goes on because of it."
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


def _size(n: int | None) -> str:
    return "none" if n is None else f"{n:,}"


def claim_sentences(claim: ClaimCheck) -> tuple[str, ...]:
    """Return the answer, the result of each test and alternative, a caution, and the source of the numbers."""
    parts = (claim_sides(claim), claim_caution(claim), claim_range(claim), claim_counts(claim))
    return (claim_headline(claim), *claim_answers(claim), *(part for part in parts if part))


def claim_headline(claim: ClaimCheck) -> str:
    """Return the answer in one sentence: all tests together, compared with the items that real systems hurt."""
    if not can_ask(claim, claim.tests):
        return f"The experimental system is not {asked_to_be(claim)[0]}."
    found = {claim.decision(test) for test in claim.tests}
    if found == {"never"}:
        return "No: it cannot be significant."
    if found == {"always"}:
        return "Yes: it is significant whichever items changed."
    limits = [test.largest_significant_hurt for test in claim.tests if test.worst.pvalue[1] > claim.alpha]
    low, high = min(end or 0 for end, _ in limits), max(end or 0 for _, end in limits)
    usual = f"systems this accurate usually break {ends_text(claim.realistic_hurt)}"
    right = f"{ends_text(claim.counts[0])} items that the baseline had right"
    if found <= {"never", "unlikely"}:
        limit = f"at most {high:,} of {right}" if high else f"none of the {right}"
        return f"It can be significant, but that is unlikely: only if the new system broke {limit} ({usual})."
    if found <= {"likely", "always"}:
        return f"It can be significant, and probably is: if the new system broke up to {low:,} of {right} ({usual})."
    few = ends_text((claim.real_pairs_within(low), claim.real_pairs_within(high)))
    return (
        f"It can be significant, if the new system broke at most {ends_text((low, high))} of {right} ({usual}; {few} "
        f"of {len(REAL_PAIRS)} real pairs break that few)."
    )


def claim_answers(claim: ClaimCheck) -> tuple[str, ...]:
    """Return each test's answer."""
    return tuple(_answer(claim, test) for test in claim.tests)


def claim_sides(claim: ClaimCheck) -> str | None:
    """Return the effect of the alternative on the answer, or None if the one-sided test is already answered."""
    one_side = "less" if claim.alternative == "less" else "greater"
    one_sided = [claim.asked(test.test, one_side) for test in claim.tests]
    if not can_ask(claim, one_sided):
        return None
    said = []
    for one in one_sided:
        two = claim.asked(one.test, "two-sided")
        if claim.decision(one) != claim.decision(two):
            said.append(
                f"By the {TESTS[one.test].words} the answer depends on the side alone: one-sided "
                f"{_condition(claim, one)}; "
                f"two-sided {_condition(claim, two)}."
            )
    return " ".join(said) or "One-sided or two-sided, the answer is the same."


def _condition(claim: ClaimCheck, test: ClaimedTest) -> str:
    found = claim.decision(test)
    if found == "never":
        return f"it cannot be significant ({pvalues_text(test.best.pvalue)} at best)"
    if found == "always":
        return f"it is significant whichever items changed ({pvalues_text(test.worst.pvalue)} at worst)"
    low, high = test.largest_significant_hurt
    limit = f"at most {ends_text((low or 0, high or 0))}" if high else "none"
    usual = {"unlikely": ", which is unlikely", "likely": ", which is likely"}.get(found, "")
    return f"it is significant if {limit} {'was' if high == 1 else 'were'} hurt{usual}"


def claim_caution(claim: ClaimCheck) -> str | None:
    """Return a warning if the bootstrap finds the claim significant only with few changed items."""
    (fewest, most), (least, largest) = claim.counts
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        if test.test == "bootstrap" and high is not None and largest > fewest:
            changed = 2 * high + largest - fewest if low is None else 2 * low + max(least - most, 0)
            if changed < FEW_CHANGED:
                return (
                    f"The bootstrap finds it significant only where at most {counted(changed, 'item')} changed. With "
                    "so few it calls too many differences significant: go by the permutation test."
                )
    return None


def claim_range(claim: ClaimCheck) -> str | None:
    """Return the source of the realistic number of items hurt, or None if it does not affect the answer."""
    if not can_ask(claim, claim.tests) or {claim.decision(test) for test in claim.tests} <= {"never", "always"}:
        return None
    shares = " to ".join(f"{100 * share:.0f} %" for share in map(float, overlap_range()))
    (fewest, most), (least, largest) = claim.counts
    behind = "the new system, which is behind, would then break " if least + largest < fewest + most else ""
    return (
        f"In {len(REAL_PAIRS)} real pairs of systems the better one broke {shares} as many items as it would with "
        f"independent errors: here {behind}{ends_text(claim.realistic_hurt)} items. Two versions of one system may "
        "break fewer."
    )


def claim_counts(claim: ClaimCheck) -> str:
    """Return how many items each system can have right."""
    baseline, experimental = map(ends_text, claim.counts)
    verb = "can mean" if claim.several_counts else "mean"
    ties = any(each.has_ties(claim.n) for each in read_accuracies(*claim.printed))
    either = " A share halfway between two printed numbers counts for both." if ties else ""
    return f"{' and '.join(claim.printed)} on {item_count(claim.n)} {verb} {baseline} and {experimental} right.{either}"


def claim_rows(claim: ClaimCheck) -> list[tuple[str, ...]]:
    """Return a table, its heading first: each test's figures with their items hurt and p-values."""
    rows: list[tuple[str, ...]] = [("test", "case", "items hurt", "p")]
    for test in claim.tests:
        low, high = test.largest_significant_hurt
        ends = [f"{end:,}" if end is not None else "none" for end in (low, high)]
        still = " to ".join(dict.fromkeys(ends))
        largest = (test.test, "most hurt and still significant", still, _at_the_largest(claim, test))
        best, independence, worst = (
            (test.test, case, ends_text(figure.hurt), " to ".join(dict.fromkeys(map(claimable, figure.pvalue))))
            for case, figure in (("best", test.best), ("independent errors", test.independence), ("worst", test.worst))
        )
        rows += [best, largest, independence, worst]
    return rows


def can_ask(claim: ClaimCheck, tests: Sequence[ClaimedTest]) -> bool:
    """Return whether the difference has the direction of the tests; two-sided tests have both."""
    (fewest, most), (least, largest) = claim.counts
    asked = {test.alternative for test in tests}
    if asked == {"less"}:
        return least < most
    return asked == {"two-sided"} or largest > fewest


def asked_to_be(claim: ClaimCheck) -> tuple[str, str]:
    """Return the required position, "ahead" or "behind", and the claimed result, "better" or "worse"."""
    return ("behind", "worse") if claim.alternative == "less" else ("ahead", "better")


def named(test: ClaimedTest | Plan) -> str:
    """Return the test with its sidedness."""
    return f"{'two' if test.alternative == 'two-sided' else 'one'}-sided {TESTS[test.test].words}"


def _answer(claim: ClaimCheck, test: ClaimedTest) -> str:
    name = named(test)
    (fewest, most), (_, largest) = claim.counts
    if not can_ask(claim, [test]):
        ahead, better = asked_to_be(claim)
        return (
            f"The experimental system is not {ahead}, so nothing can show that it is {better}: by the {name}, "
            f"{pvalues_text(test.best.pvalue)} at best."
        )
    low, high = test.largest_significant_hurt
    side = " That speaks for the baseline, which is ahead." if largest < fewest else ""
    if high is None:
        return (
            f"By the {name} it cannot be significant at α = {claim.alpha:g}: {pvalues_text(test.best.pvalue)} at best."
        )
    if test.worst.pvalue[1] <= claim.alpha:
        worst = pvalues_text(test.worst.pvalue)
        return f"By the {name} it is significant whichever items changed: {worst} at worst.{side}"
    rounding = "the rounding is favourable and " if low is None else ""
    ceiling = ends_text((high if low is None else low, high))
    limit = "none" if ceiling == "0" else f"no more than {ceiling}"
    return (
        f"By the {name}, {pvalues_text(test.best.pvalue)} at best. Significant only if {rounding}the experimental "
        f"system hurt {limit} of the {ends_text((fewest, most))} items that the baseline had "
        f"right{_at_the_limit(claim, test)}; if the two erred independently it would hurt about "
        f"{ends_text(test.independence.hurt)} ({pvalues_text(test.independence.pvalue)}).{side}"
    )


def _at_the_limit(claim: ClaimCheck, test: ClaimedTest) -> str:
    limit = test.largest_significant_hurt[0]
    if claim.several_counts or limit is None or limit >= max(test.best.hurt[0], test.worst.hurt[0]):
        return ""
    gap = claim.counts[1][0] - claim.counts[0][0]
    hurt = [limit, limit + 1]
    at, beyond = helped_hurt_pvalues(
        claim.n, [gap + each for each in hurt], hurt, test=test.test, alternative=test.alternative
    )
    return f" ({pvalue_words(at)}; {limit + 1:,} gives {claimable(beyond)})"


def _at_the_largest(claim: ClaimCheck, test: ClaimedTest) -> str:
    ends = np.array([end for end in test.largest_significant_hurt if end is not None], dtype=np.int64)
    low, high = claim.pvalues(test.test, ends)
    # Other counts with the same number of items hurt may be above α: take the highest p at or below α.
    return " to ".join(dict.fromkeys(map(claimable, np.where(high <= claim.alpha, high, low).tolist())))


def ends_text(ends: tuple[int, int]) -> str:
    """Return "low to high", or one number where they are equal."""
    low, high = ends
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def pvalues_text(ends: tuple[float, float]) -> str:
    """Return ``p = …``, or "p from low to high" if they differ."""
    low, high = (pvalue_words(end).removeprefix("p ").removeprefix("= ") for end in ends)
    if low == high:
        return pvalue_words(ends[0])
    return f"p from {low} to {high}".replace("< ", "below ").replace("> ", "above ")


def review_sentence(claim: ClaimCheck) -> str:
    """Return a message to the authors of a claim.

    >>> from core.planning.claim import check_claim
    >>> print(review_sentence(check_claim(1000, "71.2", "71.7")))
    The paper reports 71.2 and 71.7 on 1,000 items, but not on which items the systems differ. The difference can be \
significant (p ≤ 0.05) only if the new system got at most 1 (one-sided bootstrap) of the 712 items wrong that the \
baseline had right; systems this accurate usually break 45 to 201. By the two-sided permutation test it cannot be \
significant (p = 0.0625 at best). Please report a paired test, or how many items were helped and hurt.
    """
    opening = (
        f"The paper reports {' and '.join(claim.printed)} on {item_count(claim.n)}, but not on which items the systems "
        "differ."
    )
    if not can_ask(claim, claim.tests):
        ahead, better = asked_to_be(claim)
        return f"{opening} The new system is not {ahead}, so no test can show that it is {better}."
    asked = "Please report a paired test, or how many items were helped and hurt."
    depends = [test for test in claim.tests if claim.decision(test) not in ("never", "always")]
    others = [f"By the {named(test)} {_condition(claim, test)}." for test in claim.tests if test not in depends]
    return " ".join([opening, *([_significant_if(claim, depends)] if depends else []), *others, asked])


def _significant_if(claim: ClaimCheck, tests: list[ClaimedTest]) -> str:
    limits = " or ".join(f"{_most_hurt(test)} ({named(test)})" for test in tests)
    return (
        f"The difference can be significant (p ≤ {claim.alpha:g}) only if the new system got {limits} of the "
        f"{ends_text(claim.counts[0])} items wrong that the baseline had right; systems this accurate usually break "
        f"{ends_text(claim.realistic_hurt)}."
    )


def _most_hurt(test: ClaimedTest) -> str:
    low, high = test.largest_significant_hurt
    assert high is not None
    return f"at most {ends_text((high if low is None else low, high))}" if high else "none"
