"""The settings that several pages share; the settings of one page are in its folder.

A setting's name is its key in the session and, by default, its parameter in the URL. Two pages may use the same
parameter for settings with different names.
"""

from core.inference.runs import RUNS
from core.readers import FORMATS
from core.significance import ALTERNATIVES, TESTS
from dashboard.samples import SAMPLES
from dashboard.setting import Setting
from dashboard.wording.systems import COLUMNS

# The options of the files that are chosen from a list and not typed.
_PICKED = dict.fromkeys(option.name for format in FORMATS.values() for option in format.options if not option.hint)
_SYNTHETIC = ("source", "synthetic")
_UPLOAD = ("source", "upload")
_SYSTEMS = ("source", "systems")

# The primer's ten questions: a gain of ten points that is not significant
COUNTS = {
    "n": Setting(10, int, low=1, high=1_000_000, when=_SYNTHETIC, asked=True),
    "helped": Setting(4, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
    "hurt": Setting(3, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
}


# The source of the scores of many systems, and the columns of their files; None means that the files suggest it
MANY = {
    "many": Setting(
        "sample",
        choices=("sample", "upload", "paste"),
        when=_SYSTEMS,
        also={"example": "sample", "files": "upload"},
        asked=True,
    ),
    "layout": Setting("auto", choices=("auto", "wide", "long", "rows"), when=_SYSTEMS),
    **{f"many_{name}": Setting(None, when=_SYSTEMS) for name in COLUMNS},
    "many_missing": Setting(False, bool, when=_SYSTEMS),
    "many_missing_value": Setting("", when=_SYSTEMS),
    "many_direction": Setting("auto", choices=("auto", "higher", "lower"), when=_SYSTEMS),
}

# The source of a page's scores
DATA = {
    "source": Setting(
        "sample",
        choices=("sample", "upload", "paste", "synthetic", "systems"),
        also={"example": "sample", "files": "upload"},
        asked=True,
    ),
    "sample": Setting("clear_gain", choices=tuple(SAMPLES), when=("source", "sample"), asked=True),
    "kind": Setting("auto", choices=lambda: ("auto", *FORMATS), when=_UPLOAD, asked=True),
    **COUNTS,
    "both": Setting(0, int, low=0, high=1_000_000, when=_SYNTHETIC, asked=True),
    # The chosen columns, several separated by commas; None means that the files suggest them
    **{f"pick_{name}": Setting(None, when=_UPLOAD) for name in _PICKED},
    "pick_missing": Setting(False, bool, when=_UPLOAD),
    "pick_missing_value": Setting("", when=_UPLOAD),
    "pick_direction": Setting("auto", choices=("auto", "higher", "lower"), when=_UPLOAD),
    "pick_transpose": Setting(False, bool, when=_UPLOAD),
    **MANY,
    "first_system": Setting(None, when=_SYSTEMS),
    "second_system": Setting(None, when=_SYSTEMS),
    "swap": Setting(False, bool),
}

# The systems' names; empty means the names in the files
NAMES = {"baseline_name": Setting(""), "experimental_name": Setting("")}

# The options of a comparison, as in core.compare
QUESTION = {
    "test": Setting("permutation", choices=tuple(TESTS)),
    "alternative": Setting("two-sided", choices=ALTERNATIVES),
    "alpha": Setting(0.05, float, low=0.0001, high=0.5),
}
COMPARE = {
    "metric": Setting("mean"),
    **QUESTION,
    "confidence_level": Setting(0.95, float, low=0.5, high=0.9999, parameter="confidence"),
    "interval": Setting("percentile", choices=("percentile", "basic", "bca")),
    "method": Setting("auto", choices=("auto", "exact", "monte-carlo")),
    "resamples": Setting(10_000, int, low=100, high=1_000_000),
    "seed": Setting(0, int, low=0, high=2**32 - 1),
    "boundary": Setting("include", choices=("include", "exclude")),
    "margin": Setting(None, float, low=1e-12),
    "over": Setting("mean", choices=RUNS),
}

# The learning pages begin with the primer's question
PRIMER = {
    "primer_test": Setting("bootstrap", choices=tuple(TESTS), parameter="test"),
    "primer_alternative": Setting("greater", choices=ALTERNATIVES, parameter="alternative"),
    "alpha": QUESTION["alpha"],
}

# Settings that are kept from page to page, even if a link to the next page does not have them
EVERYWHERE = {"projector": Setting(False, bool)}
