"""Builds the compiled group in place: `python setup.py build_ext --inplace` (the Makefile's `build` does it).

One group, compiled whole or not at all: engine contract, games and search call each other as plain C functions.
PRWEB_PURE=1 leaves everything interpreted, as does a machine without a C compiler (the Makefile goes on then).
"""

import os
from glob import glob

from setuptools import setup

COMPILED = [
    "games/engine/contract.py",
    "games/engine/random.py",
    "games/engine/playout.py",
    "games/engine/calibration.py",
    *(
        f"games/engine/puertorico/{module}.py"
        for module in (
            "components",
            "moves",
            "stages",
            "table",
            "position",
            "newcomers",
            "guests",
            "villas",
            "hunting_lodges",
            "settler",
            "nobles",
            "mayor",
            "black_market",
            "builder",
            "craftsman",
            "trader",
            "storing",
            "captain",
            "scoring",
            "building_selection",
            "flow",
            "suggested_placement",
        )
    ),
    *(
        f"games/engine/sanjuan/{module}.py"
        for module in (
            "components",
            "moves",
            "stages",
            "table",
            "position",
            "ordered_choice",
            "first_hands",
            "builder",
            "producer",
            "trader",
            "councillor",
            "prospector",
            "round_start",
            "scoring",
            "hidden",
            "flow",
        )
    ),
    *sorted(glob("bots/search/[!_]*.py")),
    *sorted(glob("bots/knowledge/**/[!_]*.py", recursive=True)),
]


def extensions() -> list[object]:
    if os.environ.get("PRWEB_PURE") == "1":
        return []
    from mypyc.build import mypycify

    # Calls inside one shared library need not go through the symbol table: the one switch that pays on every processor
    # (docs/performance.md). What is only known of a machine, as -march=native, CFLAGS brings along.
    os.environ["CFLAGS"] = os.environ.get("CFLAGS", "") + " -fno-semantic-interposition"
    # The types are checked elsewhere (`make check`), with plugins that an image's build does not have.
    sources = ["--config-file=", "--strict", *COMPILED]
    return list(mypycify(sources, opt_level="3", debug_level="0", group_name="prweb"))


setup(name="prweb", packages=[], ext_modules=extensions())
