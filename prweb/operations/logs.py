"""The logging of the site: every line has the ids of its game, turn, person, request and task.

The code logs with the standard library; structlog renders, as JSON in production. The ids are bound once, where a
request or task begins and where a service takes up a game, and are in all lines logged after that. Mail addresses and
secret tokens never reach a log: everything that looks like one is redacted here, in the last step.

A command that an operator waits for (`manage.py upgrade`) prints its own sentences. Of the log it prints only warnings
and errors, as plain text.
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
SIGNED_VALUE: Final = re.compile(r"\b[\w-]{8,}(?::[\w-]{4,})?:[\w-]{27,}\b")
"""Values signed by Django, with or without a timestamp: parts of links in mails that need no sign-in."""
SECRET_PATHS: Final = re.compile(
    r"(/(?:a|join|seats|by|results|calendar|mail/\w+|accounts/confirm-email|accounts/password/reset/key)/|[?&]code=)"
    r"[^\s/\"'?&]+|(/lobby/)[^\s/\"'?&]+(?=[.]atom)"
)
"""What of an address stands before a part that is a secret."""
_REDACTIONS: Final = (
    (ADDRESS, "[address]"),
    (SIGNED_VALUE, "[signed]"),
    (SECRET_PATHS, r"\1\2[token]"),
    (REPLY_TOKEN, "[token]"),
)
TEXT_FIELDS: Final = ("event", "exception", "stack")
"""The fields of a line that are free text."""
OWN_LOGGERS: Final = ("prweb", "games", "bots")
REQUEST_LOGGER: Final = "prweb.requests"
"""One line for every request, see middleware.py."""
CELERY_MESSAGE_LOGGERS: Final = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
"""The loggers of Celery that write a line for every message. Most messages find nothing to do; what was done is logged
by games.due_work."""
SERVICE_COMMANDS: Final = ("serve", "listen_mail", "poll_mail", "runserver")
"""Commands that run until they are stopped, and log as services do."""


def is_operator_command(arguments: Sequence[str]) -> bool:
    """Whether these arguments of a process (sys.argv) are a command that an operator waits for."""
    program, command = (*arguments, "", "")[:2]
    return PurePath(program).name == "manage.py" and command not in SERVICE_COMMANDS


def build_configuration(
    *, as_json: bool, level: str, root_level: str, requests_level: str, nudges_level: str, plain: bool = False
) -> dict[str, Any]:
    """The value of Django's LOGGING. level: of our own code; root_level: of all other code; plain: only the texts,
    whether as_json is set or not."""
    renderer: Processor = (
        render_plain_text
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
                    redact_line,
                    renderer,
                ],
            }
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "structured", "filters": ["route"]},
        },
        "root": {"handlers": ["console"], "level": root_level},
        "loggers": {
            **{name: {"level": level} for name in OWN_LOGGERS},
            REQUEST_LOGGER: {"level": requests_level},
            **{name: {"level": nudges_level} for name in CELERY_MESSAGE_LOGGERS},
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


def render_plain_text(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    """Only the texts of the line."""
    return "\n".join(str(line[part]) for part in TEXT_FIELDS if line.get(part))


def redact_line(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Removes mail addresses, reply tokens and links that need no sign-in from the texts of a line."""
    for part in TEXT_FIELDS:
        if isinstance(line.get(part), str):
            line[part] = redact(line[part])
    return line


def redact(text: str) -> str:
    for secret, shown in _REDACTIONS:
        text = secret.sub(shown, text)
    return text


class RouteForPath(logging.Filter):
    """Replaces the path by the route in Django's lines about failed requests: paths contain codes and tokens."""

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
    """The URL pattern of a request."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match else "[no such address]"
