"""Results become rows and Vega-Lite specifications here, without a screen.

A specification is authored once for each kind of chart and says nothing about the data; the rows carry the
data, as histograms and never as raw resamples. A page draws ``st.vega_lite_chart(rows, specification)``.

=============  =======================================================
module         what it draws
=============  =======================================================
changes        the items that changed
distribution   a distribution of the difference, with its tail
evidence       p-values of several tests over the bands of evidence
draws          resamples drawn by hand, and p as the draws go on
studies        p-values of repeated studies, and what became of some
grid_curves    the p-value grid as curves, one panel for each n
heat_map       the p-value grid as a map, with α outlined
claim          p against items hurt, for a printed claim
pointing       the point next to the pointer, read out
axis           the difference's axis, shared by the pictures
themed         one specification for the light and the dark page
figure         several charts as one PNG or SVG
palette        the colours, in the light and in the dark
=============  =======================================================
"""
