"""Several workers behind nginx: what ``helped-hurt app --workers`` and ``helped-hurt proxy`` share."""
