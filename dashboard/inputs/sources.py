"""The source of the scores: dropped files, pasted columns, helped/hurt counts, or a sample."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.errors import ComparisonError
from core.readers import FORMATS, Format, Upload
from core.readers.format import Files
from core.report import Origin
from core.report.escape import markdown
from core.report.reproduce import named_origin, origin_of
from dashboard.inputs.choices import ask, choose_line, choose_number, choose_segment
from dashboard.inputs.formats import names_of, remedies_in, swapped, uploads_in
from dashboard.inputs.systems import two_of_many
from dashboard.inputs.uploaded import choose_uploaded
from dashboard.inputs.uploads import drop_area
from dashboard.samples import SAMPLES
from dashboard.server import cache
from dashboard.server.reading import read_files
from dashboard.server.work import pair_in
from dashboard.wording.unbroken import unbroken

LABELS = {"upload": "Files", "paste": "Paste", "synthetic": "Synthetic", "sample": "Example"}


class Source(NamedTuple):
    """A pair, and the code that reads it."""

    pair: PairedScores
    origin: Origin


def choose_source(sample: str = "sample", beside: Callable[[], object] | None = None) -> Source | None:
    """Draw the widgets of the source; return its pair, or None while something is missing or wrong.

    The message about missing or wrong input appears last, in the place of the result. Typed text and dropped files are
    kept, and no other data replace them. ``sample`` is the setting that holds the chosen sample, and ``beside`` draws
    what is beside the choice.
    """
    memory = st.session_state
    drop_area()
    left, right = st.columns([3, 2], vertical_alignment="center")
    # Offered after a pair was opened on *Many systems*
    if memory["source"] == "systems":
        memory["_of_many"] = True
    labels = LABELS | ({"systems": "Two of many"} if "_of_many" in memory else {})
    unnamed, chosen = {"baseline_name": "", "experimental_name": ""}, memory["source"] is not None
    choose_segment(
        "Where the scores come from", labels, "source", left, on_change=memory.update, args=(unnamed,),
        label_visibility="collapsed", required=chosen,
    )  # fmt: skip
    if beside is not None:
        with right:
            beside()
    try:
        source = _drawn(memory["source"], sample, memory["swap"])
    except ComparisonError as error:
        format = FORMATS.get(memory["kind"]) if memory["source"] == "upload" else None
        st.error(markdown(remedies_in(format, str(error))), icon=":material/error:")
        return None
    return None if source is None else _called(source)


def choose_swap() -> None:
    """Draw the switch that exchanges the two systems."""
    hint = "The baseline becomes the experimental system and the other way round."
    st.toggle("Swap the two systems", key="swap", on_change=_swap_names, persist_state="session", help=hint)


def _swap_names() -> None:
    memory = st.session_state
    memory.update(baseline_name=memory["experimental_name"], experimental_name=memory["baseline_name"])


def _called(source: Source) -> Source:
    """Return the source with the names that were typed; after a swap, unnamed systems are named by their new roles."""
    pair, origin = source
    own = (pair.baseline_name, pair.experimental_name)
    roles = ("baseline", "experimental")
    typed = (" ".join(st.session_state[f"{role}_name"].split())[:60] for role in roles)
    names = tuple(name or known for name, known in zip(typed, roles if own == roles[::-1] else own, strict=True))
    if names == own:
        return source
    return Source(pair.named(*names), named_origin(origin, *names))


def _drawn(source: str | None, sample: str, swap: bool) -> Source | None:
    # The files that `dashboard.inputs.columns` reads again with groups
    st.session_state["_read_as"] = None
    if source == "upload":
        st.session_state["_read_as"] = found = choose_uploaded(swap)
        return None if found is None else _read(*found)
    if source == "paste":
        return _paste(swap)
    if source == "synthetic":
        return _synthetic(swap)
    if source == "sample":
        return _sample(sample, swap)
    if source == "systems":
        two = two_of_many(swap)
        return None if two is None else Source(*two)
    ask("source", "Choose where the scores come from.")
    return None


def _sample(setting: str, swap: bool) -> Source | None:
    left, right = st.columns(2, vertical_alignment="bottom")
    left.header("An example, not your data", anchor=False)
    titles = {key: sample.title for key, sample in SAMPLES.items()}
    first, hint = None if st.session_state[setting] is None else 0, "Choose an example"
    choose_line("Example", titles, setting, right, index=first, placeholder=hint, label_visibility="collapsed")
    key = st.session_state[setting]
    if key is None:
        ask(setting, "Choose an example.")
        return None
    left.caption(unbroken(SAMPLES[key].description))
    pair = cache.sample(key)
    return Source(pair.swapped() if swap else pair, sample_origin(key, swap))


def sample_origin(key: str, swap: bool = False) -> Origin:
    """Return the code that reads a bundled sample from the project's directory."""
    sample = SAMPLES[key]
    names = (sample.baseline_name, sample.experimental_name)
    if sample.counts is not None:
        origin = _synthetic_origin(*sample.counts, swap=swap)
    else:
        format, root = FORMATS[sample.format], Path(__file__).parents[2]
        files = format.placed([path.relative_to(root).as_posix() for path in sample.paths])
        options = dict(sample.options)
        origin = origin_of(format, swapped(files), swapped(options)) if swap else origin_of(format, files, options)
    return origin if names == ("baseline", "experimental") else named_origin(origin, *(names[::-1] if swap else names))


def _synthetic(swap: bool) -> Source | None:
    labels = {"n": "Items", "helped": "Helped", "hurt": "Hurt", "both": "Both right"}
    hints = {"both": "Items that both systems have right: they change the scores, never the p-value."}
    for place, (name, label) in zip(st.columns(4), labels.items(), strict=True):
        choose_number(label, name, place, value=None, help=hints.get(name))
    counts = [st.session_state[name] for name in labels]
    for name, label in labels.items():
        if st.session_state[name] is None:
            ask(name, f"Type a number: {label.lower()}.")
            return None
    pair = cache.kept("synthetic", tuple(counts), lambda: helped_hurt(*counts))
    return Source(pair.swapped() if swap else pair, _synthetic_origin(*counts, swap=swap))


def _synthetic_origin(n: int, helped: int, hurt: int, both: int, *, swap: bool) -> Origin:
    more = f", both_correct={both}" if both else ""
    code = f"core.helped_hurt({n}, helped={helped}, hurt={hurt}{more})" + (".swapped()" if swap else "")
    files = ("data/baseline.txt", "data/experimental.txt")
    words = ["synthetic", "--n", str(n), "--helped", str(helped), "--hurt", str(hurt)]
    words += ["--both-correct", str(both)] if both else []
    return Origin(code, files[::-1] if swap else files, (*words, "--output", "data"))


_PASTED = FORMATS["scores"]


def _paste(swap: bool) -> Source | None:
    texts = {}
    for place, slot in zip(st.columns(2), _PASTED.slots, strict=True):
        label, key = f"{slot.label}: one score a line", f"_paste_{slot.name}"
        texts[slot.name] = place.text_area(label, height=130, key=key, placeholder="0\n1\n1", persist_state="session")
    if not all(text.strip() for text in texts.values()):
        what = "Paste one column of scores into each box, the same items in the same order."
        st.info(what, icon=":material/content_paste:")
        return None
    files = {slot: Upload(f"{slot}.txt", text.encode()) for slot, text in texts.items()}
    return _read(_PASTED, swapped(files) if swap else files, {})


def read_grouped(column: str) -> Source:
    """Return the pair of the chosen files, with the groups of a column as its strata."""
    format, files, options = st.session_state["_read_as"]
    return _called(_read(format, files, options | {"strata": column}))


def _read(format: Format, files: Files, options: dict[str, Any]) -> Source:
    names = names_of(files)
    uploads = uploads_in(files)
    key = (tuple(names.items()), tuple(sorted(options.items())))
    pair = read_files(format.name, uploads, key, pair_in, format, files, options)
    return Source(pair, origin_of(format, names, options))
