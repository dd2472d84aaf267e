"""Two systems: is mine really better? First the visitor's own scores, then the results."""

from functools import partial

import streamlit as st

from core import report
from core.inference.reliability import reliability_note
from core.metrics.samples import most_tries, scored_by_samples
from core.planning.pilot import MOST_SIMULATED, pilot_rates
from core.significance import TESTS
from dashboard import state
from dashboard.guard import Finished
from dashboard.panels.links import link_to
from dashboard.panels.projector import projecting, verdict_and_picture
from dashboard.panels.tests import draw_tests
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.server.work import Texts
from dashboard.views.two_systems.items import all_items, draw_items
from dashboard.views.two_systems.pictures import draw_picture, pictures_of
from dashboard.views.two_systems.reading import draw_reading
from dashboard.views.two_systems.start import choose_pair
from dashboard.views.two_systems.takeaway import draw_takeaway
from dashboard.views.two_systems.verdict import draw_answer, draw_reasons
from dashboard.views.two_systems.where import draw_where
from dashboard.wording.pictures import CHANGES
from dashboard.wording.unbroken import shown, unbroken

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
items = partial(all_items, pair, result.metric)


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
    draw_takeaway(partial(cache.written, pair, options, result, unit), result, unit, origin, options, items, [])
    raise Finished

chance = result
if result.null_distribution is None:
    with stoppable(f"{name}, by chance", "Resampling for the pictures") as run:
        chance = cache.compared(pair, options | {"test": "permutation"}, run).result
changes, difference, by_chance = pictures_of(pair, result, chance, unit)
with picture:
    panels = [draw_picture(difference)]
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
panels = [*([draw_picture(changes)] if changes else []), *panels, *([draw_picture(by_chance)] if by_chance else [])]

groups = draw_where(pair, options, unit)
st.header("The items that changed most", anchor=False)
draw_items(pair, cache.items(pair, result.metric), groups)


def texts() -> Texts:
    """Return the texts for a paper about the comparison; they may need resamples."""
    with stoppable(f"{name}, texts", "Resampling for the report") as run:
        return cache.written(pair, options, result, unit, run)


draw_takeaway(texts, result, unit, origin, options, items, panels)

# Last, because sampling takes longest here; the rest of the page can be read meanwhile.
with side_by_side, stoppable(f"{name}, every test", "Resampling for the other tests") as run:
    sides = "greater" if options["alternative"] == "two-sided" else "two-sided"
    asked, other = (
        {test: cache.compared(pair, options | {"test": test, "alternative": side}, run) for test in TESTS}
        for side in (options["alternative"], sides)
    )
    draw_tests(asked, other)
