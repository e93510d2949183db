"""What the project promises about itself."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import grimp
import pytest
from django.core.management import call_command

from games.checks import check_engine_is_compiled
from games.engine import contract
from games.engine.registry import games
from games.models.table import template_folder

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("games.engine", "games.board", "games.templatetags", "bots.knowledge", "prweb.lessons")
"""Where the packages and modules of a game lie, all under one name."""
REGISTRIES = frozenset({"games.engine.registry", "games.board", "bots.knowledge.registry", "prweb.lessons.registry"})
TELL_GAMES_APART = frozenset(
    {
        "games/engine/registry.py",
        "games/board/__init__.py",
        "bots/knowledge/registry.py",
        "prweb/lessons/registry.py",
        "bench/families.py",
        "bench/random_games.py",
        "bench/pictures.py",
        "bench/suggestions.py",
        "bench/waiting/orders.py",
        "bench/weeks/games.py",
        "setup.py",
    }
)
"""Registries, tables of what is measured of each game, and what is compiled."""
BY_ANOTHER_MEANING = frozenset({"bots/management/commands/demo.py"})
"""The password of the demo's players is but a word."""
GAMES = sorted(path.parent.name for path in (ROOT / "games/engine").glob("*/__init__.py"))


@pytest.mark.processes
def test_every_import_keeps_to_its_layer() -> None:
    outcome = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("prweb", "games", "bots", cache_dir=None)


def modules_of(graph: grimp.ImportGraph, name: str) -> set[str]:
    roots = [f"{place}.{name}" for place in PLACES if f"{place}.{name}" in graph.modules]
    return {module for root in roots for module in (root, *graph.find_descendants(root))}


def test_every_game_that_is_played_has_a_package_of_its_name() -> None:
    assert {template_folder(rules.key) for rules in games()} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_registries_know_a_game(graph: grimp.ImportGraph, name: str) -> None:
    """So no game knows another one, and what is said of all games is said without their names."""
    own = modules_of(graph, name)
    assert own
    importers = {importer for module in own for importer in graph.find_modules_that_directly_import(module)}
    assert importers - own <= REGISTRIES


@pytest.mark.parametrize("name", GAMES)
def test_a_game_does_not_ask_which_games_there_are(graph: grimp.ImportGraph, name: str) -> None:
    for module in modules_of(graph, name):
        assert not graph.find_modules_directly_imported_by(module) & REGISTRIES, module


def sources() -> Iterator[Path]:
    """All that runs or is shown, but for what the database once was."""
    for folder in ("games", "bots", "prweb", "templates", "bench", "scripts"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".html", ".txt", ".svg", ".css", ".js") and "migrations" not in path.parts:
                yield path
    yield ROOT / "setup.py"


def words_of(path: Path) -> str:
    """A template or script as it stands; of a module its names and texts, for comments may give examples."""
    if path.suffix != ".py":
        return path.read_text()
    tree = ast.parse(path.read_text())
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            texts.append(node.value)
        elif isinstance(node, ast.Name | ast.alias | ast.ImportFrom | ast.Attribute | ast.FunctionDef | ast.ClassDef):
            texts += [
                str(value) for field in ("id", "name", "asname", "module", "attr") if (value := vars(node).get(field))
            ]
    return "\n".join(texts)


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.key)
def test_no_code_of_the_house_names_a_game(rules: contract.Game) -> None:
    """Not even in words: whatever is done for one game alone, it brings along."""
    own = template_folder(rules.key)
    named = re.compile(rules.key.replace("-", "[-_ ]?"), re.IGNORECASE)
    known = TELL_GAMES_APART | BY_ANOTHER_MEANING
    naming = [
        str(path.relative_to(ROOT))
        for path in sources()
        if not any(part.split(".")[0] == own for part in path.relative_to(ROOT).parts) and named.search(words_of(path))
    ]
    # San Juan is a town on Puerto Rico's boards, too.
    assert {name for name in naming if "/puertorico" not in name} <= known


def writers_of(*fields: str) -> set[str]:
    """The modules that set one of these fields of a row, or update it in a query."""
    found = set()
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                named = {node.attr}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "update":
                named = {str(keyword.arg) for keyword in node.keywords}
            else:
                continue
            if not named.isdisjoint(fields):
                found.add(str(path.relative_to(ROOT)))
    return found


def test_one_module_alone_writes_when_somebodys_time_is_up() -> None:
    assert writers_of("due", "timed_out") == {"games/table/deadlines.py"}


WRITES: Final = frozenset(
    {"create", "get_or_create", "update_or_create", "bulk_create", "update", "bulk_update", "delete", "save", "add"}
)


def writers_of_rows(*models: str) -> set[str]:
    """The modules that write rows of these models, as far as the names in a function lead to them."""
    found = set()
    folders = (ROOT / folder for folder in ("games", "bots", "prweb"))
    for path in (path for folder in folders for path in folder.rglob("*.py") if "migrations" not in path.parts):
        tree = ast.parse(path.read_text())
        for scope in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
            rows = set(models) | {"deliveries", "notifications"}
            for node in ast.walk(scope):
                if isinstance(node, ast.arg) and node.annotation and rows & names_in(node.annotation):
                    rows.add(node.arg)
                elif isinstance(node, ast.Assign) and rows & names_in(node.value):
                    rows |= {target.id for target in node.targets if isinstance(target, ast.Name)}
                elif isinstance(node, ast.For) and isinstance(node.target, ast.Name) and rows & names_in(node.iter):
                    rows.add(node.target.id)
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
                    if rows & names_in(node.func.value):
                        found.add(str(path.relative_to(ROOT)))
    return found


def names_in(node: ast.AST) -> set[str]:
    """The names and attributes of an expression, without those in the arguments of its calls."""
    if isinstance(node, ast.Call):
        return names_in(node.func)
    own = {node.id} if isinstance(node, ast.Name) else {node.attr} if isinstance(node, ast.Attribute) else set()
    return own.union(*(names_in(child) for child in ast.iter_child_nodes(node)))


def test_one_package_alone_writes_what_people_are_told() -> None:
    writers = writers_of_rows("Delivery", "Notification")
    inside = {name for name in writers if name.startswith("games/notifications/")}
    assert {"games/notifications/outbox.py", "games/notifications/delivery.py"} <= inside
    assert writers - inside == set()


@pytest.mark.django_db
def test_the_migrations_are_what_the_models_say() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.mark.processes
def test_the_production_profile_does_not_start_without_its_secrets() -> None:
    environment = {"PATH": os.environ["PATH"], "PRWEB_PROFILE": "production", "PRWEB_VAR": os.environ["PRWEB_VAR"]}
    outcome = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert outcome.returncode != 0
    assert "SECRET_KEY" in outcome.stderr


def test_the_check_warns_exactly_when_the_engine_runs_interpreted() -> None:
    compiled = not str(contract.__file__).endswith(".py")
    assert bool(check_engine_is_compiled()) is not compiled
