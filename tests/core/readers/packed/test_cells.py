"""Cells of CSV."""

from hypothesis import given
from hypothesis import strategies as st

from core.readers.parsing.delimited import split_table
from core.readers.parsing.packed.cells import as_csv, quoted
from core.readers.parsing.text import Text

CELLS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=5).map(str.strip)


@given(st.lists(st.tuples(CELLS, CELLS, st.just("x")), min_size=1, max_size=5))
def test_what_is_written_is_read_again(rows):
    table, problems = split_table(
        Text("a", as_csv(("a", "b", "c"), [tuple(map(quoted, row)) for row in rows]).rstrip("\n"))
    )
    assert (problems, list(zip(*table.cells, strict=True))) == ([], rows)
