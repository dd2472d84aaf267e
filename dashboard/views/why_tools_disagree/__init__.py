"""The page *Why tools disagree*: `view.py` draws it from top to bottom."""
