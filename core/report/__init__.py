"""One comparison in words and documents.

===================  ======================================================================
module               what it makes
===================  ======================================================================
numbers              p-values, differences and intervals with sensible digits and units
sentences            the verdict: the effect first, then the p-value in its test's own words
reproduce            the Python and the command line that give the same numbers
documents            methods paragraph, Markdown report, LaTeX row, JSON
===================  ======================================================================
"""

from core.report.documents import latex_row, markdown_report, methods_paragraph, to_json
from core.report.numbers import OWN, POINTS, Unit, interval_text, pvalue_text, unit_of
from core.report.reproduce import Origin, command_line, python_code
from core.report.sentences import chance_sentence, effect_sentence, precision_sentence, verdict

__all__ = [
    "OWN",
    "POINTS",
    "Origin",
    "Unit",
    "chance_sentence",
    "command_line",
    "effect_sentence",
    "interval_text",
    "latex_row",
    "markdown_report",
    "methods_paragraph",
    "precision_sentence",
    "pvalue_text",
    "python_code",
    "to_json",
    "unit_of",
    "verdict",
]
