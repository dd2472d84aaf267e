"""Check a claim: could two printed accuracies differ significantly?"""

import pandas as pd
import streamlit as st

from core.errors import OptionError
from core.planning.claim import ClaimCheck, check_claim
from core.report import planning, to_json
from core.report.escape import shell
from core.report.numbers import item_count, pvalue_words
from core.significance.cells import helped_hurt_pvalues
from dashboard.charts.figure import Panel
from dashboard.inputs.choices import choose_line, choose_number
from dashboard.panels.chart import draw_panel
from dashboard.panels.downloads import Download, csv_file, draw_downloads, draw_texts, file_stem
from dashboard.panels.links import link_to
from dashboard.panels.table import draw_table
from dashboard.server import cache
from dashboard.settings import CHECK_A_CLAIM
from dashboard.views.check_a_claim import words
from dashboard.views.check_a_claim.chart import claim_chart_rows, claim_spec
from dashboard.wording.unbroken import shown, unbroken


def draw_case(claim: ClaimCheck) -> None:
    """Draw the choice of one number of items hurt, and the link that opens this case in *Helped and hurt*."""
    # One pair of counts, in the middle of those that round to the printed accuracies
    baseline, experimental = ((fewest + most) // 2 for fewest, most in claim.counts)
    first, last = max(0, baseline - experimental), min(baseline, claim.n - experimental)
    memory = st.session_state
    asked = (claim.n, *claim.printed)
    # A new claim begins with the case of independent errors, because the earlier case may not be possible.
    if memory.get("_claim_looked_at") != asked or not first <= memory.get("_claim_hurt", -1) <= last:
        memory["_claim_looked_at"] = asked
        memory["_claim_hurt"] = min(max(claim.tests[0].independence.hurt[0], first), last)
    left, right = st.columns([1, 2], vertical_alignment="center")
    hurt = left.number_input(
        "If this many were hurt", first, last, key="_claim_hurt", help=words.HELP["hurt"], persist_state="session"
    )
    helped = hurt + experimental - baseline
    with right:
        pvalues = {
            each.test: float(helped_hurt_pvalues(claim.n, helped, hurt, test=each.test, alternative=each.alternative))
            for each in claim.tests
        }
        each_test = ", ".join(f"{test} {pvalue_words(p)}" for test, p in pvalues.items())
        st.markdown(shown(f"{helped:,} helped, {hurt:,} hurt: {each_test}."))
        query = {"n": claim.n, "helped": helped, "hurt": hurt, "alpha": claim.alpha}
        link_to("helped-and-hurt", "Open in *Helped and hurt*", query)
        rates = {f"planned_{name}": round(100 * query[name] / claim.n, 9) for name in ("helped", "hurt")}
        study = {"known": "rates", "planned_n": claim.n, **rates}
        link_to("plan-a-study", "*Plan a study* with these rates", study, others=True)


def draw_takeaway(claim: ClaimCheck, panel: Panel, table: pd.DataFrame) -> None:
    """Draw the downloads, and the code that computes the same numbers."""
    result = to_json(claim)
    baseline, experimental = claim.printed
    stem = file_stem(f"claim-{experimental}-vs-{baseline}", f"{claim.n}-items")
    draw_downloads(
        [csv_file(lambda: table, stem), Download("Result (JSON)", f"{stem}.json", lambda: result)], [panel], stem
    )
    alpha = [] if claim.alpha == CHECK_A_CLAIM["alpha"].default else ["--alpha", f"{claim.alpha:g}"]
    command = ["helped-hurt", "claim", "--n", str(claim.n), "--baseline", baseline]
    side = [] if claim.alternative is None else ["--alternative", claim.alternative]
    command += ["--experimental", experimental, *side, *alpha]
    keyword = f", alpha={claim.alpha:g}" if alpha else ""
    keyword += f', alternative="{claim.alternative}"' if side else ""
    python = (
        "from core.planning.claim import check_claim\n\n"
        f'claim = check_claim({claim.n}, "{baseline}", "{experimental}"{keyword})\n'
        "print(claim.to_dict())"
    )
    draw_texts({"Command line": (shell(command), "bash"), "Python": (python, "python"), "JSON": (result, "json")})


st.title("Could a printed claim be significant?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
of_items, of_baseline, of_experimental, of_side, of_alpha = st.columns([1.2, 0.9, 0.9, 2, 1])
choose_number("Items", "items", of_items, help=words.HELP["items"])
for place, name in ((of_baseline, "baseline"), (of_experimental, "experimental")):
    place.text_input(words.LABELS[name], key=name, help=words.HELP[name], persist_state="session", max_chars=20)
choose_line("Question", words.SIDES, "side", of_side, help=words.HELP["side"])
choose_number("α", "alpha", of_alpha)
try:
    n, *printed, side, alpha = key = tuple(st.session_state[name] for name in CHECK_A_CLAIM)
    asked = None if side == "usual" else side
    claim = cache.kept("claims", key, lambda: check_claim(n, *printed, alpha=alpha, alternative=asked))
except OptionError as error:
    raise OptionError(words.mended(str(error))) from error

st.header(shown(planning.claim_headline(claim)), anchor=False, help=words.HELP["answer"])
with st.container(key="review"):
    st.markdown("**For a review**")
    st.code(planning.review_sentence(claim), language=None, wrap_lines=True)
rows, caption = claim_chart_rows(claim), words.chart_caption(claim)
st.markdown(unbroken(f"**{words.QUESTION}**"))
title = f"{' and '.join(claim.printed)} on {item_count(claim.n)}"
panel = draw_panel(title, claim_spec, rows, f"{words.QUESTION} {caption}", unbroken(caption))
if caution := planning.claim_caution(claim):
    st.warning(shown(caution), icon=":material/warning:")
with st.expander("Why", icon=":material/help:"):
    reasons = filter(None, (*planning.claim_answers(claim), planning.claim_sides(claim)))
    st.markdown("\n".join(f"- {shown(text)}" for text in reasons))
    if found := planning.claim_range(claim):
        st.caption(shown(found))
st.caption(shown(planning.claim_counts(claim)))
st.markdown("**The best case, the worst case and cases between them**", help=words.HELP["table"])
draw_table(words.case_rows(claim))
draw_case(claim)
st.subheader("Take it with you", anchor=False)
points = rows.loc[rows["part"] == "point", ["test", "hurt", "low", "pvalue"]]
table = points.rename(columns={"low": "lowest_pvalue", "pvalue": "highest_pvalue"}).astype({"hurt": int})
draw_takeaway(claim, panel, table)
