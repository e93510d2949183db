"""Leaderboards, and one's own ratings."""

from __future__ import annotations

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import Pagination
from games.api.schema import operation
from games.models import Rating
from games.people.models import User
from games.table import leaderboards, preferences


class LeaderPagination(Pagination):
    page_size = 50
    ordering = ("-shown", "person_id")


class Boards(ApiView):
    permissions = {"list": Permission.SEE_RATINGS}
    expensive_actions = frozenset({"list"})
    pagination_class = None
    serializer_class = serializer_for(response_types.BoardShape)

    @operation("The leaderboards with people on them", serializer_for(response_types.BoardShape)(many=True))
    def list(self, request: Request) -> Response:
        return Response([to_json(response_builders.build_board(board)) for board in leaderboards.boards()])


class Leaders(ApiView):
    permissions = {"list": Permission.SEE_RATINGS}
    expensive_actions = frozenset({"list"})
    queryset = Rating.objects.none()
    pagination_class = LeaderPagination
    serializer_class = serializer_for(response_types.LeaderShape)

    @operation(
        "A leaderboard, from the highest rating on",
        serializer_for(response_types.LeaderShape)(many=True),
        problems=["invalid", "not-found"],
        description="People with a rating that is not provisional, who let others see it.",
        operation_id="leaders_list",
    )
    def list(self, request: Request, kind: str, players: int) -> Response:
        if not leaderboards.is_board(kind, players):
            raise Http404
        page = self.paginate_queryset(leaderboards.leaderboard(kind, players))
        assert page is not None
        return self.get_paginated_response([to_json(response_builders.build_leader(rating)) for rating in page])


class OwnRatings(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "account"}
    pagination_class = None
    serializer_class = serializer_for(response_types.OwnRatingsShape)

    @operation("Your ratings", serializer_for(response_types.OwnRatingsShape))
    def retrieve(self, request: Request) -> Response:
        return Response(to_json(response_builders.build_own_ratings(self.user)))

    @operation(
        "Say whether others see your ratings",
        serializer_for(response_types.OwnRatingsShape),
        body=request_bodies.OwnRatingsBody,
        problems=["invalid", "denied"],
    )
    def replace(self, request: Request) -> Response:
        body = request_bodies.OwnRatingsBody(data=request.data)
        body.is_valid(raise_exception=True)
        preferences.show_on_leaderboards(self.user, shown=body.validated_data["on_leaderboards"])
        return Response(to_json(response_builders.build_own_ratings(User.objects.get(pk=self.user.pk))))
