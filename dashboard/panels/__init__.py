"""The parts that pages are made of: each draws one thing from a result.

=========  ==============================================================
module     what it draws
=========  ==============================================================
chart      one chart in the page's theme
reading    what was read: n, means, ranges, ties, a few rows, notes
verdict    the effect, the evidence for it, and what it does not show
tests      every test beside the other
pictures   the items, the bootstrap and chance, on one axis
items      the table of the items that changed most
takeaway   texts and files to take along
by_hand    resampling by hand: items beside the resample, buttons, figures
grid       the p-value grid: its curves, its map, one cell of it
claim      a printed claim: answer, curves, cases
=========  ==============================================================
"""
