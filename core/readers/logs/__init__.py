"""Logs of evaluation harnesses: one harness a file, and what they share.

A harness's file turns its files into `Log` records; `core.readers.logs.choosing` asks what has to be asked, and
`core.readers.logs.joining` pairs the systems on their items.
"""
