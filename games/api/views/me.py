"""The account that asks: who it is, its bot accounts and tokens."""

from __future__ import annotations

from allauth.core.exceptions import ReauthenticationRequired
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import Permission
from games.api import incoming, shapes, showing
from games.api.base_view import ApiView
from games.api.problems import Problem
from games.api.schema import operation
from games.api.typed import to_json, typed
from games.people.models import ApiToken, User
from games.people.reauthentication import require_reauthentication
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts


class Me(ApiView):
    permissions = {"retrieve": Permission.SEE_OWN_ACCOUNT}
    pagination_class = None

    @operation("Who you are, and how many turns wait for you", typed(shapes.MeShape))
    def retrieve(self, request: Request) -> Response:
        return Response(to_json(showing.me_shape(self.user)))


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
    serializer_class = typed(shapes.BotAccountShape)

    @operation("Your bot accounts", typed(shapes.BotAccountShape)(many=True))
    def list(self, request: Request) -> Response:
        accounts = showing.with_games(bot_accounts.accounts_of(self.user))
        return Response([to_json(showing.bot_account_shape(account)) for account in accounts])

    @operation(
        "Register a bot account",
        typed(shapes.BotAccountShape),
        status=201,
        takes=incoming.BotAccountBody,
        problems=["invalid", "refused", "conflict"],
    )
    def create(self, request: Request) -> Response:
        body = incoming.BotAccountBody(data=request.data)
        body.is_valid(raise_exception=True)
        account = bot_accounts.register(self.user, body.validated_data["name"])
        made = showing.with_games(bot_accounts.accounts_of(self.user)).get(pk=account.pk)
        return Response(to_json(showing.bot_account_shape(made)), 201)

    @operation("Close a bot account for good", status=204, problems=["not-found", "conflict"])
    def destroy(self, request: Request, name: str) -> Response:
        bot_accounts.retire(self.user, name)
        return Response(status=204)


class Tokens(ApiView):
    """For signed-in people only: a token neither sees nor makes nor revokes tokens."""

    permissions = {"list": Permission.SEE_TOKENS, "create": Permission.MAKE_TOKEN, "destroy": Permission.REVOKE_TOKEN}
    throttle_scopes = {"create": "account", "destroy": "account"}
    queryset = ApiToken.objects.none()
    pagination_class = None
    lookup_field = "handle"
    lookup_value_regex = "[0-9a-f]{12}"
    serializer_class = typed(shapes.TokenShape)

    @operation("Your tokens and those of your bot accounts", typed(shapes.TokenShape)(many=True), problems=["denied"])
    def list(self, request: Request) -> Response:
        return Response([to_json(showing.token_shape(token)) for token in api_tokens.tokens_of(self.user)])

    @operation(
        "Make a token, told this once",
        typed(shapes.MadeTokenShape),
        status=201,
        takes=incoming.TokenBody,
        problems=["invalid", "refused", "not-found", "conflict", "denied", "reauthentication"],
    )
    def create(self, request: Request) -> Response:
        body = incoming.TokenBody(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        try:
            require_reauthentication(request._request)
        except ReauthenticationRequired:
            raise _prove_it_first(request) from None
        named = given.get("account")
        account = bot_accounts.account_of(self.user, named) if named and named != self.user.username else None
        made = api_tokens.make(self.user, given["name"], account, scopes=given.get("scopes", Scope))
        response = Response(to_json(showing.made_token_shape(made.token, made.secret)), 201)
        response["Cache-Control"] = "no-store"
        return response

    @operation("Revoke a token", status=204, problems=["not-found", "denied"])
    def destroy(self, request: Request, handle: str) -> Response:
        api_tokens.revoke(self.user, handle)
        return Response(status=204)


def _prove_it_first(request: Request) -> Problem:
    url = request.build_absolute_uri(reverse("account_reauthenticate"))
    return Problem("reauthentication", _("Prove that it is you, then send this again."), url=url)
