"""Reading bodies: JSON only, of bounded size, in text that can be kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.api.problems import TooLarge


class BoundedJSONParser(BaseParser):
    """Refuses what is too long, nested too deep, or holds numbers and texts that are none."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # the names are DRF's
        most = settings.API_BODY_LIMIT
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        try:
            read = json.loads(body.decode("utf-8"), parse_constant=_no_number)
            # Half a surrogate pair is in JSON, but in no text that a database or a response takes.
            json.dumps(read, ensure_ascii=False).encode("utf-8")
        except RecursionError:
            raise ParseError(_("This JSON is nested too deep.")) from None
        except UnicodeError:
            raise ParseError(_("This is no UTF-8 text.")) from None
        except ValueError as error:
            raise ParseError(_("This is no JSON: %(reason)s") % {"reason": error}) from None
        return read


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
