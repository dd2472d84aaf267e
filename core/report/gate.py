"""A gate in words, as Markdown for a build's summary, and as JUnit's XML."""

from xml.etree import ElementTree

from core.common.claimed import small
from core.inference.gate import Gate
from core.report.documents import markdown_table
from core.report.escape import markdown
from core.report.numbers import Unit, interval_decimals, interval_text, number, signed, unit_of_result


def gate_sentences(found: Gate) -> tuple[str, ...]:
    """Return the outcome, its reason, the items needed for a decision, and the results of the further measures."""
    result, unit = found.result, unit_of_result(found.result)
    _, _, decimals = f"{unit.scale * found.margin:.6f}".rstrip("0").partition(".")
    margin = unit.of(number(unit.scale * found.margin, len(decimals)))
    names = f"{result.experimental_name} is", f"than {result.baseline_name} by {margin}"
    first = {
        "pass": f"{names[0]} not worse {names[1]} or more (p = {small(found.not_worse.value)}).",
        "fail": f"{names[0]} worse {names[1]} or more (p = {small(found.worse.value)}).",
        "inconclusive": f"nothing is shown: {names[0]} neither shown to be not worse {names[1]} or more "
        f"(p = {small(found.not_worse.value)}) nor shown to be worse (p = {small(found.worse.value)}).",
    }[found.by_margin]
    said = [f"{found.outcome.capitalize()}: {first}", _about_scores(found, unit)]
    if found.n_needed is not None:
        said.append(
            f"About {found.n_needed:,} items would decide it in 80 % of such comparisons, if the true difference is "
            "the one seen."
        )
    for each in found.also:
        shown = {"pass": "is", "fail": "is not", "inconclusive": "is not shown to be"}[each.outcome]
        said.append(f"{each.measure} {shown} {each.direction} (p = {small(each.pvalue)}).")
    return tuple(said)


def _about_scores(found: Gate, unit: Unit) -> str:
    result, interval = found.result, found.result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    size = unit.of(number(abs(unit.scale * result.statistic), decimals))
    how = "higher" if result.statistic > 0 else "lower"
    said = f"{size} {how}" if result.statistic else "the same"
    metric = result.metric_words or result.metric
    level = f"{100 * interval.level:g} % interval"
    return f"Its {metric} is {said} ({level} {interval_text(interval, unit, decimals)}) on {result.n_items:,} items."


def gate_markdown(found: Gate) -> str:
    """Return the summary that a build shows: the outcome in bold, the sentences, and a table of the numbers."""
    first, *others = gate_sentences(found)
    result, unit = found.result, unit_of_result(found.result)
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    scores = [number(unit.scale * score, decimals) for score in (result.baseline, result.experimental)]
    row = [
        markdown(result.metric), *scores, signed(unit.scale * result.statistic, decimals),
        interval_text(interval, unit, decimals), small(found.not_worse.value), found.outcome,
    ]  # fmt: skip
    rows = [row] + [
        [markdown(each.measure), f"{each.result.baseline:.4g}", f"{each.result.experimental:.4g}",
         signed(each.result.statistic, 4), "", small(each.pvalue), each.outcome]
        for each in found.also
    ]  # fmt: skip
    level = f"{100 * interval.level:g} %"
    head = ["measure", markdown(result.baseline_name), markdown(result.experimental_name), "difference", level, "p", ""]
    return "\n\n".join([f"**{markdown(first)}**", markdown(" ".join(others)), markdown_table(head, rows)]) + "\n"


def gate_junit(found: Gate) -> str:
    """Return one test case for the margin and one for each further measure; inconclusive cases are skipped."""
    first, *others = gate_sentences(found)
    cases = [(f"not worse by {found.margin:g} in {found.result.metric}", found.by_margin, first)]
    about_measures = others[len(others) - len(found.also) :]
    for each, said in zip(found.also, about_measures, strict=True):
        cases.append((f"{each.measure} is {each.direction}", each.outcome, said))
    suite = ElementTree.Element(
        "testsuite", name="helped-hurt gate", tests=str(len(cases)),
        failures=str(sum(outcome == "fail" for _, outcome, _ in cases)),
        skipped=str(sum(outcome == "inconclusive" for _, outcome, _ in cases)),
    )  # fmt: skip
    for name, outcome, said in cases:
        case = ElementTree.SubElement(suite, "testcase", name=name, classname="helped-hurt")
        if outcome != "pass":
            ElementTree.SubElement(case, "failure" if outcome == "fail" else "skipped", message=said)
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
