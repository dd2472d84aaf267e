"""The page *p-value grid*: `view.py` draws it from top to bottom."""
