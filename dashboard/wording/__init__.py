"""What the page says: results become plain sentences here, without a screen.

===========  ===============================================================
module       what it words
===========  ===============================================================
settings     titles, captions and help of the settings
evidence     bands of evidence instead of only yes or no
agreement    why the tests disagree, where they do
unbroken     no line break between a number and its unit
pictures     the pictures' questions, captions and texts for screen readers
by_hand      resampling by hand: what was drawn, and what p that makes
helped_hurt  repeated studies, and the cautionary tale of promising ones
terms        what the words on the learning pages mean
pvalue_grid  what the p-value grid shows, computed from its cells
claim        what stands beside the answer to a printed claim
===========  ===============================================================
"""
