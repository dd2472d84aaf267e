"""One comparison in words and documents.

==============  ============================================================================================
module          what is in it
==============  ============================================================================================
checklist       answers to the checklists of venues
claim           a checked claim in plain words: how likely it is to be significant, and what that would take
clusters        clusters in words: how many, of what sizes, and what they do to a standard error
documents       what one takes into a repository: the Markdown report, and JSON
effect          the size of a difference in words, and what so many items could show
escape          text that came from a user, made harmless: one escape for each language
grid            the p-value grid as CSV and JSON, one row a cell
items           what each item did: its scores, and how far it moved the difference
latex_pair      one comparison in LaTeX: a row, a table and the methods paragraph
methods         what a paper's methods section says of one comparison
names           what two systems are called in a sentence, a table and on an axis
numbers         numbers as a person reads them: units, sensible digits, p-values that never claim too much
origins         where scores came from, in words: pairing, what was left out, runs
plan            a planned study in plain words
preferences     preferences in words and documents
ranking         a ranking in words and documents
ranking_cells   what they are made of: scores, intervals, ranks and p-values as they are printed
ranking_report  a ranking for a paper: methods, Markdown, answers to checklists
reading         the Python and the command line that read the same files again
reproduce       the Python and the command line that give the same numbers as a result on the page
review          a sentence for a review: what two printed accuracies can show
sampling        what sampling does to a p-value, in plain words
sentences       the verdict on one comparison in plain words
strata          strata in words: how many tasks, of how many items, and what was resampled
tabular         a LaTeX table that needs no package
==============  ============================================================================================
"""

from core.report.documents import markdown_report, to_json
from core.report.latex_pair import latex_report, latex_row, latex_table
from core.report.methods import methods_paragraph
from core.report.numbers import OWN, POINTS, Unit, interval_text, pvalue_text, unit_of
from core.report.reproduce import Origin, command_line, python_code
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
    "latex_report",
    "latex_row",
    "latex_table",
    "markdown_report",
    "methods_paragraph",
    "precision_sentence",
    "pvalue_text",
    "python_code",
    "to_json",
    "unit_of",
    "verdict",
]
