"""The page *Helped and hurt*: `view.py` draws it from top to bottom."""
