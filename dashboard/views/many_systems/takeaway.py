"""The texts and downloads of a ranking."""

from typing import Any

from core.ranking.ranked import Ranking
from core.report import Origin
from core.report.numbers import Unit
from core.report.ranking import (
    ranking_checklist,
    ranking_csv,
    ranking_latex,
    ranking_markdown,
    ranking_methods,
)
from core.report.reproduce import command_line, python_code, to_json
from dashboard.charts.figure import Panel, alone, column_figure
from dashboard.panels.downloads import Download, draw_downloads, draw_texts, file_stem, paper_files, picture_files
from dashboard.panels.links import address_of

# The table of more pairs is only a download, because a browser would take long to show it.
_MOST_PAIRS = 500


def draw_takeaway(
    ranking: Ranking, unit: Unit, origin: Origin, options: dict[str, Any], scores: Panel, matrix: Panel | None
) -> None:
    """Draw the texts, each with a copy button, and the downloads."""
    texts = {
        "Methods": (ranking_methods(ranking, unit), None),
        "LaTeX": (ranking_latex(ranking, unit), None),  # a highlighter would show the text after \% as a comment
        "Checklist": (ranking_checklist(ranking, unit), None),
        "Python": (python_code(origin, options, "rank"), "python"),
        "Command line": (command_line(origin, options, "rank"), "bash"),
        **({"JSON": (to_json(ranking), "json")} if len(ranking.pairs) <= _MOST_PAIRS else {}),
        "Link": (address_of("many-systems"), None),
    }
    draw_texts(texts)
    stem = file_stem(f"ranking-of-{len(ranking.systems)}-systems", ranking.metric)
    draw_downloads(
        [
            Download("Report (Markdown)", f"{stem}.md", lambda: ranking_markdown(ranking, unit, origin, options)),
            Download("Table (LaTeX)", f"{stem}.tex", lambda: ranking_latex(ranking, unit)),
            Download("Pairs (CSV)", f"{stem}_pairs.csv", lambda: ranking_csv(ranking)),
            Download("Result (JSON)", f"{stem}.json", lambda: to_json(ranking)),
            *paper_files(lambda: column_figure(scores), f"{stem}_scores"),
            *([] if matrix is None else picture_files(lambda: alone(matrix), f"{stem}_pairs", "Matrix")),
        ]
    )
