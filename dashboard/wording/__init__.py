"""What pages say: results become plain sentences here, without a screen; what one page alone says is in its folder.

===========  ===============================================================
module       what it words
===========  ===============================================================
settings     titles, captions and help of the settings
evidence     bands of evidence instead of only yes or no
agreement    why the tests disagree, where they do
systems      what is asked of the files of many systems
unbroken     no line break between a number and its unit
pictures     the pictures' questions, captions and texts for screen readers
shares       a share of counts
terms        what the words on the learning pages mean
===========  ===============================================================
"""
