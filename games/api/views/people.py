"""Profiles, friends, blocks, and one's own games that are over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission, may
from games.access.profiles import may_see_profile
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.game_lists import PlayedPagination
from games.api.people_shapes import build_played_game, build_profile, build_statistics
from games.api.schema import operation
from games.models import Block, FriendWish, PlayedGame
from games.people.models import User
from games.table import blocks, own_games
from games.table.errors import NoSuchPerson
from games.table.friends import befriend, circle_of, unfriend
from games.table.named_people import find_person
from games.table.preferences import set_profile_shown
from games.table.profiles import profile_of

_PEOPLE_OF_GAMES: Final = "games"
"""The API's word for the stored default."""
FRIEND = serializer_for(response_types.FriendShape)
BLOCK = serializer_for(response_types.BlockShape)
NARROWING = [
    OpenApiParameter("kind", OpenApiTypes.STR, description="The key of a kind of game."),
    OpenApiParameter("players", OpenApiTypes.INT, description="The number of seats."),
    OpenApiParameter("against", OpenApiTypes.STR, description="The name of somebody who played in them, too."),
    OpenApiParameter("result", OpenApiTypes.STR, enum=own_games.RESULTS, description="none: no result counts for you."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="The first day on which they ended, in your time zone."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="The last such day."),
]


class People(ApiView):
    permissions = {"retrieve": Permission.SEE_PROFILE}
    expensive_actions = frozenset({"retrieve"})
    queryset = User.objects.none()
    pagination_class = None
    lookup_field = "name"
    serializer_class = serializer_for(response_types.ProfileShape)

    @operation(
        "Who somebody is",
        serializer_for(response_types.ProfileShape),
        problems=["not-found"],
        description="People choose who sees it. For everybody else it is as if there was nobody of that name.",
    )
    def retrieve(self, request: Request, name: str) -> Response:
        person = find_person(name)
        if not may_see_profile(self.user, person):
            raise NoSuchPerson
        page = request.build_absolute_uri(reverse("profile", args=[person.username]))
        return Response(to_json(build_profile(profile_of(person), page)))


class ProfileShown(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "account"}
    pagination_class = None
    serializer_class = serializer_for(response_types.ProfileShownShape)

    @operation("Who sees your profile", serializer_for(response_types.ProfileShownShape))
    def retrieve(self, request: Request) -> Response:
        return Response(_shown_to(self.user))

    @operation(
        "Choose who sees your profile",
        serializer_for(response_types.ProfileShownShape),
        body=request_bodies.ProfileShownBody,
        problems=["invalid", "denied"],
        description="For everybody else it is as if there was nobody of your name.",
    )
    def replace(self, request: Request) -> Response:
        body = request_bodies.ProfileShownBody(data=request.data)
        body.is_valid(raise_exception=True)
        chosen = body.validated_data["shown_to"]
        set_profile_shown(self.user, "" if chosen == _PEOPLE_OF_GAMES else chosen)
        return Response(_shown_to(User.objects.get(pk=self.user.pk)))


def _shown_to(person: User) -> object:
    return to_json(response_types.ProfileShownShape(person.profile_shown or _PEOPLE_OF_GAMES))  # type: ignore[arg-type]


class Friends(ApiView):
    permissions = {"list": Permission.SEE_FRIENDS, "create": Permission.BEFRIEND, "destroy": Permission.BEFRIEND}
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = FriendWish.objects.none()
    pagination_class = None
    lookup_field = "name"
    serializer_class = FRIEND

    @operation("Your friends, whom you have asked, and who asks you", FRIEND(many=True))
    def list(self, request: Request) -> Response:
        return Response(to_json(self._friends()))

    @operation(
        "Ask somebody to be friends, or agree",
        FRIEND,
        status=201,
        body=request_bodies.PersonBody,
        problems=["invalid", "refused", "not-found", "conflict", "suspended"],
        description="You are friends when both want it. You can ask those whose profile you may see.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.PersonBody(data=request.data)
        body.is_valid(raise_exception=True)
        other = befriend(self.user, body.validated_data["name"])
        return Response(to_json(next(one for one in self._friends() if one.name == other.username)), 201)

    @operation(
        "End a friendship, decline a request or withdraw yours",
        status=204,
        problems=["not-found", "suspended"],
        description="Nobody is told.",
    )
    def destroy(self, request: Request, name: str) -> Response:
        unfriend(self.user, name)
        return Response(status=204)

    def _friends(self) -> Sequence[response_types.FriendShape]:
        circle = circle_of(self.user)
        return [
            *(response_types.FriendShape(one.username, "friend") for one in circle.friends),
            *(response_types.FriendShape(one.username, "asked") for one in circle.asked),
            *(response_types.FriendShape(one.username, "asking") for one in circle.asking),
        ]


class Blocks(ApiView):
    permissions = {"list": Permission.SEE_FRIENDS, "create": Permission.BLOCK, "destroy": Permission.BLOCK}
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = Block.objects.none()
    pagination_class = None
    lookup_field = "name"
    serializer_class = BLOCK

    @operation("Whom you have blocked", BLOCK(many=True))
    def list(self, request: Request) -> Response:
        return Response(to_json(self._blocks()))

    @operation(
        "Block somebody",
        BLOCK,
        status=201,
        body=request_bodies.PersonBody,
        problems=["invalid", "refused", "not-found", "conflict"],
        description="They do not learn of it. Games that you both play in go on.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.PersonBody(data=request.data)
        body.is_valid(raise_exception=True)
        other = blocks.block(self.user, body.validated_data["name"])
        return Response(to_json(next(one for one in self._blocks() if one.name == other.username)), 201)

    @operation("Block somebody no more", status=204, problems=["not-found"])
    def destroy(self, request: Request, name: str) -> Response:
        blocks.unblock(self.user, name)
        return Response(status=204)

    def _blocks(self) -> Sequence[response_types.BlockShape]:
        return [response_types.BlockShape(row.blocked.username, row.since) for row in blocks.blocked_by(self.user)]


class OwnGames(ApiView):
    permissions = {"list": Permission.SEE_OWN_GAMES}
    expensive_actions = frozenset({"list"})
    queryset = PlayedGame.objects.none()
    pagination_class = PlayedPagination
    serializer_class = serializer_for(response_types.PlayedGameShape)

    @operation(
        "Your games that are over",
        serializer_for(response_types.PlayedGameShape)(many=True),
        parameters=NARROWING,
        problems=["invalid"],
        description="The latest first.",
    )
    def list(self, request: Request) -> Response:
        paging = {PlayedPagination.cursor_query_param, PlayedPagination.page_size_query_param, "format"}
        query = request_bodies.OwnGamesQuery(
            data={name: value for name, value in request.query_params.items() if name not in paging}
        )
        query.is_valid(raise_exception=True)
        games = own_games.games_of(self.user, query.narrowing()).defer("game__position").select_related("game__host")
        page = self.paginate_queryset(games.prefetch_related("game__seats__user__owner"))
        assert page is not None
        return self.get_paginated_response([to_json(self._played(row)) for row in page])

    def _played(self, row: PlayedGame) -> response_types.PlayedGameShape:
        return build_played_game(row, self.user, seen=may(Permission.SEE_GAME, self.user, row.game))


class OwnStatistics(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_GAMES}
    expensive_actions = frozenset({"retrieve"})
    pagination_class = None
    serializer_class = serializer_for(response_types.OwnStatisticsShape)

    @operation("Statistics of your games", serializer_for(response_types.OwnStatisticsShape))
    def retrieve(self, request: Request) -> Response:
        return Response(to_json(build_statistics(own_games.statistics_of(self.user))))
