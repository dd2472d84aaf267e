"""Page configuration and navigation."""

from pathlib import Path

import streamlit as st

from core.report.escape import markdown
from dashboard import cache, state
from dashboard.guard import guarded

# A file of our own: icons by name would be fetched from elsewhere.
MARK = str(Path(__file__).parent / "static" / "mark.svg")

st.set_page_config("Helped & Hurt", MARK)

# Pages that put things beside each other.
WIDE = ("resample-by-hand", "helped-and-hurt", "pvalue-grid")

GROUPS = {
    "Compare": [
        st.Page("views/two_systems.py", title="Two systems", icon=":material/compare_arrows:", default=True),
    ],
    "Learn": [
        st.Page(
            "views/resample_by_hand.py",
            title="Resample by hand",
            icon=":material/casino:",
            url_path="resample-by-hand",
        ),
        st.Page(
            "views/helped_and_hurt.py",
            title="Helped and hurt",
            icon=":material/balance:",
            url_path="helped-and-hurt",
        ),
        st.Page("views/pvalue_grid.py", title="p-value grid", icon=":material/grid_on:", url_path="pvalue-grid"),
        st.Page(
            "views/exact_or_sampled.py",
            title="Exact or sampled",
            icon=":material/query_stats:",
            url_path="exact-or-sampled",
        ),
        st.Page(
            "views/why_tools_disagree.py",
            title="Why tools disagree",
            icon=":material/call_split:",
            url_path="why-tools-disagree",
        ),
    ],
    "Review": [
        st.Page(
            "views/check_a_claim.py", title="Check a claim", icon=":material/fact_check:", url_path="check-a-claim"
        ),
        st.Page("views/plan_a_study.py", title="Plan a study", icon=":material/straighten:", url_path="plan-a-study"),
    ],
    "Methods": [
        st.Page("views/methods.py", title="Methods", icon=":material/menu_book:", url_path="methods"),
    ],
}
# A menu of one page is a link; a page within another site has no menu.
menus = {title: pages for title, pages in GROUPS.items() if len(pages) > 1}
links = [pages[0] for pages in GROUPS.values() if len(pages) == 1]
page = st.navigation({"": links, **menus}, position="hidden" if st.context.is_embedded else "top")
# Once a run: a page that changes its layout is drawn in both, and may stay in the first.
st.set_page_config(layout="wide" if page.url_path in WIDE else "centered")
st.logo(MARK, size="large")

cache.begin()
for problem in state.adopt(page.url_path):
    st.warning(markdown(problem), icon=":material/link_off:")
with guarded():
    page.run()
state.publish(page.url_path)
cache.freeze()
