"""Charts of results: data rows and Vega-Lite specifications; a chart used by a single page is in the page's folder.

A specification is built once for each kind of chart and contains no data. The rows contain the data, as histograms and
never as raw resamples. A page draws ``st.vega_lite_chart(rows, specification)``.
"""
