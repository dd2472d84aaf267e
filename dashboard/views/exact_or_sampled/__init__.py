"""The page *Exact or sampled*: `view.py` draws it from top to bottom."""
