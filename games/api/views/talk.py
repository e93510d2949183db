"""Talk at a table, private notes, and whom one does not want to read."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.idempotency_keys import given_or_new_key
from games.api.schema import operation
from games.models import Game
from games.table import talk
from games.table.talk_shown import muted_by, note_of, shown

PROBLEMS = ("not-found", "denied", "suspended", "conflict")
MESSAGE = serializer_for(response_types.MessageShape)
MUTED = serializer_for(response_types.MutedShape)
BEFORE = OpenApiParameter("before", OpenApiTypes.INT64, description="The id of a message: those said before it.")


class Talk(ApiView):
    permissions = {"retrieve": Permission.WATCH, "create": Permission.SAY, "mark_read": Permission.SAY}
    throttle_scopes = {"create": "play", "mark_read": "play"}
    queryset = Game.objects.all()
    pagination_class = None
    serializer_class = MESSAGE

    @operation(
        "What was said at a table",
        serializer_for(response_types.TalkShape),
        parameters=[BEFORE],
        problems=["invalid", "not-found", "denied"],
        description="Those who sit there read it. Once the game is over, onlookers do, too, unless its host has said "
        "otherwise. Programs of bot accounts read it where they may talk.",
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        game, asked = self.game(pk), request.query_params
        query = request_bodies.TalkQuery(data={"before": asked["before"]} if "before" in asked else {})
        query.is_valid(raise_exception=True)
        before = query.validated_data.get("before")
        return Response(to_json(response_builders.build_talk(game, request.user, before)))

    @operation(
        "Say something at a table",
        MESSAGE,
        status=201,
        body=request_bodies.SayBody,
        problems=["invalid", "refused", *PROBLEMS],
        description="With an Idempotency-Key the same request says it once.",
    )
    def create(self, request: Request, pk: str) -> Response:
        self.game(pk)
        body = request_bodies.SayBody(data=request.data)
        body.is_valid(raise_exception=True)
        given, key = body.validated_data, given_or_new_key(request)
        if "greeting" in given:
            made = talk.greet(pk, self.user, given["greeting"], key=key)
        else:
            made = talk.say(pk, self.user, given["text"], key=key)
        (message,) = shown([made], self.game(pk), self.user)
        return Response(to_json(response_builders.build_message(message)), 201)

    @operation(
        "Say up to where you have read the talk",
        serializer_for(response_types.TalkShape),
        body=request_bodies.ReadBody,
        problems=["invalid", *PROBLEMS],
    )
    def mark_read(self, request: Request, pk: str) -> Response:
        self.game(pk)
        body = request_bodies.ReadBody(data=request.data)
        body.is_valid(raise_exception=True)
        talk.mark_read(pk, self.user, body.validated_data["newest"])
        return Response(to_json(response_builders.build_talk(self.game(pk), self.user, None)))


class Notes(ApiView):
    permissions = {"retrieve": Permission.SEE_SEAT, "replace": Permission.KEEP_NOTE}
    throttle_scopes = {"replace": "play"}
    queryset = Game.objects.all()
    pagination_class = None
    serializer_class = serializer_for(response_types.NoteShape)

    @operation(
        "Your note about a game",
        serializer_for(response_types.NoteShape),
        problems=["not-found", "denied"],
        description="Nobody else ever reads it, staff included.",
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(to_json(response_types.NoteShape(note_of(self.game(pk), self.user))))

    @operation(
        "Note something about a game",
        serializer_for(response_types.NoteShape),
        body=request_bodies.NoteBody,
        problems=["invalid", "refused", *PROBLEMS],
        description="It replaces what you have noted before.",
    )
    def replace(self, request: Request, pk: str) -> Response:
        self.game(pk)
        body = request_bodies.NoteBody(data=request.data)
        body.is_valid(raise_exception=True)
        kept = talk.write_note(pk, self.user, body.validated_data["text"])
        return Response(to_json(response_types.NoteShape(kept.text if kept is not None else "")))


class MutedPeople(ApiView):
    permissions = {"list": Permission.MUTE_PERSON, "create": Permission.MUTE_PERSON}
    throttle_scopes = {"create": "play"}
    pagination_class = None
    serializer_class = MUTED

    @operation("Whom you have muted", MUTED(many=True), problems=["denied"])
    def list(self, request: Request) -> Response:
        return Response(self._muted())

    @operation(
        "Mute somebody, or read them again",
        MUTED(many=True),
        body=request_bodies.MutedBody,
        problems=["invalid", "not-found", "denied", "refused", "conflict"],
        description="You are not shown what they say, at any table. They do not learn of it. Whom you have never met "
        "at a table, you cannot mute. It answers with all whom you have muted.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.MutedBody(data=request.data)
        body.is_valid(raise_exception=True)
        change = talk.mute if body.validated_data["muted"] else talk.unmute
        change(self.user, talk.find_companion(self.user, body.validated_data["name"]))
        return Response(self._muted())

    def _muted(self) -> object:
        rows = muted_by(self.user)
        return to_json([response_types.MutedShape(one.person.username, one.since) for one in rows])
