"""The page *Methods*: `view.py` draws it from top to bottom."""
