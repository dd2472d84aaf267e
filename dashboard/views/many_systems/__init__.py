"""The page *Many systems*: `view.py` draws it from top to bottom."""
