"""Text for a paper: the methods paragraph of a comparison, and answers to the checklists of venues."""

from core.common.claimed import small
from core.inference.intervals import ConfidenceInterval
from core.inference.notes import few_changed_note, few_clusters_note
from core.inference.result import Comparison
from core.planning.sensitivity import sensitivity
from core.report.escape import markdown
from core.report.numbers import (
    POINTS,
    Unit,
    interval_decimals,
    interval_text,
    item_count,
    number,
    pvalue_said,
    rounding_note,
    signed,
)
from core.report.phrases import (
    effect_size_words,
    exaggeration,
    items_words,
    left_out_words,
    paired_words,
    relative_words,
    runs_words,
    shown_gain,
    strata_sentence,
    system_names,
    varies_sentences,
)
from core.report.sentences import cluster_sentence, equivalence_sentences

SIDES = {
    "greater": "one-sided: experimental is better",
    "less": "one-sided: experimental is worse",
    "two-sided": "two-sided",
}


def methods_paragraph(result: Comparison, unit: Unit) -> str:
    """Return the methods paragraph: data, scores, test, intervals, assumptions and limits."""
    few = None if result.n_clusters is None else few_clusters_note(result.n_clusters)
    sentences: list[str | None] = [
        f"We compared {_named(result.experimental_name, 'experimental')} "
        f"with {_named(result.baseline_name, 'baseline')} on the same {items_words(result)}, paired "
        f"{paired_words(result)}; {left_out_words(result.provenance)}.",
        _about_changes(result),
        _about_scores(result, unit),
        *_about_test(result),
        *_about_groups(result, unit),
        *varies_sentences(result, unit),
        *_about_size(result, unit),
        None if result.estimate is not None else few_changed_note(result.changed, result.unit),
        few,
        scores_rounding_note(result, unit),
        f"Software: Helped & Hurt {result.version}.",
    ]
    return " ".join(filter(None, sentences))


def metric_described(result: Comparison, unit: Unit) -> str:
    """Return the metric with its unit and its direction."""
    metric = (result.metric_words or result.metric) + (" in per cent" if unit == POINTS else "")
    return f"{metric}, {'higher' if result.higher_is_better else 'lower'} is better"


def interval_words(interval: ConfidenceInterval) -> str:
    """Return an interval's level and kind."""
    return f"{100 * interval.level:g} % {kind_words(interval.kind)} interval"


def kind_words(kind: str) -> str:
    """Return the kind of an interval, for use in a sentence."""
    known = {"Clopper-Pearson": "Clopper-Pearson", "bca": "BCa bootstrap", "t": "Student's t"}
    return known.get(kind, f"{kind} bootstrap")


def scores_rounding_note(result: Comparison, unit: Unit) -> str | None:
    """Return a note if the printed scores do not differ by the printed difference."""
    decimals = interval_decimals(result.confidence_interval(), unit)
    scale = unit.scale
    return rounding_note(scale * result.baseline, scale * result.experimental, scale * result.statistic, decimals)


def _named(name: str, role: str) -> str:
    return f"the {role} system" if name == role else f"{name} ({role})"


def _about_changes(result: Comparison) -> str | None:
    size, name = effect_size_words(result), result.experimental_name
    if result.helped is None:
        return None
    return (
        f"{'The experimental system' if name == 'experimental' else name} did better on {item_count(result.helped)}, "
        f"worse on {result.hurt:,} and equally well on {result.tied:,}{'' if size is None else f' ({size})'}."
    )


def _about_scores(result: Comparison, unit: Unit) -> str:
    interval, own = result.confidence_interval(), result.own_intervals()
    decimals = interval_decimals(interval, unit)
    before, after = (
        f"{number(unit.scale * score, decimals)} {interval_text(each, unit, decimals)}"
        for score, each in zip((result.baseline, result.experimental), own, strict=True)
    )
    kinds = " and a ".join(dict.fromkeys(map(interval_words, own)))
    kinds = f"a {kinds}" if " and a " in kinds else f"{kinds}s"
    sampled = next((each for each in own if each.method == "monte-carlo"), None)
    how = "" if sampled is None else f", {_spread(sampled, result)}"
    relative = relative_words(result)
    drawn = f"{result.unit}s" + ("" if result.runs == "mean" else " and runs")
    shape = "stays within" if interval.kind in ("percentile", "bca") else "may reach beyond"
    shape = f"{'' if interval.kind == 't' else 'need not be symmetric, and '}{shape} the range of the metric"
    return (
        f"The score ({metric_described(result, unit)}) went from {before} to {after} ({kinds} over {drawn}"
        f"{how}), a difference of {signed(unit.scale * result.statistic, decimals)}"
        f"{'' if relative is None else f', {relative} of the score before'} ({interval_words(interval)} "
        f"{interval_text(interval, unit, decimals)}, {_spread(interval, result)}; it {shape})."
    )


def _spread(interval: ConfidenceInterval, result: Comparison) -> str:
    """How an interval was computed or sampled."""
    if interval.n_resamples is None:
        return interval.method
    return f"{interval.n_resamples:,} resamples" + ("" if result.seed is None else f", seed {result.seed}")


def _about_test(result: Comparison) -> list[str]:
    if not result.changed:
        return ["They scored the same on every item, so that there was nothing to test."]
    said = [
        f"Significance was tested with the {result.tested.methods}, {SIDES[result.alternative]}, "
        f"at α = {result.alpha:g}: {pvalue_said(result)}, {_computed(result)}.",
        f"The null hypothesis is that {result.tested.hypothesis}.",
        "It is one comparison, and its p-value is not corrected for others.",
    ]
    if result.alternative != "two-sided":
        said.append("The side has to be chosen before the scores are seen.")
    if result.boundary == "exclude":
        said.append("Resamples exactly on the boundary were not counted.")
    return said


def _computed(result: Comparison) -> str:
    if result.computed:
        return f"computed {'exactly' if result.exact else 'numerically, to 0.2 %'}, without resampling noise"
    if result.estimate is not None:
        return f"approximate, with {result.estimate.df:.3g} degrees of freedom"
    how = f"approximated with {result.n_resamples:,} resamples (seed {result.seed})"
    if result.pvalue_interval is None:
        return how
    low, high = map(small, result.pvalue_interval)
    return f"{how}, so that the exact value lies in [{low}, {high}] with 99 % confidence"


def _about_groups(result: Comparison, unit: Unit) -> list[str | None]:
    said: list[str | None] = []
    if result.signature is not None:
        said.append(f"The signature of {result.metric_words or result.metric} is {result.signature}.")
    if result.n_clusters is not None:
        said += ["Clusters were resampled and swapped as a whole.", cluster_sentence(result, unit)]
    return [*said, strata_sentence(result.strata, result.unit)]


def _about_size(result: Comparison, unit: Unit) -> list[str | None]:
    said: list[str | None] = []
    if result.changed and (not result.significant or result.equivalence is not None):
        said += equivalence_sentences(result, unit)
    found = sensitivity(result)
    if found is not None:
        said += [shown_gain(found, result, unit), exaggeration(found, result.alternative != "two-sided")]
    return said


def checklist(data: str, described: str, settings: str, cell: str) -> str:
    """Return the answers, with blanks for facts that only the authors know.

    ``data`` is the number of items and the pairing, ``described`` the printed scores, ``settings`` the software with
    its settings, and ``cell`` a published result and its systems.
    """
    return "\n\n".join(
        [
            f"- **ARR B6 (statistics of the data): Yes.** {data}",
            f"- **ARR C3 (descriptive statistics): Yes.** {described}",
            f"- **ARR C4 (packages and settings): Yes.** {settings}",
            "- **NeurIPS 7 (statistical significance): Yes.** What varies, the kind of the intervals, the test, its "
            f"null hypothesis and its assumptions are stated. In a table: {cell}.",
            "- **For the authors to add:** other metrics, subsets and stopping rules that were tried; whether test, "
            "side and α were chosen before the scores were seen.",
        ]
    )


def pair_checklist(result: Comparison, unit: Unit) -> str:
    """Return the answers for one comparison."""
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    level = f"{100 * interval.level:g} %"
    sampled = result.method if result.n_resamples is None else f"{result.n_resamples:,} resamples, seed {result.seed}"
    baseline, experimental = system_names(result)
    shown = f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}"
    items = items_words(result)
    return checklist(
        f"{items}, paired {paired_words(result)}; {left_out_words(result.provenance)}.",
        f"Both scores on {items}, with their {level} intervals, and the difference with its own; "
        f"{runs_words(result.provenance)}; one comparison.",
        f"Helped & Hurt {result.version}, {result.tested.words}, {result.alternative}, α = {result.alpha:g}, "
        f"{sampled}.",
        f"`{shown}, {pvalue_said(result)}` ({markdown(experimental)} against {markdown(baseline)})",
    )
