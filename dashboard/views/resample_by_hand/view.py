"""Resample by hand: what is a bootstrap, one draw at a time? First the choice of a few items, then the draws."""

import streamlit as st

from core import report
from core.common.claimed import small
from core.data.paired import PairedScores
from core.inference.result import Comparison
from core.readers.parsing.file import load_table
from core.report.numbers import Unit
from core.teaching.by_hand import LARGEST_BY_HAND, HandDraws, all_flips, draw_by_hand, few_items, metric_by_hand
from dashboard.charts.axis import shared_range
from dashboard.charts.distribution import null_rows
from dashboard.guard import Finished
from dashboard.inputs.choices import choose_number, choose_segment, next_one
from dashboard.inputs.settings import as_one_list
from dashboard.inputs.sources import choose_source, choose_swap
from dashboard.panels.chart import draw
from dashboard.panels.lesson import draw_introduction, draw_questions, draw_steps
from dashboard.panels.projector import STATIC
from dashboard.panels.table import draw_table
from dashboard.samples import SAMPLES
from dashboard.server import cache
from dashboard.settings import RESAMPLE_BY_HAND
from dashboard.views.resample_by_hand import chart, words
from dashboard.views.resample_by_hand.table import hand_table
from dashboard.wording.evidence import sampling_words
from dashboard.wording.pictures import axis_title
from dashboard.wording.settings import TERMS
from dashboard.wording.unbroken import shown, unbroken

STEPS = (1, 10, 100, 1_000)


def draw_buttons(draws: str, seed: str, verb: str) -> None:
    """Draw the buttons that make more draws, and the button that starts again; they change these two settings."""
    most = int(RESAMPLE_BY_HAND[draws].high or 0)
    done = st.session_state[draws] >= most
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for step in STEPS:
            label, key, by = f"{verb} {step:,}", f"_{draws}_{step}", "d" if step == 1 else None
            st.button(label, key, shortcut=by, disabled=done, on_click=_add, args=(draws, step, most))
        icon = ":material/restart_alt:"
        st.button("Start again", key=f"_{draws}_reset", icon=icon, on_click=_reset, args=(draws, seed))
    if done:
        st.caption(f"This page keeps at most {most:,} draws.")


def _add(draws: str, step: int, most: int) -> None:
    st.session_state[draws] = min(st.session_state[draws] + step, most)
    st.session_state["_travels"] = step == 1


def _reset(draws: str, seed: str) -> None:
    # A new seed, so that the next draws are different.
    st.session_state[draws] = 0
    st.session_state[seed] += 1
    if draws == "draws":
        st.session_state.update(guess=None, revealed=False)


def draw_guess() -> None:
    """Draw the input for a guess and the button that reveals the exact p-value."""
    memory, more = st.session_state, {"step": 0.05, "placeholder": "0 to 1", "help": TERMS["pvalue"], "width": 170}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="hand_guess"):
        choose_number("Guess p first", "guess", **more)
        icon, done, reveal = ":material/visibility:", memory["revealed"], memory.update
        st.button("Reveal the exact p", "_reveal", icon=icon, disabled=done, on_click=reveal, kwargs={"revealed": True})


def draw_figures(drawn: HandDraws, comparison: Comparison, unit: Unit, *, revealed: bool) -> None:
    """Draw the counts as large figures, and the exact p-value if it is revealed."""
    with st.container(horizontal=True, key="hand_figures"):
        what = "Resamples" if drawn.test == "bootstrap" else "Random swaps"
        hint = TERMS["resample" if drawn.test == "bootstrap" else "random swap"]
        st.metric(what, f"{drawn.n_draws:,}", width="content", help=hint)
        goal = "At or below zero" if drawn.test == "bootstrap" else f"{words.amount(comparison.lead, unit)} or more"
        st.metric(goal, f"{drawn.count:,}", width="content")
        sofar = small(drawn.pvalue) if drawn.n_draws >= words.FEW else "–"
        st.metric("p so far", sofar, width="content", help=TERMS["pvalue"])
        goal = "Exact p" if comparison.computed else f"p of {comparison.n_resamples:,} draws"
        st.metric(goal, small(comparison.pvalue) if revealed else "hidden", width="content", help=TERMS["exact"])


FEW_ITEMS = 12


def choose_few() -> tuple[PairedScores, tuple[str, ...]]:
    """Draw the choice of items in an expander; return the chosen ones, and a name for each.

    The source is the one of *Two systems*, so both pages show the same data.
    """
    memory = st.session_state
    label = "Use other items: your own, an example, or made-up ones"
    with st.expander(label, memory.get("_few_missing", False), icon=":material/swap_horiz:"):
        source = choose_source("hand_sample")
        if source is None:
            if not memory.get("_few_missing"):
                # The message about missing files is inside the expander, and is known only after it is drawn. So draw
                # it open.
                memory["_few_missing"] = True
                st.rerun()
            raise Finished
        source = as_one_list(source)
        choose_swap()
        pair = source.pair
        if FEW_ITEMS < len(pair) <= LARGEST_BY_HAND:
            st.toggle(f"All {len(pair)} items instead of {FEW_ITEMS}", key="whole", persist_state="session")
        few = LARGEST_BY_HAND if memory["whole"] and len(pair) <= LARGEST_BY_HAND else FEW_ITEMS
        if len(pair) > few:
            st.button(f"Pick another {FEW_ITEMS}", on_click=next_one, args=("choice",), icon=":material/refresh:")
    choice = memory["choice"]
    picked = cache.of_pair("few", pair, (few, choice), lambda: few_items(pair, few, choice))
    if len(pair) > few:
        st.caption(unbroken(words.picked(few, len(pair))))
    names = picked.ids or tuple(str(i + 1) for i in range(len(picked)))
    texts = _texts(memory["hand_sample"]) if memory["source"] == "sample" else {}
    return picked, tuple(texts.get(name, name) for name in names)


def _texts(key: str) -> dict[str, str]:
    """Return the beginnings of a sample's questions by their id, if its table has the texts."""
    sample = SAMPLES[key]
    id_ = sample.options.get("id")
    if id_ is None:
        return {}

    def read() -> dict[str, str]:
        table = load_table(sample.paths[0])
        return dict(zip(table.column(id_), table.column("text"), strict=True)) if "text" in table.columns else {}

    return cache.kept("texts", key, read)


memory = st.session_state
st.title(unbroken(words.TITLES[memory["by_hand"]]), anchor=False)

choose_segment("What to draw", words.TABS, "by_hand", label_visibility="collapsed")
tab = memory["by_hand"]
draw_introduction(words.INTRODUCTIONS[tab], TERMS[words.TESTS[tab][0]])
draw_steps()

# The chart is above the choice of its items.
with st.container(key="opening_hand"):
    left, right = st.columns([3, 2], gap="medium")
pair, names = choose_few()
metric = metric_by_hand(pair)
test, draws, seed, verb = words.TESTS[tab]
drawn = draw_by_hand(pair, n_draws=memory[draws], test=test, seed=memory[seed], metric=metric)
comparison = cache.compared(pair, {"metric": metric, "test": test, "alternative": "greater"}).result
unit = report.unit_of(pair, metric)
observed, title = comparison.lead, axis_title(unit, metric)

every = tab == "flip" and memory["all_flips"]
revealed = memory["revealed"] if tab == "resample" else every
exact = comparison.pvalue if revealed else None
with left:
    draw_buttons(draws, seed, verb)
    with st.container(key="hand_picture"):
        if every:
            flips = all_flips(pair, metric)
            null = comparison.null_distribution
            ends = shared_range([null], (0.0, observed), (), unit)
            caption = words.flips_caption(flips, unit)
            rows = null_rows(null, comparison, unit, ends)
            draw(chart.flips_spec, rows, caption, title, chart.value_ticks(null, unit))
        else:
            distribution = comparison.bootstrap_distribution if tab == "resample" else comparison.null_distribution
            rows = chart.draw_rows(drawn, distribution, observed, unit, revealed=revealed)
            caption = words.draws_caption(drawn, observed, unit, revealed=revealed)
            ticks = () if tab == "resample" else chart.value_ticks(distribution, unit)
            draw(chart.draws_spec, rows, words.draws_alt(drawn, observed, unit), title, ticks)
    draw_figures(drawn, comparison, unit, revealed=revealed)
    if tab == "resample":
        draw_guess()
        if revealed:
            how = sampling_words(comparison)
            st.markdown(unbroken(words.guess_sentence(memory["guess"], comparison.pvalue, how)))
    else:
        st.toggle(f"Flip all {2 ** len(pair):,} at once", key="all_flips", persist_state="session")
    if every:
        st.markdown(unbroken(words.flips_sentence(flips, unit)))
    st.markdown(unbroken(words.latest_sentence(drawn, observed, unit)))
    st.markdown(unbroken(words.counting_sentence(drawn, observed, unit)))
    st.caption(shown(caption))
    caption = words.running_caption(drawn, exact)
    draw(chart.running_spec, chart.running_rows(drawn, exact, memory["guess"] if tab == "resample" else None), caption)
    st.caption(shown(caption))
with right.container(key="hand_table"):
    table = hand_table(names, comparison, cache.items(pair, metric), drawn, unit)
    draw_table(table, markup=table.columns, alt=words.latest_sentence(drawn, observed, unit))
if memory.pop("_travels", False):
    # Move the drawn items to their dot.
    script = (STATIC / "travel.js").read_text()
    st.html(f"<script>/* {drawn.n_draws} */ {script}</script>", unsafe_allow_javascript=True)
draw_questions()
