"""Helpers: checked arguments, phrases, caching, parallel work, roots."""
