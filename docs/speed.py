"""Write the README's table of speed from what the benchmark prints.

python -m benchmarks.speed --sizes 1000,10000 --data binary,real,f1 --effects some | python -m docs.speed
"""

import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
MARKS = "<!-- speed -->\n", "<!-- /speed -->"
NAMES = {"binary": "right or wrong", "real": "real", "f1": "F1"}
HEAD = (
    "| scores | n | p | time | SciPy's p | SciPy's time | faster |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
)


def rows(printed: str) -> str:
    """Return the rows of the permutation test: p and time here, SciPy's p and time, and the ratio."""
    lines = []
    for line in printed.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 13 and cells[3] == "permutation":
            data, _, n, _, p, _, time, _, scipy_p, _, scipy_time, _, faster = cells
            lines.append(f"| {NAMES[data]} | {n} | {p} | {time} | {scipy_p} | {scipy_time} | {faster} |\n")
    return "".join(lines)


if __name__ == "__main__":
    table = rows(sys.stdin.read())
    if not table:
        sys.exit("No row of the permutation test was read: pipe the output of benchmarks.speed into this command.")
    before, _, rest = README.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    README.write_text(before + MARKS[0] + HEAD + table + MARKS[1] + after, encoding="utf-8")
