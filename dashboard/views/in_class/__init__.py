"""The page *In class*: `view.py` draws it from top to bottom."""
