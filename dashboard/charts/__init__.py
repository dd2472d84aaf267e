"""Results become rows and Vega-Lite specifications here, without a screen; what one page alone draws is in its folder.

A specification is authored once for each kind of chart and says nothing about the data; the rows carry the
data, as histograms and never as raw resamples. A page draws ``st.vega_lite_chart(rows, specification)``.
"""
