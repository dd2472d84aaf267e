"""Read data frames, and tables that are larger than memory."""
