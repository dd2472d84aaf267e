"""The page *Check a claim*: `view.py` draws it from top to bottom."""
