"""Helpers that know no statistics of comparisons: checked arguments, phrases, caching, parallel work, roots."""
