"""System checks for `manage.py check`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from games.endpoints import web_push
from games.engine import contract
from games.languages import count_missing_texts, find_catalogue_faults


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


def _what_to_do(language: str) -> str:
    faults = find_catalogue_faults(settings.LOCALE_FOLDER, language)
    complete = f"Complete the catalogues below {settings.LOCALE_FOLDER} and compile them (`make build`)."
    return "\n".join([complete, *dict.fromkeys(fault for _text, fault in faults)])


@register("translation")
def check_languages_are_complete(**_kwargs: Any) -> list[CheckMessage]:
    """Names every language that is not offered because its catalogues are not complete."""
    return [
        Warning(
            f"The language {language} is not offered: {missing} texts are not translated.",
            hint=_what_to_do(language),
            id="games.W002",
        )
        for language, missing in count_missing_texts(settings.LOCALE_FOLDER).items()
        if missing
    ]


@register("games")
def check_vapid_key(**_kwargs: Any) -> list[CheckMessage]:
    """Says if push services would refuse what the site sends, or no message could be signed at all."""
    fault = web_push.find_fault() if web_push.is_configured() else ""
    if not fault:
        return []
    return [
        Error(
            f"Browsers cannot be told anything: {fault}.",
            hint="PRWEB_VAPID_PRIVATE_KEY is a P-256 key in PEM, PRWEB_VAPID_SUBJECT begins with mailto: or https:.",
            id="games.E001",
        )
    ]
