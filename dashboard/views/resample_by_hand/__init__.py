"""The page *Resample by hand*: `view.py` draws it from top to bottom."""
