"""Two systems: is mine really better? First the choice of the scores, then the results."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from core import report
from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.inference.reliability import reliability_note
from core.inference.result import Comparison
from core.metrics.samples import most_tries, scored_by_samples
from core.planning.pilot import MOST_SIMULATED, pilot_rates
from core.readers import FORMATS
from core.report import Origin, sentences
from core.report.escape import markdown
from core.report.items import items_of
from core.report.methods import scores_rounding_note
from core.report.numbers import POINTS, Unit, interval_decimals, interval_text, number, signed
from core.report.phrases import runs_sentence, short_names, strata_sentence, system_names
from core.significance import TESTS
from dashboard import state
from dashboard.charts.distribution import distribution_spec
from dashboard.charts.figure import Panel, column_figure
from dashboard.guard import Finished, needed, section
from dashboard.inputs.settings import choose_settings, fit_metric
from dashboard.inputs.sources import choose_source
from dashboard.inputs.uploaded import readable
from dashboard.inputs.uploads import held
from dashboard.pages import PAGES
from dashboard.panels.downloads import Download, csv_file, draw_downloads, file_stem, paper_files
from dashboard.panels.links import address_of, link_to
from dashboard.panels.projector import projecting, settings_place, verdict_and_picture
from dashboard.panels.tests import draw_tests
from dashboard.samples import SAMPLES
from dashboard.samples.examples import EXAMPLES, example
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.server.work import Texts
from dashboard.views.two_systems.items import draw_items, draw_reading, item_table
from dashboard.views.two_systems.pictures import pictures_of
from dashboard.views.two_systems.where import draw_where
from dashboard.wording.evidence import claim, scale
from dashboard.wording.pictures import CHANGES, SPREAD, figure_caption, short_title
from dashboard.wording.settings import asked_words, question_words
from dashboard.wording.unbroken import shown, unbroken


def draw_takeaway(
    texts: Callable[[], Texts],
    pair: PairedScores,
    result: Comparison,
    unit: report.Unit,
    origin: report.Origin,
    options: dict[str, Any],
    panels: list[Panel],
) -> None:
    """Draw the downloads, and the texts to copy; the texts are made when their expander is opened."""
    st.header("Take it with you", anchor=False)
    stem = file_stem(f"{result.experimental_name}-vs-{result.baseline_name}", result.metric)
    written = partial(report.markdown_report, result, unit, origin, options)
    files = [
        Download("Report (Markdown)", f"{stem}_report.md", written),
        Download("Result (JSON)", f"{stem}_result.json", lambda: report.to_json(result)),
        # The table of all items is not kept in memory, because its button may never be pressed.
        csv_file(lambda: item_table(pair, items_of(pair, result.metric)), f"{stem}_items", "Items (CSV)"),
    ]
    spread = [panel for panel in panels if panel.title == SPREAD]
    if spread:
        files += paper_files(lambda: _for_a_paper(spread[0], result, unit), f"{stem}_difference")
    draw_downloads(files, panels, f"{stem}_pictures")
    _draw_texts(texts, result, unit, origin, options)


@section
def _draw_texts(
    texts: Callable[[], Texts], result: Comparison, unit: report.Unit, origin: report.Origin, options: dict[str, Any]
) -> None:
    folded = st.expander(
        "Texts for a paper, code and link", icon=":material/content_copy:", key="_texts", on_change="rerun"
    )
    if not folded.open:
        return
    with folded:
        written = texts()
        tabs: dict[str, dict[str, tuple[str, str | None]]] = {
            "Methods": {"": (written.methods, None)},
            # A highlighter would show the text after \% as a comment.
            "LaTeX": {title: (text, None) for title, text in written.latex.items()},
            "Caption": {"Of the figure for a paper": (figure_caption(result, unit), None)},
            "Checklist": {"": (written.checklist, None)},
            "Python": {"": (report.python_code(origin, options), "python")},
            "Command line": {"": (report.command_line(origin, options), "bash")},
            "JSON": {"": (report.to_json(result), "json")},
            "Link": {"": (address_of(""), None)},
        }
        if not result.changed:
            del tabs["Caption"]
        for tab, (name, blocks) in zip(st.tabs(list(tabs)), tabs.items(), strict=True):
            with tab:
                for title, (text, language) in blocks.items():
                    if title:
                        st.caption(title)
                    st.code(text, language=language, wrap_lines=True)
                if name in _NOTES:
                    st.caption(_NOTES[name])


# In points
_HEIGHT = 160


def _for_a_paper(spread: Panel, result: Comparison, unit: report.Unit) -> dict:
    baseline, experimental = short_names(result, 20)
    axis = (short_title(unit, result.metric), f"{experimental} − {baseline}")
    specification = distribution_spec(axis, _HEIGHT, "share of resamples")
    return column_figure(Panel(spread.title, specification, spread.rows))


_NOTES = {
    "Link": "The link holds every setting but never the data: upload or paste the scores again.",
    "Python": "Options at their defaults are left out.",
}


def choose_pair() -> tuple[PairedScores, Origin]:
    """Draw the ways to start, the choice of the scores, and the settings; return the scores.

    The settings are one line that opens. For a visitor's own scores, the choice of the scores is part of that line; for
    an example it stays visible.
    """
    memory = st.session_state
    above = st.container()
    with settings_place("source"):
        with st.container(key="ways"):
            st.markdown("Is one system really better than another? Exact answers from two score files.")
            # Widths in pixels, because buttons load later and would otherwise wrap and move the page below.
            with st.container(horizontal=True, gap="small"):
                bring, files = memory.update, {"source": "upload"}
                st.button("I have score files", icon=":material/upload_file:", on_click=bring, args=(files,), width=180)
                ways = (("I have two printed accuracies", "check-a-claim", 260), ("I teach", "in-class", 110))
                for label, address, width in ways:
                    if st.button(label, icon=f":material/{PAGES[address].icon}:", width=width):
                        st.switch_page(PAGES[address].script)
        pair, origin = needed(choose_source(beside=draw_examples))
    own = memory["source"] in ("upload", "paste", "systems")
    with above if own else st.container(), settings_place("asked"):
        metrics = fit_metric(pair)
        asked = asked_words(memory["metric"], memory["test"], memory["alternative"], memory["alpha"])
        label = f"{markdown(f'{_what(pair)} · {asked}')} · **change**"
        # While the line of a visitor's own scores is closed, their choice is hidden (style.css).
        with st.expander(label, key="_own" if own else "_settings", icon=":material/tune:"):
            choose_settings(pair, metrics)
    return pair, origin


def _what(pair: PairedScores) -> str:
    """Return the name of the data: the files, the example, or the two systems."""
    memory = st.session_state
    if memory["source"] == "upload":
        return first_few([upload.name for upload in readable(held(), say=False)], limit=3, width=30)
    if memory["source"] == "sample":
        return SAMPLES[memory["sample"]].title
    if memory["source"] == "synthetic":
        return f"{memory['n']:,} items, {memory['helped']:,} helped, {memory['hurt']:,} hurt"
    return first_few([pair.baseline_name, pair.experimental_name], width=30)


def draw_examples() -> None:
    """Draw a button that opens a list of formats with example files to download."""
    hint = "What files of each format look like."
    offer = st.popover("Example files", icon=":material/draft:", help=hint, key="_examples", on_change="rerun")
    if not offer.open:
        return
    with offer:
        title = {name: format.title for name, format in FORMATS.items()}.__getitem__
        key = st.selectbox("Format of the example", [*EXAMPLES], key="_example", format_func=title, filter_mode=None)
        st.caption(unbroken(FORMATS[key].explanation))
        files = example(key)
        draw_downloads([Download(markdown(file.name), file.name, partial(bytes, file.data)) for file in files])


def draw_answer(result: Comparison, unit: Unit) -> None:
    """Draw the answer to the page's question, its figures, and the strength of the evidence."""
    st.header(shown(sentences.headline(result, unit)), anchor=False)
    interval = result.confidence_interval()
    decimals = interval_decimals(interval, unit)
    side = "two" if result.alternative == "two-sided" else "one"
    sign = " %" if unit == POINTS else ""
    baseline, experimental = (
        role.capitalize() if name == role else f"{markdown(name)} ({role})"
        for name, role in zip(short_names(result), ("baseline", "experimental"), strict=True)
    )
    with st.container(horizontal=True, key="figures"):
        st.metric(baseline, number(unit.scale * result.baseline, decimals) + sign, width="content")
        st.metric(experimental, number(unit.scale * result.experimental, decimals) + sign, width="content")
        if not result.changed:
            return
        difference = f"{signed(unit.scale * result.statistic, decimals)} {interval_text(interval, unit, decimals)}"
        st.metric(f"Difference [{100 * interval.level:g} % interval]", difference, width="content")
        question = markdown(question_words(result.alternative, *system_names(result)))
        st.metric(f"p-value, {side}-sided", result.claimable_pvalue(), width="content", help=question)
    st.markdown(f"{markdown(claim(result))}: {scale(result)}")


def draw_reasons(result: Comparison, unit: Unit, notes: list[str]) -> None:
    """Draw the reasons for the answer, the limits of the conclusion, and the notes."""
    if rounding := scores_rounding_note(result, unit):
        st.caption(shown(rounding))
    if not result.changed:
        st.markdown("If you meant two different systems, check whether one file was given twice.")
    else:
        why = (sentences.changes_sentence, sentences.chance_sentence, sentences.conclusion_sentence)
        st.markdown(shown(" ".join(write(result) for write in why)))
        if not result.significant or result.equivalence is not None:
            texts = [shown(text) for text in sentences.equivalence_sentences(result, unit)]
            st.markdown("\n".join(f"- {text}" for text in texts) if len(texts) > 1 else "".join(texts))
    for note in notes:
        st.warning(shown(note), icon=":material/warning:")
    if not result.changed:
        return
    precision = shown(sentences.precision_sentence(result))
    if result.undecided:
        st.warning(precision)
    else:
        st.caption(precision)
    design = (runs_sentence(result, unit), sentences.cluster_sentence(result, unit))
    for sentence in filter(None, (*design, strata_sentence(result.strata, result.unit))):
        st.caption(shown(sentence))


st.title("Helped & Hurt", anchor=False)
pair, origin = choose_pair()
options = state.chosen()
state.publish("")
name = f"{pair.digest}{sorted(options.items(), key=str)}"
with stoppable(name, "Resampling") as run:
    result = cache.compared(pair, options, run).result
unit = report.unit_of(pair, result.metric)
verdict, picture = verdict_and_picture()
with verdict:
    draw_answer(result, unit)
of_samples = reliability_note(pair) if most_tries(pair) > 1 else None
notes = [note for note in result.notes if note not in (*pair.notes, of_samples)]


def draw_scores() -> None:
    """Draw the summary of the data, and the links to other pages."""
    draw_reading(pair)
    units = scored_by_samples(pair, result.metric).units
    at_hand = len(units) if pilot_rates(units, result.metric) else min(len(units), MOST_SIMULATED)
    pilot = {"known": "pilot", "planned_n": at_hand}
    link_to("plan-a-study", "*Plan a study* from these scores", pilot, others=True)


if not result.changed:
    draw_reasons(result, unit, notes)
    draw_scores()
    draw_takeaway(partial(cache.written, pair, options, result, unit), pair, result, unit, origin, options, [])
    raise Finished

chance = result
if result.null_distribution is None:
    with stoppable(f"{name}, by chance", "Resampling for the pictures") as run:
        chance = cache.compared(pair, options | {"test": "permutation"}, run).result
changes, difference, by_chance = pictures_of(pair, result, chance, unit)
with picture:
    panels = [difference()]
with verdict if projecting() else st.container():
    draw_reasons(result, unit, notes)
    if of_samples is not None:
        st.caption(shown(of_samples))
draw_scores()

st.header("Every test side by side", anchor=False)
side_by_side = st.container()

st.header("Two more pictures", anchor=False)
st.caption(unbroken("Blue: helped. Orange: hurt, or counted in the p-value. Dashed line: no difference."))
if changes is None:
    st.markdown(f"**{CHANGES}**")
    st.caption("With this metric a single item has no share of the difference; the table below shows each item's pull.")
panels = [*([changes()] if changes else []), *panels, *([by_chance()] if by_chance else [])]

groups = draw_where(pair, options, unit)
st.header("The items that changed most", anchor=False)
draw_items(pair, cache.items(pair, result.metric), groups)


def texts() -> Texts:
    """Return the texts for a paper about the comparison; they may need resamples."""
    with stoppable(f"{name}, texts", "Resampling for the report") as run:
        return cache.written(pair, options, result, unit, run)


draw_takeaway(texts, pair, result, unit, origin, options, panels)

# Last, because sampling takes longest here; the rest of the page can be read meanwhile.
with side_by_side, stoppable(f"{name}, every test", "Resampling for the other tests") as run:
    sides = "greater" if options["alternative"] == "two-sided" else "two-sided"
    asked, other = (
        {test: cache.compared(pair, options | {"test": test, "alternative": side}, run) for test in TESTS}
        for side in (options["alternative"], sides)
    )
    draw_tests(asked, other)
