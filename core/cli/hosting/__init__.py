"""Several workers behind nginx: what ``helped-hurt app --workers`` and ``helped-hurt proxy`` share.

==========  ====================================================================
module      what is in it
==========  ====================================================================
nginx       the configuration of nginx, from one template
supervisor  keep processes running until this one is asked to end
==========  ====================================================================
"""
