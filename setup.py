"""Builds the compiled group in place: `python setup.py build_ext --inplace` (the Makefile's `build` does it).

One group, compiled whole or not at all: engine contract, games and search call each other as plain C functions.
PRWEB_PURE=1 leaves everything interpreted, as does a machine without a C compiler (the Makefile goes on then).
"""

import ast
import os
from glob import glob
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
ENTRIES = (
    "games.engine.contract",
    "games.engine.playout",
    "games.engine.calibration",
    "games.engine.puertorico.flow",
    "games.engine.puertorico.suggested_placement",
    "games.engine.sanjuan.flow",
)
"""What of the engine is compiled: these modules, and all of the engine that they import."""
LEFT_OUT = ("games.engine.words",)
"""Texts are not compiled."""


def module_path(name: str) -> Path:
    return ROOT.joinpath(*name.split(".")).with_suffix(".py")


def imported_modules(path: Path) -> set[str]:
    """The modules of the engine that a module imports, wherever it does so."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("games.engine"):
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if module_path(name).exists() and name not in LEFT_OUT}


def compiled() -> list[str]:
    """The modules to compile, as paths."""
    known, open_modules = set[str](), set(ENTRIES)
    while open_modules:
        name = open_modules.pop()
        known.add(name)
        open_modules |= imported_modules(module_path(name)) - known
    engine = sorted(str(module_path(name).relative_to(ROOT)) for name in known)
    return [
        *engine,
        *sorted(glob("bots/search/[!_]*.py", root_dir=ROOT)),
        *sorted(glob("bots/knowledge/**/[!_]*.py", root_dir=ROOT, recursive=True)),
    ]


def extensions() -> list[object]:
    if os.environ.get("PRWEB_PURE") == "1":
        return []
    from mypyc.build import mypycify

    # Calls inside one shared library need not go through the symbol table: the one switch that pays on every processor
    # (docs/reports/performance.md). What is only known of a machine, as -march=native, CFLAGS brings along.
    os.environ["CFLAGS"] = os.environ.get("CFLAGS", "") + " -fno-semantic-interposition"
    # The types are checked elsewhere (`make check`), with plugins that an image's build does not have.
    sources = ["--config-file=", "--strict", *compiled()]
    return list(mypycify(sources, opt_level="3", debug_level="0", group_name="prweb"))


if __name__ == "__main__":
    setup(name="prweb", packages=[], ext_modules=extensions())
