"""Parse bytes as text, text as a table of cells, and cells as numbers."""
