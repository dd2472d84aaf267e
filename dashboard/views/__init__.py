"""The pages, one folder each: `view.py` is the script, the rest its parts."""
