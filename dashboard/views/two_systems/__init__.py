"""The page *Two systems*: `view.py` draws it from top to bottom."""
