"""The pages, one folder each: `view.py` is the script, `settings.py` the settings in the URL, the rest its parts."""
