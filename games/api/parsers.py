"""Parses bodies: JSON only, of limited size, with texts that a database can store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.api.problems import BodyTooLarge


class BoundedJSONParser(BaseParser):
    """Refuses JSON that is too long, nested too deep, or contains NaN, Infinity or broken text."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # the names are DRF's
        limit = settings.API_BODY_LIMIT
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise BodyTooLarge(limit)
        try:
            read = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
            # JSON may contain half a surrogate pair, which no database and no response can.
            json.dumps(read, ensure_ascii=False).encode("utf-8")
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        except UnicodeError:
            raise ParseError(_("This is not UTF-8 text.")) from None
        except ValueError as error:
            raise ParseError(_("This is not JSON: %(reason)s") % {"reason": error}) from None
        return read


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")
