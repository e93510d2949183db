"""Where somebody is told besides by mail."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.endpoints import changes
from games.endpoints.reach import is_unreached
from games.endpoints.testing import send_test
from games.models import Endpoint

_ADD: Final = {"webhook": changes.add_webhook, "ntfy": changes.add_ntfy}


class Channels(ApiView):
    permissions = {
        "list": Permission.SEE_OWN_ACCOUNT,
        "create": Permission.SET_PREFERENCES,
        "destroy": Permission.SET_PREFERENCES,
        "test": Permission.SET_PREFERENCES,
        "switch_on": Permission.SET_PREFERENCES,
    }
    throttle_scopes = dict.fromkeys(("create", "destroy", "test", "switch_on"), "account")
    queryset = Endpoint.objects.none()
    pagination_class = None
    lookup_field = "channel_id"
    serializer_class = serializer_for(response_types.ChannelShape)

    @operation(
        "Where you are told, besides by mail, and how it has fared",
        serializer_for(response_types.ChannelShape)(many=True),
    )
    def list(self, request: Request) -> Response:
        return Response([to_json(_shape(endpoint)) for endpoint in changes.endpoints_of(self.user)])

    @operation(
        "Be told at a webhook or by a topic of ntfy",
        serializer_for(response_types.NewChannelShape),
        status=201,
        body=request_bodies.ChannelBody,
        problems=["invalid", "refused", "conflict", "denied"],
        description="The same address again replaces what you had there, with a new secret.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.ChannelBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        made = _ADD[given.pop("kind")](self.user, given.pop("address"), **given)
        return Response(to_json(response_types.NewChannelShape(_shape(made.endpoint), made.secret or None)), 201)

    @operation("Be told there no more", status=204, problems=["not-found", "denied"])
    def destroy(self, request: Request, channel_id: int) -> Response:
        changes.remove(self.user, channel_id)
        return Response(status=204)

    @operation(
        "Send a test message",
        serializer_for(response_types.ChannelTestShape),
        body=request_bodies.Nothing,
        problems=["invalid", "not-found", "refused", "conflict", "denied"],
        description="At once, also if it is switched off. After some tests in ten minutes it is a conflict.",
    )
    def test(self, request: Request, channel_id: int) -> Response:
        request_bodies.Nothing(data=request.data).is_valid(raise_exception=True)
        outcome = send_test(self.user, channel_id)
        return Response(to_json(response_types.ChannelTestShape(outcome.arrived, outcome.fault)))

    @operation(
        "Switch a channel on again that failed too often",
        serializer_for(response_types.ChannelShape),
        body=request_bodies.Nothing,
        problems=["invalid", "not-found", "denied"],
    )
    def switch_on(self, request: Request, channel_id: int) -> Response:
        request_bodies.Nothing(data=request.data).is_valid(raise_exception=True)
        return Response(to_json(_shape(changes.switch_on(self.user, channel_id))))


class TurnsByMail(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "account"}
    pagination_class = None
    serializer_class = serializer_for(response_types.TurnsByMailShape)

    @operation("Whether turns come by mail, too", serializer_for(response_types.TurnsByMailShape))
    def retrieve(self, request: Request) -> Response:
        return self._answer()

    @operation(
        "Say whether turns come by mail, too",
        serializer_for(response_types.TurnsByMailShape),
        body=request_bodies.TurnsByMailBody,
        problems=["invalid", "refused", "denied"],
        description="While no channel works they come by mail, whatever you say.",
    )
    def replace(self, request: Request) -> Response:
        body = request_bodies.TurnsByMailBody(data=request.data)
        body.is_valid(raise_exception=True)
        changes.choose_turns_by_mail(self.user, body.validated_data["by_mail"])
        return self._answer()

    def _answer(self) -> Response:
        shape = response_types.TurnsByMailShape(changes.gets_turns_by_mail(self.user), not is_unreached(self.user))
        return Response(to_json(shape))


def _shape(row: Endpoint) -> response_types.ChannelShape:
    return response_types.ChannelShape(
        row.pk,
        row.kind,
        row.name,
        None if row.kind == Endpoint.Kind.WEB_PUSH else row.address,
        row.tells,
        row.created_at,
        row.last_success_at,
        row.failures,
        row.last_fault,
        row.off_at,
        row.off_because,
    )
