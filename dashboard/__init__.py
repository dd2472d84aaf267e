"""The Streamlit front end of Helped & Hurt.

========  ==========================================================================================
module    what is in it
========  ==========================================================================================
app       page configuration and navigation
cache     what is computed once and kept: for everybody, or for the session that brought the data
charts    results become rows and Vega-Lite specifications
guard     the guard around every page and part of a page
heap      what is free again goes back to the operating system
inputs    widgets that end in a `PairedScores`
lessons   what each learning page has its reader try, asks, and answers
limits    what one visitor may take, so that something is left for the others
pages     the pages, one row each: address, title, icon, script and settings
panels    the parts that several pages are made of: each draws one thing from a result
pool      a few processes that compute what takes long
process   what runs in a process of the pool
progress  long work shows how far it is, and can be stopped
reading   large files are read in a process of their own
rooms     rooms of classes that meet for an hour
samples   small data sets that this project made, each loadable by its key
session   the end of a visitor's session, with which all that it brought is dropped
setting   one setting of a page: its default, what it may be, and its text in a URL
settings  the settings that several pages share; a page's own stand in its folder
state     the settings between the URL, the session and the widgets
store     what was computed is kept for a while
turn      redraws wait for each other, so that each is soon done
views     the pages, a folder each
watch     a line in the log every few minutes that says how busy this process is
wording   what several pages say
work      what may take long, as functions that another process can run
========  ==========================================================================================
"""
