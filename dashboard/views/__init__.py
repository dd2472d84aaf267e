"""The pages, a folder each: `view.py` is the script, `settings.py` what the URL carries, the rest its own parts."""
