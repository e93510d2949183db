"""What `manage.py check` says about the games."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Warning, register

from games.engine import contract


def engine_is_compiled() -> bool:
    return not str(contract.__file__).endswith(".py")


@register("games")
def check_engine_is_compiled(**_kwargs: Any) -> list[CheckMessage]:
    if engine_is_compiled():
        return []
    return [
        Warning(
            "The game engine runs interpreted: bots think many times slower.",
            hint="Run `make build` (it needs a C compiler).",
            id="games.W001",
        )
    ]
