"""The texts of *Why tools disagree*."""

from collections.abc import Sequence

from core.common.claimed import claimable
from core.common.phrases import counted
from core.inference.notes import FEW_CHANGED
from core.report.escape import markdown
from core.report.numbers import item_count, percent
from core.teaching.definitions import DEFINITIONS
from core.teaching.disagreement import DATA_SETS, DefinedPValue, Disagreement
from core.teaching.type_one import TypeOneErrors

DATA = {key: data.title for key, data in DATA_SETS.items()} | {"own": "My scores"}

DEFINITIONS_CAPTION = (
    "Blue can be reported, orange should not be; the dashed line is α. A triangle marks a p-value below 0.001, or "
    "below the number beside it."
)

SYMBOLS = (
    "δ is the observed difference, experimental minus baseline; δ\\* that of a bootstrap resample; δ' that after "
    "random swaps of the two systems' outputs; R the number of swaps drawn. Formulas with \\|δ\\| are two-sided, the "
    "others ask whether experimental is better. ≈ marks a sampled p-value; definitions in bold can be reported."
)

WHICH = (
    "Decide before you look whether the question is two-sided (*do they differ?*) or one-sided (*is mine better?*). If "
    "it is two-sided, report the **permutation** test, which never has more false alarms than α. If it is one-sided, "
    f"report the **bootstrap** or the one-sided permutation test; where fewer than {FEW_CHANGED} items changed, the "
    "permutation test. Say which test, one-sided or two-sided, how many resamples (or *exact*), and that outcomes "
    "equal to the observed one count. Then the same scores always give the same number."
)

# The shares are the output of `python -m benchmarks.tries` for 2,000 studies.
UNITS = """
A p-value or an interval also depends on what is drawn again. Two ways draw something other than items, and call two
equal systems different more often than they should:

- **Judgments as if they were items**, with intervals of 90 % (arena-hard's script): **34 %** false alarms. The
  judgments of one item, in both orders and by all judges, agree; and an interval of 90 % gives 10 % false alarms even
  over items. Over items, with intervals of 95 %: 5.4 %.
- **The samples of each item, with replacement, for pass^k**: **63 %** false alarms. It overstates pass^k of a system
  that changes from try to try: 37 % on average where pass^4 is 22 %. Over items, with each item's pass^k: 2.7 %.
"""

UNITS_CAPTION = (
    "Simulated: 2,000 studies of two equal systems. First 80 items and three judges in both orders; then 100 items "
    "with four samples, where one system is steady, the other changes from try to try, and both have pass^4 = 22 %. "
    "The command `python -m benchmarks.tries` simulates them again."
)


def rounded(row: DefinedPValue) -> str:
    """Return a definition's p-value in short form, or a dash if it has none.

    Examples
    --------
    >>> row = DEFINITIONS["bootstrap"]
    >>> rounded(DefinedPValue(row, 0.04304, "exact", None)), rounded(DefinedPValue(row, 1 - 1e-9, "exact", None))
    ('0.0430', '> 0.9999')
    """
    return "–" if row.pvalue is None else claimable(
        row.pvalue, interval=row.interval, bound=row.error_bound, zero=True
    )  # fmt: skip


def data_sentence(result: Disagreement) -> str:
    """Return a description of the data."""
    items = counted(result.n_items, result.unit)
    if result.helped is None or result.hurt is None:
        return f"{items}, compared in {markdown(result.metric)}."
    return f"{items}: {result.helped:,} helped, {result.hurt:,} hurt, the rest tied."


def split_sentence(result: Disagreement, alpha: float) -> str:
    """Return how many definitions find the difference significant, and whether the systems are identical."""
    below = result.significant(alpha)
    counted = sum(row.pvalue is not None for row in result.rows)
    if (result.helped, result.hurt) == (0, 0) and below:
        names = _and([DEFINITIONS[key].name for key in below])
        return (
            f"The two systems are **identical**, yet {len(below)} of {counted} definitions call them significantly "
            f"different at α = {alpha:g}: {names}. They leave out outcomes equal to the observed one, and here every "
            "outcome is."
        )
    rows = sorted((row for row in result.rows if row.pvalue is not None), key=lambda row: row.claimed_pvalue)
    least, most = (rounded(row).replace("<", "below").replace(">", "above") for row in (rows[0], rows[-1]))
    return (
        f"The same scores give p-values from **{least}** to **{most}**: "
        f"{len(below)} of {counted} definitions call the difference significant at α = {alpha:g}."
    )


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def definition_alt(result: Disagreement) -> str:
    """Return a sentence that describes the chart of p-values, for screen readers."""
    pvalues = [f"{row.definition.name} {rounded(row)}" for row in result.rows if row.pvalue is not None]
    return f"The p-value of every definition: {', '.join(pvalues)}."


def table_rows(result: Disagreement, errors: TypeOneErrors | None, alpha: float) -> list[dict[str, str]]:
    """Return one row for each definition: its formula, its p-value, and its type I error rate at α."""
    rows = []
    for row in result.rows:
        definition = row.definition
        line = {
            "Definition": f"**{definition.name}**" if definition.report else definition.name,
            "Formula": definition.formula,
            "p": ("≈ " if row.method == "monte-carlo" and not row.none_counted else "") + rounded(row),
        }
        if errors is not None:
            rate = rate_at(errors, definition.key, alpha)
            line["False alarms"] = "–" if rate is None else percent(rate).replace("less than", "<")
        rows.append(line)
    return rows


def rate_at(errors: TypeOneErrors, key: str, alpha: float) -> float | None:
    """Return a definition's type I error rate at one of the computed α, or None if it has none."""
    return errors.rates[key][errors.alphas.index(alpha)] if key in errors.rates else None


def definition_lines(key: str) -> str:
    """Return a definition's formula, the programs that use it, and its procedure, as Markdown."""
    row = DEFINITIONS[key]
    claim = {"one": "experimental is better", "two": "the two differ"}[row.sides]
    lines = {
        "p": f"= {row.formula}, for the claim that {claim}",
        "Found in": row.used_by,
        "False alarms": f"{row.effect[0].lower()}{row.effect[1:]}",
        "Report it?": "Yes." if row.report else "No, see below.",
    }
    escaped = {name: text.replace("*", "\\*").replace("|", "\\|") for name, text in lines.items()}
    return "\n".join(f"- **{name}** {text}" for name, text in escaped.items() if text)


def alarm_sentence(errors: TypeOneErrors, key: str, alpha: float) -> str:
    """Return the chosen definition's type I error rate at α, as a sentence."""
    rate = rate_at(errors, key, alpha)
    name = DEFINITIONS[key].name
    if rate is None:
        return (
            f"The false alarms of **{name}** are not known here: they depend on each system's scores, which are not "
            "just right or wrong."
        )
    times = rate / alpha
    often = "no more often than" if times <= 1.001 else "about as often as"
    if times >= 1.05:
        often = f"{times:.1f} times as often as"
    return (
        f"At α = {alpha:g} **{name}** gives a false alarm in **{percent(rate)}** of comparisons of two equally good "
        f"systems: {often} it should."
    )


def design_sentence(errors: TypeOneErrors) -> str:
    """Return a description of the data for which the type I error rates were computed."""
    return (
        f"Computed exactly, over all outcomes of {item_count(errors.n_items)}: {percent(errors.changed)} of them "
        "change, and a coin decides whether a changed item is helped or hurt. The dashed line is what a test promises: "
        "false alarms in a share α of comparisons."
    )


def alarm_alt(errors: TypeOneErrors, key: str, alpha: float) -> str:
    """Return a sentence that describes the chart of type I error rates, for screen readers."""
    return "False alarms against α for every definition. " + alarm_sentence(errors, key, alpha).replace("**", "")
