"""Renders answers of the API as pages and as plain text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer, BrowsableAPIRenderer


class BrowsablePageRenderer(BrowsableAPIRenderer):
    """Shows an answer in a browser, without forms."""

    template = "rest_framework/api.html"

    def show_form_for_method(self, view: Any, method: str, request: Any, obj: Any) -> bool:
        return False

    def get_filter_form(self, data: Any, view: Any, request: Any) -> None:
        return None

    def get_context(self, data: Any, accepted_media_type: str | None, renderer_context: Mapping[str, Any]) -> Any:
        context = super().get_context(data, accepted_media_type, renderer_context)
        return {**context, "permission": getattr(renderer_context["view"], "permission", None)}


class TextRenderer(BaseRenderer):
    """Plain text. Data that is not text is a problem and stays JSON."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return (data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)).encode()
