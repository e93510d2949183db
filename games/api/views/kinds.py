"""The kinds of games with their options, the levels of bots, and the kinds of problems."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.problems import PROBLEM_KINDS
from games.api.schema import operation
from games.bot_levels import BOT_LEVELS
from games.engine import registry


class Kinds(ApiView):
    permissions = {"list": Permission.VISIT, "retrieve": Permission.VISIT}
    pagination_class = None
    lookup_field = "key"
    lookup_value_regex = "[a-z0-9-]{1,32}"
    serializer_class = serializer_for(response_types.KindShape)

    @operation("The games that are played here", serializer_for(response_types.KindShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(response_builders.build_kind(rules)) for rules in registry.games()])

    @operation(
        "A game that is played here, with its options", serializer_for(response_types.KindShape), problems=["not-found"]
    )
    def retrieve(self, request: Request, key: str) -> Response:
        try:
            rules = registry.game(key)
        except KeyError:
            raise Http404 from None
        return Response(to_json(response_builders.build_kind(rules)))


class BotLevels(ApiView):
    permissions = {"list": Permission.VISIT}
    pagination_class = None
    serializer_class = serializer_for(response_types.LevelShape)

    @operation("The levels of the bots", serializer_for(response_types.LevelShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(response_builders.build_level(level)) for level in BOT_LEVELS.values()])


class Problems(ApiView):
    permissions = {"list": Permission.VISIT, "retrieve": Permission.VISIT}
    pagination_class = None
    lookup_field = "name"
    lookup_value_regex = "[a-z-]{1,32}"
    serializer_class = serializer_for(response_types.ProblemKindShape)

    @operation("The kinds of errors", serializer_for(response_types.ProblemKindShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(build_problem_kind(name)) for name in PROBLEM_KINDS])

    @operation("A kind of error", serializer_for(response_types.ProblemKindShape), problems=["not-found"])
    def retrieve(self, request: Request, name: str) -> Response:
        if name not in PROBLEM_KINDS:
            raise Http404
        return Response(to_json(build_problem_kind(name)))


def build_problem_kind(name: str) -> response_types.ProblemKindShape:
    kind = PROBLEM_KINDS[name]
    return response_types.ProblemKindShape(
        reverse("api:problem", args=[name]), name, kind.status, str(kind.title), kind.meaning, kind.members
    )
