"""The page *Preferences*: `view.py` draws it from top to bottom."""
