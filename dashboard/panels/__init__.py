"""The parts that several pages are made of: each draws one thing from a result.

=========  ==============================================================
module     what it draws
=========  ==============================================================
chart      one chart in the page's theme
tests      every test beside the other
projector  the places of settings, verdict and picture, and the button for a projector
table      a table in the page's type
lesson     what to try on a learning page, and its questions
links      links to other pages, with what they begin with
downloads  files to take along
=========  ==============================================================
"""
