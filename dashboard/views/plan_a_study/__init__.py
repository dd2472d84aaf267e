"""The page *Plan a study*: `view.py` draws it from top to bottom."""
