"""Results become rows and Vega-Lite specifications here, without a screen; what one page alone draws is in its folder.

A specification is authored once for each kind of chart and says nothing about the data; the rows carry the
data, as histograms and never as raw resamples. A page draws ``st.vega_lite_chart(rows, specification)``.

=============  =======================================================
module         what it draws
=============  =======================================================
distribution   a distribution of the difference, with its tail
studies        the p-values of many studies of the same truth, as a strip
evidence       p-values of several tests over the bands of evidence
curve_names    what curves of p have in common: the axis, names at their ends
pvalues        the colours of p on a map, and the numbers in its cells
ranked         rankings: a bar for each system, the matrix of all pairs
pointing       the point next to the pointer, read out
axis           the difference's axis, shared by the pictures
themed         one specification for the light and the dark page
enlarged       larger letters, marks and plots, for a projector
figure         several charts as one PNG or SVG
palette        the colours, in the light and in the dark
=============  =======================================================
"""
