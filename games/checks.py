"""System checks for `manage.py check`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from games.engine import contract
from games.languages import count_missing_texts


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


@register("translation")
def check_languages_are_complete(**_kwargs: Any) -> list[CheckMessage]:
    """Names every language that is not offered because its catalogues are not complete."""
    return [
        Warning(
            f"The language {language} is not offered: {missing} texts are not translated.",
            hint=f"Complete the catalogues below {settings.LOCALE_FOLDER} and compile them (`make build`).",
            id="games.W002",
        )
        for language, missing in count_missing_texts(settings.LOCALE_FOLDER).items()
        if missing
    ]
