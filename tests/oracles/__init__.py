"""Slow, plain computations that share no code with `core`, to hold its numbers against."""
