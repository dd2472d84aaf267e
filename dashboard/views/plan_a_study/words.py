"""The texts of *Plan a study* other than the answer, which has the same words as on the command line."""

from core.common.phrases import counted
from core.planning.planning import Plan
from core.report.numbers import percent
from core.report.planning import power_text
from dashboard.wording.settings import TERMS

INTRODUCTION = (
    "Three numbers decide whether a test set can show a gain: its size, the gain, and how many items the two systems "
    "differ on. Say what you expect, or bring the scores of a first small study."
)

KNOWN = {"rates": "Helped and hurt", "accuracies": "Two accuracies", "pilot": "Pilot scores"}

HELP = {
    "known": "What you believe to be true: the shares of items that the new system will help and hurt; two accuracies "
    "and how often the systems agree; or scores of both systems on a few items.",
    "planned_n": "The items that you have, or can afford.",
    "planned_helped": "The share of all possible items that only the experimental system gets right.",
    "planned_hurt": "The share of all possible items that only the baseline gets right.",
    "planned_baseline": "The baseline's true accuracy: 80 or 0.80.",
    "planned_experimental": "The experimental system's true accuracy: 82 or 0.82.",
    "planned_agreement": "The share of items on which both systems are right or both wrong: 90 or 0.90.",
    "target": f"**Power**: {TERMS['power']} 80 % is usual.",
    "cluster_size": "Items of one document, passage or speaker, on average. 1: every item is independent.",
    "cluster_correlation": "How alike the differences of two items in one cluster are: 0 not at all, 1 the same.",
    "runs": "How often both systems answer each item; the scores are averaged.",
    "run_correlation": "How alike an item's differences are in two runs: 0 not at all, 1 the same. The more alike, "
    "the less the runs help.",
}


# The terms in the answer
EXPLAINED = (
    f"**Power**: {TERMS['power']}\n\n"
    "**Disagreement**: the share of items that only one of the two systems has right.\n\n"
    "**Smallest gain**: the gain that is found with the power wanted, if the same share of items changes."
)


def design_title(cluster_size: float, runs: int) -> str:
    """Return the title of the expander of clusters and runs.

    Examples
    --------
    >>> design_title(1.0, 1), design_title(5.0, 3)
    ('Clusters and runs: independent items, one run', 'Clusters and runs: 5 items in a cluster, 3 runs')
    """
    items = "independent items" if cluster_size == 1 else f"{cluster_size:g} items in a cluster"
    return f"Clusters and runs: {items}, {'one run' if runs == 1 else f'{runs:,} runs'}"


def chart_caption(plan: Plan) -> str:
    """Return the caption of the curve.

    Examples
    --------
    >>> from core.planning.planning import plan
    >>> print(chart_caption(plan(500, helped=0.06, hurt=0.04)))
    The power is 25 % with 500 items; it stays above 80 % from 2,043 and above 90 % from 2,697.
    """
    parts = []
    if plan.n is not None and plan.power is not None:
        parts.append(f"The power is {power_text(plan.power, plan.targets)} with {counted(plan.n, plan.unit)}")
    reached = [f"above {percent(target)} from {n:,}" for target, n in plan.smallest_n.items() if n is not None]
    if reached:
        parts.append(f"{'it' if parts else 'The power'} stays {' and '.join(reached)}")
    else:
        parts.append(f"{'it' if parts else 'The power'} never reaches {percent(min(plan.targets))}")
    shade = ""
    if plan.simulated is not None:
        shade = " The shade is the simulation's 99 % interval, the line a curve through the simulated sizes."
    elif any(plan.first_n[target] != n for target, n in plan.smallest_n.items()):
        shade = f" The curve is jagged: one {plan.unit} more can make the test a little stricter."
    return f"{'; '.join(parts)}.{shade}"
