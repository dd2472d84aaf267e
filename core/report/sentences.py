"""The verdict on one comparison in sentences: the effect, then its probability under chance alone."""

import math

from core.common.claimed import LEAST, small
from core.common.phrases import counted
from core.inference.equivalence import Equivalence
from core.inference.notes import few_changed_note
from core.inference.result import Comparison
from core.inference.tango import largest_margin
from core.report.numbers import (
    POINTS,
    Unit,
    interval_decimals,
    interval_text,
    item_count,
    number,
    outward,
    percent,
    pvalue_said,
    pvalue_words,
)
from core.report.phrases import (
    at_first,
    errors_words,
    items_words,
    runs_sentence,
    short_names,
    sizes_words,
    strata_sentence,
    system_names,
)
from core.significance.pvalue import PValue


def headline(result: Comparison, unit: Unit) -> str:
    """Return the answer to "is it really better?": *Yes, better*, *Yes, worse* or *Cannot tell*, and why.

    For identical outputs it states that there is nothing to test.

    >>> from core import compare, helped_hurt
    >>> print(headline(compare(helped_hurt(1319, 209, 152)), POINTS))
    Yes, better: experimental scores 4.3 points higher [1.5, 7.1]; only 0.32 % of random swaps do as much.
    >>> print(headline(compare(helped_hurt(2000, 56, 64)), POINTS))
    Cannot tell: experimental scores 0.4 points lower [−1.5, 0.7], but 52 % of random swaps do as much.
    >>> print(headline(compare(helped_hurt(10, 4, 3)), POINTS))
    Cannot tell: only 7 items changed, 4 helped and 3 hurt.
    """
    if not result.changed:
        return effect_sentence(result, unit)
    if result.n_units == 1:
        return f"Cannot tell: there is only one {result.unit}."
    yes = result.significant and not result.undecided
    if few_changed_note(result.changed, result.unit) and not (yes and result.tested.only_changed):
        counts = "" if result.helped is None else f", {result.helped:,} helped and {result.hurt:,} hurt"
        return f"Cannot tell: only {counted(result.changed, result.unit)} changed{counts}."
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    between = interval_text(interval, unit, decimals)
    baseline, experimental = short_names(result, 40)
    if result.statistic == 0:
        return f"Cannot tell: {experimental} and {baseline} score the same {between}."
    size = unit.of(number(unit.scale * abs(result.statistic), decimals))
    effect = f"{experimental} scores {size} {'higher' if result.statistic > 0 else 'lower'} {between}"
    if not result.higher_is_better:
        effect += " (lower is better)"
    if yes:
        return f"Yes, {'better' if result.lead > 0 else 'worse'}: {effect}; {_share_that_does(result, 'only ')}."
    other = {"greater": "better", "less": "worse"}.get(result.alternative)
    if other is not None and (result.lead < 0) == (other == "better"):
        return f"Cannot tell: {effect}, but the question was whether it is {other}."
    if result.undecided:
        return f"Cannot tell: {effect}, and p may lie on either side of α = {result.alpha:g}."
    return f"Cannot tell: {effect}, but {_share_that_does(result)}."


def _share_that_does(result: Comparison, only: str = "") -> str:
    """Return the share of resamples with as large a difference, or (bootstrap) with the opposite sign."""
    test = result.tested
    two_sided = test.reverses and result.alternative == "two-sided"
    share = share_words(result, min(result.pvalue, 1.0) / (2 if two_sided else 1))
    some = share if share.startswith(("none", "less")) else only + share
    return f"{some} {test.cases} {'reverse the sign' if test.reverses else 'do as much'}"


def effect_sentence(result: Comparison, unit: Unit) -> str:
    """Return which system is better and by how much, with the interval and the changed items."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    size = _amount(abs(result.statistic), unit, decimals, result)
    between = f"{interval_text(interval, unit, decimals)} on {items_words(result)}"
    baseline, experimental = system_names(result)
    if not result.changed:
        same = "the one item" if result.n_items == 1 else f"every one of {item_count(result.n_items)}"
        return f"{at_first(experimental)} and {baseline} score the same on {same}: there is nothing to test."
    if result.statistic == 0:
        text = f"{at_first(experimental)} and {baseline} score the same: the difference is 0 {between}"
    else:
        shown = result.significant and result.alternative != "less" and result.n_units > 1
        verb = "is behind" if result.lead < 0 else "beats" if shown else "is ahead of"
        if result.statistic < 0:
            # The interval is for experimental minus baseline, so negative ends keep their sign.
            size = ": " + _amount(result.statistic, unit, decimals, result)
        text = f"{at_first(experimental)} {verb} {baseline}{size if size[0] == ':' else f' by {size}'} {between}"
        if not result.higher_is_better:
            text += ", where lower is better"
    return f"{text}{_changes(result)}."


def changes_sentence(result: Comparison) -> str:
    """Return the numbers of items, helped, hurt and tied."""
    return f"{items_words(result)}{_changes(result)}."


def _changes(result: Comparison) -> str:
    if result.helped is None or result.hurt is None or result.tied is None:
        return ""
    return f": {result.helped:,} helped, {result.hurt:,} hurt, {result.tied:,} tied"


def _amount(value: float, unit: Unit, decimals: int, result: Comparison, *, up: bool = False) -> str:
    text = (outward if up else number)(unit.scale * value, decimals)
    if unit != POINTS:
        return f"{text} ({result.metric_words or result.metric})"
    return unit.of(text) if result.metric_words is None else f"{unit.of(text)} of {result.metric_words}"


def chance_sentence(result: Comparison) -> str:
    """Return the p-value in the wording of its test.

    The bootstrap asks how often resampled items would reverse the sign; the shifted bootstrap and the permutation test
    ask how often chance alone gives a difference as large (`Methods` has the definitions).
    """
    p = pvalue_said(result)
    test = result.tested
    if test.reverses:
        return _bootstrap_sentence(result, p)
    share = share_words(result, result.pvalue)
    return f"If neither were better, {_event(result)} would come up in {share} {test.cases} ({p})."


def share_words(result: Comparison, share: float) -> str:
    """Return the share of the test's cases that count, up to the word "of"."""
    if result.none_counted:
        return f"none of {result.n_resamples:,}"
    if share == 0 and result.log10_pvalue is None:
        return "none of the possible"
    if share >= 1:
        return "all"
    # A share that underflows is not 0.
    return f"{percent(share or math.ulp(0.0))} of"


def _bootstrap_sentence(result: Comparison, p: str) -> str:
    include = result.boundary == "include"
    if result.alternative == "two-sided":
        past = "at or past zero" if include else "past zero"
        if result.pvalue >= 1:
            return f"In at least half of the resamples of the {result.unit}s the difference is {past} ({p})."
        return (
            f"In {share_words(result, result.pvalue / 2)} resamples of the {result.unit}s the difference is {past}; "
            f"doubled, because the question has two sides: {p}."
        )
    worse = "worse" if result.alternative == "greater" else "better"
    outcome = f"no {'better' if worse == 'worse' else 'worse'}" if include else worse
    share = share_words(result, result.pvalue)
    baseline, experimental = system_names(result)
    return f"In {share} resamples of the {result.unit}s, {experimental} comes out {outcome} than {baseline} ({p})."


def _event(result: Comparison) -> str:
    more = "or larger" if result.boundary == "include" else "exceeded"
    if result.alternative == "two-sided":
        return "a gap this large, in either direction," if more == "or larger" else "a larger gap, in either direction,"
    ahead = (result.lead > 0) == (result.alternative == "greater") and result.lead != 0
    if ahead:
        leader = system_names(result)[result.lead > 0]
        return f"a lead of {leader} this large" if more == "or larger" else f"a larger lead of {leader}"
    end = "high" if (result.alternative == "greater") == result.higher_is_better else "low"
    return f"a difference this {end} or {end}er" if more == "or larger" else f"a difference {end}er than this"


def precision_sentence(result: Comparison) -> str:
    """Return how the p-value was found: exactly, numerically, or by sampling with a 99 % interval."""
    if result.computed:
        within = f", within {small(result.notable_error)}" if result.notable_error else ""
        how = "exact" if result.exact else "computed numerically"
        said = f"The p-value is {how}{within}: no random sampling was used."
        if result.undecided:
            said += f" It may lie on either side of α = {result.alpha:g}: report p, not a verdict."
        return said
    if result.estimate is not None:
        return (
            f"The p-value is approximate: {result.tested.words}, with {result.estimate.df:.3g} degrees of freedom "
            "(Satterthwaite's approximation)."
        )
    why = f", because {result.reason.rstrip('.')}" if result.reason else ""
    size = result.effective_sample_size
    how = "" if size is None else f" by importance sampling (effective sample size {size:,.0f})"
    text = f"The p-value is sampled{why}: {result.n_resamples:,} resamples, seed {result.seed}{how}."
    if result.pvalue_interval is not None:
        low, high = result.pvalue_interval
        where = f"between {small(low)} and {small(high)}" if high >= LEAST else f"below {small(LEAST)}"
        text += f" The exact value lies {where} (99 % interval)."
    if result.undecided:
        text += f" That interval contains α = {result.alpha:g}: draw more resamples."
    return text


def conclusion_sentence(result: Comparison) -> str:
    """Return whether p ≤ α, and what follows otherwise."""
    if result.n_units == 1:
        return f"One {result.unit} says nothing about others, whatever its p-value."
    if result.significant:
        text = f"That is statistically significant at α = {result.alpha:g}"
        if result.tested.only_changed or few_changed_note(result.changed, result.unit) is None:
            return f"{text}."
        return (
            f"{text} by the bootstrap, but only {counted(result.changed, result.unit)} changed, and with so few it "
            "finds too much: go by the permutation test."
        )
    if result.alternative != "two-sided" and (result.lead < 0) == (result.alternative == "greater"):
        asked, other = ("better", "worse") if result.alternative == "greater" else ("worse", "better")
        if result.lead != 0:
            return (
                f"The question was whether {system_names(result)[1]} is {asked}. It scored {other}, so there is no "
                "evidence that it is. This does not show that the systems are equal."
            )
    return (
        f"That is not statistically significant at α = {result.alpha:g}. "
        "This does not show that the systems are equal: there may be a difference that these items cannot reveal."
    )


def equivalence_sentences(result: Comparison, unit: Unit) -> list[str]:
    """Return the evidence that the systems are equivalent, with the tests against the margin."""
    decimals = interval_decimals(result.confidence_interval(), unit)
    test = result.equivalence
    if test is None:
        if result.alpha >= 0.5:
            return []
        reach, how = ruled_out(result), ""
        if result.right_or_wrong is not None:
            how = f" (α = {result.alpha:g}, Tango's score test, approximate)"
        size = _amount(reach, unit, decimals, result, up=True)
        return [f"A true difference of up to {size} is still possible{how}."]
    margin = unit.of(f"{unit.scale * test.margin:.6g}")
    baseline, experimental = system_names(result)
    claims = (
        (f"{experimental} is less than {margin} worse than {baseline}", test.noninferiority),
        (
            f"{baseline} is less than {margin} worse than {experimental}, which is what counts if it is the simpler "
            "system",
            test.baseline_noninferiority,
        ),
        (f"the two are within {margin} of each other", test.equivalence),
    )
    return [
        f"{'Shown' if p.claimed <= result.alpha and result.n_units > 1 else 'Not shown'} at α = {result.alpha:g}: "
        f"{claim} ({pvalue_words(p.value, interval=p.interval, bound=p.error_bound, zero=p.is_zero)}"
        f"{_margin_sampling(test, p)})."
        for claim, p in claims
    ]


def ruled_out(result: Comparison) -> float:
    """Return the largest difference that one-sided tests on both sides do not rule out at α."""
    if result.right_or_wrong is not None:
        return largest_margin(*result.right_or_wrong, result.alpha)
    interval = result.confidence_interval(1 - 2 * result.alpha, "percentile")
    return max(abs(interval.low), abs(interval.high))


def _margin_sampling(test: Equivalence, p: PValue) -> str:
    if p.approximation is not None:
        return f", {p.approximation}, approximate"
    if p.interval is None:
        return ""
    low, high = map(small, p.interval)
    return f", from {test.n_resamples:,} resamples, seed {test.seed}; 99 % interval {low} to {high}"


def cluster_sentence(result: Comparison, unit: Unit) -> str | None:
    """Return the number and sizes of clusters, and both standard errors; None without several in each task."""
    if result.clusters is None or result.clusters.clustered is None:
        return None
    errors = errors_words(result.clusters, unit)
    return f"{sizes_words(result.clusters)}: the standard error of the difference is {errors}."


def verdict(result: Comparison, unit: Unit) -> str:
    """Return effect, chance, conclusion and precision in one paragraph."""
    return " ".join(verdict_sentences(result, unit))


def verdict_sentences(result: Comparison, unit: Unit) -> list[str]:
    """Return effect, chance, conclusion and precision, one or more sentences each; only a note if no item changed."""
    effect = effect_sentence(result, unit)
    if not result.changed:
        return [effect]
    said = [effect, chance_sentence(result), conclusion_sentence(result), precision_sentence(result)]
    more = (runs_sentence(result, unit), cluster_sentence(result, unit), strata_sentence(result.strata, result.unit))
    return [*said, *(sentence for sentence in more if sentence is not None)]
