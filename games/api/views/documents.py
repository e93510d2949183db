"""The API's root, its schema, its documentation page, and its answer for unknown addresses."""

from __future__ import annotations

from typing import Any, NoReturn

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access import Permission
from games.api.base_view import ApiView
from games.api.reference import reference
from games.permission_required import permission_required


class Root(ApiView):
    permissions = {"list": Permission.VISIT}
    pagination_class = None

    @extend_schema(exclude=True)
    def list(self, request: Request) -> Response:
        names = ("games", "turns", "me", "bots", "tokens", "kinds", "levels", "problems", "schema", "docs")
        return Response({name: request.build_absolute_uri(reverse(f"api:{name}")) for name in names})


class Schema(SpectacularAPIView):
    permissions = {"GET": Permission.VISIT}
    # JSON first: DRF renders problems with the first one if none of them is acceptable.
    renderer_classes = [OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer, OpenApiYamlRenderer2]


@permission_required(Permission.VISIT)
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page to read: plain HTML, for every browser and screen reader."""
    return render(request, "api/docs.html", {"reference": reference()})


class UnknownAddress(APIView):
    """Any other address below /api/v1/: a problem instead of a page."""

    permissions = dict.fromkeys(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"), Permission.VISIT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> NoReturn:
        super().initial(request, *args, **kwargs)
        raise Http404
