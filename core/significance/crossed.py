"""Student's t test of systems whose runs all items share; `core.inference.runs` computes its variance."""

from dataclasses import replace

from core.significance.bootstrap import SHIFTED

# The difference on other items and runs is modelled as t about δ, and counted as in the shifted bootstrap.
CROSSED = replace(
    SHIFTED,
    name="student-t",
    formula={"greater": "P(T ≥ δ/√v)", "less": "P(T ≤ δ/√v)", "two-sided": "P(|T| ≥ |δ|/√v)"},
    title="Student's t over items and runs",
    words="t test over items and runs",
    caption="How often would other items and other runs give this gap by chance?",
    methods="t test over items and runs (Student's t with Satterthwaite's degrees of freedom)",
    source="Satterthwaite (1946)",
    cases="studies of other items and other runs",
    only_changed=True,
    hypothesis="over items and runs like these the two systems score the same",
)
