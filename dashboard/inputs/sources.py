"""Where the scores come from: a sample, uploads, pasted columns, or helped/hurt counts."""

from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from core.errors import ComparisonError
from core.paired import PairedScores
from core.readers import Preview, Upload, preview
from core.report import Origin
from core.report.escape import markdown
from core.synthetic import helped_hurt
from dashboard import cache
from dashboard.inputs.kinds import KINDS, MISSING, SLOTS, Kind, Option, origin_of, remedies_in
from dashboard.inputs.uploads import place_for_file
from dashboard.samples import SAMPLES
from dashboard.state import SETTINGS

__all__ = ["Source", "choose_source", "first_source", "sample_origin"]

LABELS = {"sample": "Sample", "upload": "Upload", "paste": "Paste", "synthetic": "Synthetic"}


class Source(NamedTuple):
    """A pair, and where it came from."""

    pair: PairedScores
    origin: Origin


def choose_source() -> Source | None:
    """Draw the source's widgets; return what they hold, or None while something is missing or wrong.

    Whatever is wrong is said in a sentence below the widgets, and nothing that was typed or uploaded is lost.
    """
    st.segmented_control(
        "Source",
        list(LABELS),
        key="source",
        format_func=LABELS.get,
        required=True,
        persist_state="session",
    )
    draw = {"sample": _sample, "upload": _upload, "paste": _paste, "synthetic": _synthetic}
    place = st.container()
    st.toggle(
        "Swap the two systems",
        key="swap",
        persist_state="session",
        help="The baseline becomes the experimental system and the other way round.",
    )
    with place:
        try:
            return draw[st.session_state["source"]](st.session_state["swap"])
        except ComparisonError as error:
            kind = KINDS[st.session_state["kind"]] if st.session_state["source"] == "upload" else None
            st.error(markdown(remedies_in(kind, str(error))), icon=":material/error:")
            return None


def first_source() -> Source:
    """Return the sample that a first visitor sees."""
    key = SETTINGS["sample"].default
    return Source(cache.sample(key), sample_origin(key))


def _sample(swap: bool) -> Source:
    key = st.selectbox(
        "Sample",
        list(SAMPLES),
        key="sample",
        format_func=lambda key: SAMPLES[key].title,
        persist_state="session",
        filter_mode=None,
    )
    st.caption(SAMPLES[key].description)
    pair = cache.sample(key)
    return Source(pair.swapped() if swap else pair, sample_origin(key, swap))


def sample_origin(key: str, swap: bool = False) -> Origin:
    """Return the code that reads a bundled sample from the project's directory."""
    sample = SAMPLES[key]
    if sample.counts is not None:
        return _synthetic_origin(*sample.counts, swap=swap)
    root = Path(__file__).parents[2]
    paths = [path.relative_to(root).as_posix() for path in sample.paths]
    roles = {"baseline": "baseline", "experimental": "experimental"}
    if sample.kind == "scores":
        files = dict(zip(roles, paths, strict=True))
        return origin_of(KINDS["scores"], _swapped(files) if swap else files, {})
    columns = _swapped(roles) if swap else roles
    gold = {"gold": "gold"} if sample.kind == "labels" else {}
    kind = KINDS["label-table" if sample.kind == "labels" else "table"]
    return origin_of(kind, {"source": paths[0]}, gold | columns | {"id": sample.id})


def _synthetic(swap: bool) -> Source:
    labels = {"n": "Items", "helped": "Helped", "hurt": "Hurt", "both": "Both right"}
    hints = {"both": "Items that both systems have right: they change the scores, never the p-value."}
    columns = st.columns(2)
    for i, (name, label) in enumerate(labels.items()):
        columns[i % 2].number_input(
            label,
            min_value=int(SETTINGS[name].low or 0),
            max_value=int(SETTINGS[name].high or 0),
            key=name,
            persist_state="session",
            help=hints.get(name),
        )
    counts = [st.session_state[name] for name in labels]
    pair = cache.kept("synthetic", tuple(counts), lambda: helped_hurt(*counts))
    return Source(pair.swapped() if swap else pair, _synthetic_origin(*counts, swap=swap))


def _synthetic_origin(n: int, helped: int, hurt: int, both: int = 0, *, swap: bool) -> Origin:
    more = f", both_correct={both}" if both else ""
    python = f"core.helped_hurt({n}, helped={helped}, hurt={hurt}{more})" + (".swapped()" if swap else "")
    files = ("data/baseline.txt", "data/experimental.txt")
    words = ["synthetic", "--n", str(n), "--helped", str(helped), "--hurt", str(hurt)]
    words += ["--both-correct", str(both)] if both else []
    return Origin(python, files[::-1] if swap else files, (*words, "--output", "data"))


def _paste(swap: bool) -> Source | None:
    texts = {}
    for slot in ("baseline", "experimental"):
        texts[slot] = st.text_area(
            f"{SLOTS[slot]}: one score a line",
            key=f"_paste_{slot}",
            height=130,
            placeholder="0\n1\n1",
            persist_state="session",
        )
    if not all(text.strip() for text in texts.values()):
        st.info("Paste one column of scores into each box, the same items in the same order.")
        return None
    files = {slot: Upload(f"{slot}.txt", text.encode()) for slot, text in texts.items()}
    return _read(KINDS["scores"], files, {}, swap)


def _upload(swap: bool) -> Source | None:
    key = st.selectbox(
        "What the files are",
        list(KINDS),
        key="kind",
        format_func=lambda key: KINDS[key].title,
        persist_state="session",
        filter_mode=None,
    )
    kind = KINDS[key]
    st.caption(kind.explanation)
    held = {slot: place_for_file(slot, SLOTS[slot]) for slot in kind.slots}
    files = {slot: upload for slot, upload in held.items() if upload is not None}
    if len(files) < len(held):
        st.caption("Files stay in this session: they are never stored, sent on, or put into the link.")
        return None
    if kind.missing:
        for upload in files.values():
            _draw_problems(upload)
    options = _choose_options(key, kind, files)
    return None if options is None else _read(kind, files, options, swap)


def _choose_options(key: str, kind: Kind, files: dict[str, Upload]) -> dict[str, Any] | None:
    options: dict[str, Any] = {}
    first = next(iter(files.values()))
    for option in kind.options:
        if option.hint:
            options[option.name] = _typed(key, option)
            continue
        if option.choices is not None:
            choices = cache.read_once(option.name, (first.data,), first.name, partial(option.choices, first))
            offered: tuple[str, ...] = ()
        else:
            seen = _preview(first)
            columns = {column.name: column for column in seen.columns}
            choices = tuple(columns)
            offered = seen.score_columns if option.many and option.name == "columns" else _called(option, seen)
            if option.values_of is not None:
                column = columns.get(options[option.values_of])
                choices = (column.values if column else None) or ()
        # Nothing is asked that leaves no choice, such as the id of a file of labels.
        if option.required or len(choices) > 1:
            options[option.name] = _choose(key, option, list(choices), list(offered))
    if kind.missing and st.checkbox(MISSING, key=f"_missing_{key}", persist_state="session"):
        options["missing"] = "drop"
    open_ = [option.label for option in kind.options if option.required and not options[option.name]]
    if open_:
        st.info(f"Still to choose: {'; '.join(open_)}.")
        return None
    return {name: value for name, value in options.items() if value}


def _preview(upload: Upload) -> Preview:
    return cache.read_once("preview", (upload.data,), upload.name, lambda: preview(upload))


def _draw_problems(upload: Upload) -> None:
    """Draw the lines of a file that cannot be read, if there are any."""
    try:
        problems = _preview(upload).problems
    except ComparisonError:
        return  # the reader will say it
    if problems:
        count = "1 line" if len(problems) == 1 else f"{len(problems)} lines"
        with st.expander(f"{count} cannot be read", icon=":material/rule:"):
            st.text(upload.name)
            st.text("\n".join(f"line {problem.line}: {problem.message}" for problem in problems))


def _called(option: Option, seen: Preview) -> tuple[str, ...]:
    """Return the column that bears a fitting name."""
    by_name = {column.name.lower(): column.name for column in reversed(seen.columns)}
    fitting = (by_name[name] for name in (option.name, *option.fits) if name in by_name)
    found = next(fitting, seen.id_column if option.name == "id" else None)
    return (found,) if found else ()


def _choose(kind: str, option: Option, choices: list[str], offered: list[str]) -> Any:
    # Other files with other choices begin afresh.
    key = f"_option_{kind}_{option.name}_{hash(tuple(choices))}"
    # What is offered is shown, and can be changed.
    offered = [choice for choice in choices if choice in offered]
    if option.many:
        chosen = st.multiselect(
            option.label,
            choices,
            offered,
            key=key,
            placeholder="Choose a column",
            persist_state="session",
            help="One column; two (numerator, denominator) for a ratio; four (recall's and precision's) for F1.",
        )
        return chosen[0] if len(chosen) == 1 else tuple(chosen)
    return st.selectbox(
        option.label + ("" if option.required else ", optional"),
        choices,
        choices.index(offered[0]) if offered else None,
        key=key,
        placeholder="Choose a column" if option.values_of is None else "Choose a system",
        persist_state="session",
    )


def _typed(kind: str, option: Option) -> tuple[str, ...]:
    typed = st.text_input(
        f"{option.label}, optional",
        key=f"_option_{kind}_{option.name}",
        placeholder=option.hint,
        persist_state="session",
        help="Names separated by commas, for a set larger than what occurs; it has to hold every label that does.",
    )
    return tuple(name.strip() for name in typed.split(",") if name.strip())


def _read(kind: Kind, files: dict[str, Upload], options: dict[str, Any], swap: bool) -> Source:
    if swap:
        files, options = _swapped(files), _swapped(options)
    names = {slot: upload.name for slot, upload in files.items()}
    pair = cache.read_once(
        kind.reader,
        tuple(upload.data for upload in files.values()),
        (tuple(names.items()), tuple(sorted(options.items()))),
        lambda: kind.read(files, options),
    )
    return Source(pair, origin_of(kind, names, options))


def _swapped(roles: dict[str, Any]) -> dict[str, Any]:
    """Exchange what plays the baseline and what plays the experimental system, where both are named."""
    if "baseline" not in roles:
        return roles
    return roles | {"baseline": roles["experimental"], "experimental": roles["baseline"]}
