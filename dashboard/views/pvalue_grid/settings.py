"""The settings of *p-value grid*: lists and ranges as on the command line, in percent except for the sizes."""

from dashboard.setting import Setting
from dashboard.settings import COMPARE, PRIMER

SETTINGS = {
    "sizes": Setting("100,500,2000,10000"),
    "effects": Setting("0.5,1,2,3,5,10"),
    "hurts": Setting("0:20"),
    **PRIMER,
    "sampled": Setting(False, bool),
    "seed": COMPARE["seed"],
    "map": Setting("hurt-effect", choices=("hurt-effect", "hurt-n", "n-effect")),
    "cells": Setting("20", choices=("20", "60", "own")),
    "map_sizes": Setting("50,100,200,500,1000,2000,5000,10000", when=("cells", "own")),
    "map_effects": Setting("0.5:10.5:0.5", when=("cells", "own")),
    "map_hurts": Setting("0:20", when=("cells", "own")),
    "at_n": Setting(500, int, low=1, high=10_000_000, when=("map", "hurt-effect")),
    "at_effect": Setting(2.0, float, low=-100, high=100, when=("map", "hurt-n")),
    "at_hurt": Setting(2.0, float, low=0, high=100, when=("map", "n-effect")),
}
