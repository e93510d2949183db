"""Reporting messages, people and games to the staff."""

from __future__ import annotations

from typing import Literal, cast

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.schema import operation
from games.models import Report
from games.table import reports

REPORT = serializer_for(response_types.ReportShape)
MAX_LISTED = 100


class Reports(ApiView):
    permissions = {"list": Permission.SEE_OWN_ACCOUNT, "create": Permission.REPORT}
    throttle_scopes = {"create": "account"}
    queryset = Report.objects.none()
    pagination_class = None
    serializer_class = REPORT

    @operation("What you have reported, the newest first, and what came of it", REPORT(many=True))
    def list(self, request: Request) -> Response:
        return Response(to_json([_shape(report) for report in reports.reports_of(self.user)[:MAX_LISTED]]))

    @operation(
        "Report a message, a person or a game to the staff",
        REPORT,
        status=201,
        body=request_bodies.ReportBody,
        problems=["invalid", "refused", "not-found", "conflict", "suspended"],
        description="Of what you can see: a message of a game, or a game, or a person by name. Nobody but staff learns "
        "of it; you are told what came of it. To report the same again while it is open changes nothing.",
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.ReportBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        reason, words = given["reason"], given["words"]
        if "message" in given:
            made = reports.report_message(given["game"], self.user, given["message"], reason, words)
        elif "game" in given:
            made = reports.report_game(given["game"], self.user, reason, words)
        else:
            made = reports.report_person(self.user, given["person"], reason, words)
        return Response(to_json(_shape(made)), 201)


def _shape(report: Report) -> response_types.ReportShape:
    return response_types.ReportShape(
        subject=cast(Literal["message", "person", "game"], report.subject),
        person=report.person.shown_name if report.person else None,
        game=report.game_id,
        reason=report.reason,
        words=report.words,
        at=report.at,
        outcome=cast(Literal["open", "acted", "nothing"], report.outcome or "open"),
        answer=report.answer,
    )
