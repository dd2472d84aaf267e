"""The settings of *Resample by hand*: the number of draws and the seed, which determine the draws that are shown."""

from dashboard.samples import SAMPLES
from dashboard.setting import Setting
from dashboard.settings import DATA

SETTINGS = {
    **{name: setting for name, setting in DATA.items() if name != "sample"},
    # Its default data differ from those of *Two systems*.
    "hand_sample": Setting(
        "ten_questions", choices=tuple(SAMPLES), when=("source", "sample"), parameter="sample", asked=True
    ),
    "by_hand": Setting("resample", choices=("resample", "flip")),
    "draws": Setting(0, int, low=0, high=100_000),
    "draw_seed": Setting(0, int, low=0, high=2**32 - 1),
    "flips": Setting(0, int, low=0, high=100_000),
    "flip_seed": Setting(0, int, low=0, high=2**32 - 1),
    "all_flips": Setting(False, bool),
    "whole": Setting(False, bool),
    "choice": Setting(0, int, low=0, high=2**32 - 1),
    "guess": Setting(None, float, low=0, high=1),
    "revealed": Setting(False, bool),
}
