"""The user's own account, bot accounts and tokens."""

from __future__ import annotations

from allauth.core.exceptions import ReauthenticationRequired
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import request_bodies, response_builders, response_types
from games.api.base_view import ApiView
from games.api.dataclass_json import serializer_for, to_json
from games.api.problems import Problem
from games.api.schema import operation
from games.people.models import ApiToken, User
from games.people.reauthentication import require_reauthentication
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts


class Me(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT}
    pagination_class = None

    @operation("Who you are, and how many turns wait for you", serializer_for(response_types.MeShape))
    def retrieve(self, request: Request) -> Response:
        return Response(to_json(response_builders.build_me(self.user)))


class BotAccounts(ApiView):
    permissions = {
        "list": Permission.MAKE_BOT_ACCOUNT,
        "create": Permission.MAKE_BOT_ACCOUNT,
        "destroy": Permission.MAKE_BOT_ACCOUNT,
    }
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = User.objects.none()
    pagination_class = None
    lookup_field = "name"
    lookup_value_regex = "[^/]{1,150}"
    serializer_class = serializer_for(response_types.BotAccountShape)

    @operation("Your bot accounts", serializer_for(response_types.BotAccountShape)(many=True))
    def list(self, request: Request) -> Response:
        accounts = response_builders.with_game_count(bot_accounts.bot_accounts_of(self.user))
        return Response([to_json(response_builders.build_bot_account(account)) for account in accounts])

    @operation(
        "Register a bot account",
        serializer_for(response_types.BotAccountShape),
        status=201,
        body=request_bodies.BotAccountBody,
        problems=["invalid", "refused", "conflict"],
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.BotAccountBody(data=request.data)
        body.is_valid(raise_exception=True)
        account = bot_accounts.create_bot_account(self.user, body.validated_data["name"])
        made = response_builders.with_game_count(bot_accounts.bot_accounts_of(self.user)).get(pk=account.pk)
        return Response(to_json(response_builders.build_bot_account(made)), 201)

    @operation("Close a bot account for good", status=204, problems=["not-found", "conflict"])
    def destroy(self, request: Request, name: str) -> Response:
        bot_accounts.close_bot_account(self.user, name)
        return Response(status=204)


class Tokens(ApiView):
    """For signed-in people only: no token can see, make or revoke tokens."""

    permissions = {"list": Permission.SEE_TOKENS, "create": Permission.MAKE_TOKEN, "destroy": Permission.REVOKE_TOKEN}
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = ApiToken.objects.none()
    pagination_class = None
    lookup_field = "handle"
    lookup_value_regex = "[0-9a-f]{12}"
    serializer_class = serializer_for(response_types.TokenShape)

    @operation(
        "Your tokens and those of your bot accounts",
        serializer_for(response_types.TokenShape)(many=True),
        problems=["denied"],
    )
    def list(self, request: Request) -> Response:
        return Response([to_json(response_builders.build_token(token)) for token in api_tokens.tokens_of(self.user)])

    @operation(
        "Make a token, which is shown only once",
        serializer_for(response_types.MadeTokenShape),
        status=201,
        body=request_bodies.TokenBody,
        problems=["invalid", "refused", "not-found", "conflict", "denied", "reauthentication"],
    )
    def create(self, request: Request) -> Response:
        body = request_bodies.TokenBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        try:
            require_reauthentication(request._request)
        except ReauthenticationRequired:
            raise _reauthentication_problem(request) from None
        named = given.get("account")
        account = bot_accounts.find_bot_account(self.user, named) if named and named != self.user.username else None
        made = api_tokens.create_token(self.user, given["name"], account, scopes=given.get("scopes", Scope))
        response = Response(to_json(response_builders.build_made_token(made.token, made.secret)), 201)
        response["Cache-Control"] = "no-store"
        return response

    @operation("Revoke a token", status=204, problems=["not-found", "denied"])
    def destroy(self, request: Request, handle: str) -> Response:
        api_tokens.revoke_token(self.user, handle)
        return Response(status=204)


def _reauthentication_problem(request: Request) -> Problem:
    url = request.build_absolute_uri(reverse("account_reauthenticate"))
    return Problem("reauthentication", _("Prove that it is you, then send this again."), url=url)
