"""Helped & Hurt: is one NLP system really better than another?"""
