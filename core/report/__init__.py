"""Results in words, tables and documents; user text is escaped for each language in `core.report.escape`."""

from core.report.documents import latex_methods, latex_report, latex_row, latex_table, markdown_report
from core.report.methods import methods_paragraph
from core.report.numbers import OWN, POINTS, Unit, interval_text, unit_of
from core.report.reproduce import Origin, command_line, python_code, to_json
from core.report.sentences import chance_sentence, effect_sentence, headline, precision_sentence, verdict

__all__ = [
    "OWN",
    "POINTS",
    "Origin",
    "Unit",
    "chance_sentence",
    "command_line",
    "effect_sentence",
    "headline",
    "interval_text",
    "latex_methods",
    "latex_report",
    "latex_row",
    "latex_table",
    "markdown_report",
    "methods_paragraph",
    "precision_sentence",
    "python_code",
    "to_json",
    "unit_of",
    "verdict",
]
