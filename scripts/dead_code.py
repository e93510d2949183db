"""What nothing uses any more: vulture's findings, less the names that templates, settings and frameworks use.

Names that only a template or a dotted path in a string uses are seen as used. What Django, allauth, Django
REST framework and others look for by its name is in USED_BY_FRAMEWORKS. Tests count as users; so what only tests use is
not found.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vulture import Vulture

ROOT: Final = Path(__file__).resolve().parents[1]
PLACES: Final = ("games", "bots", "prweb", "tests", "bench", "scripts", "manage.py", "setup.py")
KINDS: Final = ("function", "method", "property", "class", "import", "unreachable_code")
"""Of variables and attributes nearly all that nobody reads here is read by Django."""
TEMPLATES: Final = ("*.html", "*.txt", "*.svg", "*.j2")
REGISTERED_BY: Final = (
    "@shared_task*",
    "@register*",
    "@*.register*",
    "@receiver*",
    "@pytest.*",
    "@admin.*",
    "@*.connect*",
    "@*.mapping.*",
    "@rule*",
    "@initialize*",
    "@invariant*",
)
USED_BY_FRAMEWORKS: Final = (
    *("Meta", "*Config", "add_arguments", "ready", "clean_*", "process_view", "process_exception"),  # Django
    *("get_changelist", "get_readonly_fields", "has_*_permission", "history_view"),  # its admin
    *("authenticate_credentials", "get_ident", "to_representation", "validate", "filter_*"),  # Django REST framework
    *("retrieve", "destroy", "get_filter_form", "show_form_for_method"),
    *("*Extension", "get_identity", "get_name", "get_security_definition", "map_serializer"),  # drf-spectacular
    *("signup", "generate_authenticator_name", "is_email_verified", "unstash_verified_email"),  # allauth
    *("handle_*", "http_open", "_queue_bind"),  # html.parser and aiosmtpd, urllib, kombu
    *("do_POST", "log_message"),  # http.server
    *("test_*", "pytest_*"),
    *("account_signals",),  # registers what it holds when it is imported
)


def main() -> int:
    vulture = Vulture(ignore_names=USED_BY_FRAMEWORKS, ignore_decorators=REGISTERED_BY)
    vulture.scavenge([str(ROOT / place) for place in PLACES], exclude=["*/.venv/*"])
    for name in used_elsewhere():
        vulture.used_names.add(name)
    dead = [item for item in vulture.get_unused_code() if item.typ in KINDS and "migrations" not in item.filename.parts]
    for item in dead:
        print(item.get_report().removeprefix(f"{ROOT}/"))
    return 1 if dead else 0


def used_elsewhere() -> Iterator[str]:
    """The words of templates, and of dotted paths like "games.api.problems.problem_response"."""
    for pattern in TEMPLATES:
        for folder in ("templates", "tests/templates", "prweb", "games"):
            for path in (ROOT / folder).rglob(pattern):
                yield from re.findall(r"\w+", path.read_text())
    for place in PLACES:
        paths = [ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py")
        for path in paths:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield from re.findall(r"[.:](\w+)", node.value) if re.fullmatch(r"[\w.:]+", node.value) else ()


if __name__ == "__main__":
    sys.exit(main())
