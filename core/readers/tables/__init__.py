"""Read score files, and tables of two or many systems."""
