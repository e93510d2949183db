"""How the site logs: every line with the game, turn, person, request and task it is about, by their ids.

The code logs with the standard library; structlog renders, as JSON in production. What a line is about is bound once,
at the door (request, task) and where a service takes up a game, and goes with every line logged beneath. Mail addresses
and the tokens that open something never reach a log: whatever looks like one is blotted out here, the last place it
passes.

A command that an operator waits for (`manage.py upgrade`) tells what it did in sentences of its own. Of the log its
reader gets only what is wrong, as plain text beside them.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

ADDRESS: Final = re.compile(r"[^\s<>\"'(),;:=]+@[\w-]+(?:\.[\w-]+)+")
REPLY_TOKEN: Final = re.compile(r"\b[a-z2-7]{26}\b")
SIGNED: Final = re.compile(r"\b[\w-]{8,}(?::[\w-]{4,})?:[\w-]{27,}\b")
"""What Django signs, with a time in it or without: the links of mails that need no sign-in."""
SECRET_PATHS: Final = re.compile(
    r"(/(?:a|join|results|mail/\w+|accounts/confirm-email|accounts/password/reset/key)/)[^\s/\"'?]+"
)
"""Addresses of pages whose next part opens something."""
_BLOTS: Final = (
    (ADDRESS, "[address]"),
    (SIGNED, "[signed]"),
    (SECRET_PATHS, r"\1[token]"),
    (REPLY_TOKEN, "[token]"),
)
TEXTS: Final = ("event", "exception", "stack")
"""The parts of a line that are free text."""
OURS: Final = ("prweb", "games", "bots")
REQUESTS: Final = "prweb.requests"
"""One line for every request, see middleware.py."""
NUDGES: Final = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
"""Celery's own lines for every message, of which most find nothing to do: games.due_work tells what was done."""
SERVICES: Final = ("serve", "listen_mail", "runserver")
"""Commands that run until they are stopped, and log as all services do."""


def is_for_an_operator(arguments: Sequence[str]) -> bool:
    """Whether these arguments of a process (sys.argv) are a command that somebody waits for."""
    program, command = (*arguments, "", "")[:2]
    return PurePath(program).name == "manage.py" and command not in SERVICES


def configuration(
    *, as_json: bool, level: str, root_level: str, requests_level: str, nudges_level: str, plain: bool = False
) -> dict[str, Any]:
    """For Django's LOGGING. level: of our own code; root_level: of everybody else's; plain: nothing but what is said,
    whatever as_json says."""
    renderer: Processor = (
        plain_text
        if plain
        else structlog.processors.JSONRenderer(ensure_ascii=False)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"route": {"()": RouteForPath}},
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.add_logger_name,
                    structlog.stdlib.ExtraAdder(allow=REQUEST_FIELDS),
                    structlog.processors.TimeStamper(fmt="iso" if as_json else "%H:%M:%S", utc=as_json),
                    structlog.processors.format_exc_info,
                ],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    blotted,
                    renderer,
                ],
            }
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "structured", "filters": ["route"]},
        },
        "root": {"handlers": ["console"], "level": root_level},
        "loggers": {
            **{name: {"level": level} for name in OURS},
            REQUESTS: {"level": requests_level},
            **{name: {"level": nudges_level} for name in NUDGES},
            # Its own handlers would print their own format; its access log would print paths, which hold tokens.
            "uvicorn": {"handlers": [], "level": root_level, "propagate": True},
            "uvicorn.error": {"handlers": [], "propagate": True},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
            # Django's own handlers beside the root's would say everything twice.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
        },
    }


REQUEST_FIELDS: Final = ("method", "route", "status", "milliseconds")
"""What a record of REQUESTS carries beside its message."""


def plain_text(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    """The texts of the line alone."""
    return "\n".join(str(line[part]) for part in TEXTS if line.get(part))


def blotted(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """The line without mail addresses, reply tokens and links that need no sign-in in its texts."""
    for part in TEXTS:
        if isinstance(line.get(part), str):
            line[part] = blot(line[part])
    return line


def blot(text: str) -> str:
    for secret, shown in _BLOTS:
        text = secret.sub(shown, text)
    return text


class RouteForPath(logging.Filter):
    """Django names the path of a request that failed, and paths hold invitation codes and tokens: name the route."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            record.args = tuple(self._without(path, request, record.args))
        return True

    def _without(self, path: str, request: Any, arguments: Iterable[object]) -> Iterable[object]:
        for argument in arguments:
            yield argument.replace(path, route_of(request)) if isinstance(argument, str) else argument


def route_of(request: Any) -> str:
    """The pattern of the address that a request went to; empty when it went nowhere."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "[no such address]"
