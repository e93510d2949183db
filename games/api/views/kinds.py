"""What can be opened: games with their options, and the levels of bots. And what can go wrong."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import shapes, showing
from games.api.base_view import ApiView
from games.api.problems import KINDS
from games.api.schema import operation
from games.api.typed import to_json, typed
from games.bot_levels import BOT_LEVELS
from games.engine import registry


class Kinds(ApiView):
    permissions = {"list": Permission.VISIT, "retrieve": Permission.VISIT}
    pagination_class = None
    lookup_field = "key"
    lookup_value_regex = "[a-z0-9-]{1,32}"
    serializer_class = typed(shapes.KindShape)

    @operation("The games that are played here", typed(shapes.KindShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(showing.kind_shape(rules)) for rules in registry.games()])

    @operation("A game that is played here, with its options", typed(shapes.KindShape), problems=["not-found"])
    def retrieve(self, request: Request, key: str) -> Response:
        try:
            rules = registry.game(key)
        except KeyError:
            raise Http404 from None
        return Response(to_json(showing.kind_shape(rules)))


class BotLevels(ApiView):
    permissions = {"list": Permission.VISIT}
    pagination_class = None
    serializer_class = typed(shapes.LevelShape)

    @operation("The levels of the house's bots", typed(shapes.LevelShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(showing.level_shape(level)) for level in BOT_LEVELS.values()])


class Problems(ApiView):
    permissions = {"list": Permission.VISIT, "retrieve": Permission.VISIT}
    pagination_class = None
    lookup_field = "name"
    lookup_value_regex = "[a-z-]{1,32}"
    serializer_class = typed(shapes.ProblemKindShape)

    @operation("The kinds of errors", typed(shapes.ProblemKindShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(problem_kind(name)) for name in KINDS])

    @operation("A kind of error", typed(shapes.ProblemKindShape), problems=["not-found"])
    def retrieve(self, request: Request, name: str) -> Response:
        if name not in KINDS:
            raise Http404
        return Response(to_json(problem_kind(name)))


def problem_kind(name: str) -> shapes.ProblemKindShape:
    kind = KINDS[name]
    return shapes.ProblemKindShape(
        reverse("api:problem", args=[name]), name, kind.status, str(kind.title), kind.meaning, kind.members
    )
