"""What is answered when the site itself fails: a page to people, a problem to programs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.defaults import server_error as page

from games.api.problems import server_error as problem


def server_error(request: HttpRequest) -> HttpResponse:
    return problem() if request.path_info.startswith("/api/") else page(request)
