"""CSV, TSV and tables separated by semicolons or white space."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from core.common.phrases import counted, shown
from core.errors import DataError
from core.readers.parsing.notation import is_with_comma
from core.readers.parsing.numeric import are_numbers, is_number
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse_many_columns
from core.readers.parsing.table import ID_NAMES, Table
from core.readers.parsing.text import Text

# The name of each delimiter in messages; None is any run of white space.
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", None: "white space"}

_BLANK = "a blank line: delete it, every line belongs to one item"
# A doubled quote within quotes ends one stretch and begins the next.
QUOTED = re.compile(r'"[^"]*+"')


def split_table(text: Text) -> tuple[Table, list[Problem]]:
    """Split a table with a header line into columns, and list the rows that do not fit the header."""
    delimiter = find_delimiter(text)
    lines = _with_name_of_rows(without_empty_rows(text.lines, delimiter), delimiter)
    text = text._replace(content="\n".join(lines))
    below = range(text.first_line + 1, text.first_line + len(lines))
    if delimiter and delimiter not in text.content and '"' not in text.content and not lines[0].isspace():
        return Table(text.label, _named([lines[0].strip()]), (lines[1:],), below), []
    source: Iterable[str] = io.StringIO(text.content)
    if delimiter is None:
        source = (" ".join(line.split()) for line in lines)
    # Whether each line has as many fields as the header if quotes have no meaning
    widths = {line.count(delimiter) + 1 if delimiter else len(line.split()) for line in lines}
    has_quotes, fits_by_line = '"' in text.content, len(widths) == 1 and widths != {1}
    # Between tabs and white space quoting is rare, but inches, ditto marks and speech are common: each line is a row.
    if fits_by_line and (not has_quotes or delimiter in ("\t", None)):
        table = _split_by_line(text, lines, below, delimiter)
        if table is not None:
            return table, []
    reader = csv.reader(source, delimiter=delimiter or " ", strict=True, skipinitialspace=True)
    # Cells are appended to their columns directly: a list per row would dominate the time for a million rows.
    cells: list[list[str]] = []
    begins: list[int] = []
    problems: list[Problem] = []
    header: list[str] = []
    above = text.first_line - 1
    begin = 1
    try:
        for row in reader:
            if begin == 1:
                header = [name.strip() for name in row]
                refuse_many_columns(f"{text.label}, line {text.first_line}", len(header))
                cells = [[] for _ in header]
                if not any(header):
                    raise DataError(f"{text.label}, line {text.first_line} is blank: it should name the columns.")
            elif len(cells) == 1 >= len(row) or (len(row) == len(cells) and any(map(str.strip, row))):
                for column, cell in zip(cells, row or [""], strict=True):
                    column.append(cell)
                begins.append(begin + above)
            else:
                blank = len(cells) > 1 and not any(map(str.strip, row))
                misfit = _BLANK if blank else _misfit(lines[begin - 1], len(row), len(cells), delimiter)
                problems.append(Problem(begin + above, misfit))
                if len(problems) == MOST_PROBLEMS:
                    break
            begin = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"{text.label}, line {begin + above}: {_quoting(str(error))}: put a field that holds a quote or a "
            "delimiter into quotes, and double the quotes within it."
        ) from None
    read = len(begins) + len(problems) + 1
    if has_quotes and fits_by_line and begins and begin <= len(lines) + 1 and read < len(lines) and len(cells) > 1:
        after = [*begins[1:], len(lines) + 1 + above]
        first = next((line for line, next_ in zip(begins, after, strict=True) if next_ > line + 1), begins[0])
        raise DataError(
            f"{text.label}, line {first}: a quote opens there and closes on a later line, but each line has "
            f"{counted(len(cells), 'field')} without it: double the quotes within a field, or leave them out."
        )
    return Table(text.label, _named(header), tuple(cells), begins), problems


def without_empty_rows(lines: Sequence[str], delimiter: str | None) -> list[str]:
    """Return the lines without the last ones that hold several empty cells, as Excel writes them.

    A single empty cell is a missing score, as pandas writes it. The first line stays.

    Examples
    --------
    >>> without_empty_rows(["id,score", "a,1", ",", '"","" '], ","), without_empty_rows(["score", "1", '""'], ",")
    (['id,score', 'a,1'], ['score', '1', '""'])
    """
    end = len(lines)
    while end > 1 and _is_empty_row(lines[end - 1].split(delimiter)):
        end -= 1
    return list(lines[:end])


def _is_empty_row(cells: Sequence[str]) -> bool:
    return len(cells) > 1 and all(cell.strip() in ("", '""') for cell in cells)


def _may_be_decimal_commas(head: Sequence[str]) -> bool:
    """Return whether each line has one comma, between digits, in one of several fields that white space separates."""
    rows = [line.split() for line in head if line.strip()]
    widths = {len(row) for row in rows}
    return (
        len(widths) == 1
        and widths != {1}
        and all(sum(map(is_with_comma, row)) == "".join(row).count(",") for row in rows)
    )


def _with_name_of_rows(lines: list[str], delimiter: str | None) -> list[str]:
    """Return the lines with a name for the numbers of the rows, above which R and pandas may write none.

    Examples
    --------
    >>> _with_name_of_rows(["id,old,new", "1,q1,0,1", "2,q2,1,1"], ",")[0]
    'row,id,old,new'
    """
    if len(lines) < 3:
        return lines
    try:
        header, first, last = (
            next(csv.reader([line.strip()], delimiter=delimiter or " ", skipinitialspace=True), [])
            for line in (lines[0], lines[1], lines[-1])
        )
    except csv.Error:
        return lines
    # More fields for another reason, such as a comma in a text, seldom begin with the numbers of the rows.
    are_longer = len(first) == len(last) == len(header) + 1 > 2 and bool(first[-1] and last[-1])
    if not are_longer or first[0] not in ("0", "1") or last[0] != str(int(first[0]) + len(lines) - 2):
        return lines
    name = "row"
    while name in header:
        name += "_"
    return [f"{name}{delimiter or ' '}{lines[0].strip()}", *lines[1:]]


def _named(header: Iterable[str]) -> tuple[str, ...]:
    return tuple(name or f"column {i + 1}" for i, name in enumerate(header))


def _split_by_line(text: Text, lines: Sequence[str], below: range, delimiter: str | None) -> Table | None:
    """Split lines of the same number of fields at once; return None if one without quotes is blank or very long."""
    n = len(lines[0].split(delimiter))
    refuse_many_columns(f"{text.label}, line {text.first_line}", n)
    fields = "\n".join(lines).split() if delimiter is None else delimiter.join(lines).split(delimiter)
    header = [_unquoted(name.strip()) for name in fields[:n]]
    if '"' in text.content:
        fields = list(map(_unquoted, fields))
    elif not any(header) or not all(map(str.strip, fields[n::n])) or max(map(len, lines)) > csv.field_size_limit():
        return None
    cells = tuple(fields[i::n] for i in range(n, 2 * n))
    if delimiter and (delimiter + " " in text.content or "\n " in text.content):
        cells = tuple([cell.lstrip(" ") for cell in column] for column in cells)
    return Table(text.label, _named(header), cells, below)


def _unquoted(cell: str) -> str:
    """Return the text within quotes, if they enclose the whole cell and inner quotes are doubled."""
    if '"' not in cell:
        return cell
    inside = cell.strip()[1:-1]
    if len(cell.strip()) > 1 and cell.strip() == f'"{inside}"' and '"' not in inside.replace('""', ""):
        return inside.replace('""', '"')
    return cell


def find_delimiter(text: Text) -> str | None:
    """Return the mark that separates the columns of the header line, None for white space."""
    head = text.head(20)
    header = QUOTED.sub("", head[0])
    present = [mark for mark in DELIMITERS if mark and mark in header]
    if len(present) > 1:
        widths = {mark: {len(QUOTED.sub("", line).split(mark)) for line in head} for mark in present}
        present = [mark for mark, found in widths.items() if len(found) == 1] or present
    if len(present) > 1:
        kinds = " and ".join(DELIMITERS[mark] for mark in present)
        raise DataError(
            f"{text.label}, line {text.first_line}: {kinds} on one line: use one delimiter in the whole file."
        )
    if present == [","] and _may_be_decimal_commas(head):
        raise DataError(
            f"{text.label}, line {text.first_line}: the comma of {shown(head[0])} may be a decimal comma or separate "
            "columns, on every line: put a line above that names the columns, or write decimals with a point."
        )
    if present:
        return present[0]
    refuse_bars(text.label, head)
    by_space = len(head[0].split())
    # R writes no name above the names of rows.
    below = {len(line.split()) for line in head[1:]}
    return None if by_space > 1 and below in ({by_space}, {by_space + 1}) else ","


def refuse_bars(label: str, head: Sequence[str]) -> None:
    """Refuse columns between vertical bars: as many on every line, below the name of an id or a name above numbers.

    Labels of several parts may have a bar too.
    """
    rows = [[field.strip(' "') for field in line.split("|")] for line in head if line.strip()]
    if (
        len(rows) < 2
        or len(rows[0]) < 2
        or len({len(row) for row in rows}) > 1
        or any(mark in head[0] for mark in ",;\t")
    ):
        return
    if any(name.casefold() in ID_NAMES for name in rows[0]) or any(
        not is_number(column[0]) and are_numbers(column[1:]) for column in zip(*rows, strict=True)
    ):
        raise DataError(f"{label} has '|' between its columns, which is not read: save it with commas or tabs instead.")


def _misfit(line: str, found: int, width: int, delimiter: str | None) -> str:
    if not line.strip():
        return _BLANK
    other = next((name for mark, name in DELIMITERS.items() if mark and mark != delimiter and mark in line), None)
    if other and found == 1:
        return f"{other} where the header has {DELIMITERS[delimiter]}: use one delimiter in the whole file"
    also = "; if the first line is a title, delete it" if width == 1 else ""
    if found == width + 1:
        also += "; if a line begins with its name, name that column too, such as id"
    return f"{counted(found, 'field')} where the header has {width}, in {shown(line)}: give each line as many{also}"


def _quoting(error: str) -> str:
    if "field larger" in error:
        return f"a field is longer than {csv.field_size_limit():,} characters, or its quote never closes"
    return "a quote never closes" if "end of data" in error else "text follows a closing quote"
