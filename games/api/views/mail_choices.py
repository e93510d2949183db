"""When our mails come to somebody, and how much they say."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.people.mail_choices import reminders_of
from games.people.models import User
from games.table.preferences import set_mail_choices

_WITH_PICTURES: Final = "picture"
"""The API's word for the stored default."""


class MailChoices(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT, "replace": Permission.SET_PREFERENCES}
    throttle_scopes = {"replace": "account"}
    pagination_class = None
    serializer_class = serializer_for(response_types.MailChoicesShape)

    @operation("When our mails come to you", serializer_for(response_types.MailChoicesShape))
    def retrieve(self, request: Request) -> Response:
        return Response(_choices(self.user))

    @operation(
        "Say when our mails come to you, and how much they say",
        serializer_for(response_types.MailChoicesShape),
        body=request_bodies.MailChoicesBody,
        problems=["invalid", "denied"],
        description="A question comes at once all the same if half of its time would be over by the next bundle.",
    )
    def replace(self, request: Request) -> Response:
        body = request_bodies.MailChoicesBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        set_mail_choices(
            self.user,
            every=given["every"],
            hour=given["hour"],
            content="" if given["content"] == _WITH_PICTURES else given["content"],
            reminders=tuple(given["reminders"]),
        )
        return Response(_choices(User.objects.get(pk=self.user.pk)))


def _choices(person: User) -> object:
    return to_json(
        response_types.MailChoicesShape(
            every=person.mails_every,
            hour=person.mails_hour,
            content=person.mail_content or _WITH_PICTURES,
            reminders=list(reminders_of(person.reminders)),
        )
    )
