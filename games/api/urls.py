"""Addresses of the API, below /api/v1/."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, re_path
from rest_framework.routers import SimpleRouter

from games.api.views.documents import Root, Schema, UnknownAddress, docs
from games.api.views.games import Games
from games.api.views.kept_lines import NextPicks, Orders, OrdersOfNewGames
from games.api.views.kinds import BotLevels, Kinds, Problems
from games.api.views.me import BotAccounts, Me, Tokens
from games.api.views.turns import Turns

Actions = dict[str, Any]
LIST: Actions = {"get": "list"}
LIST_AND_CREATE: Actions = {"get": "list", "post": "create"}
RETRIEVE: Actions = {"get": "retrieve"}
DESTROY: Actions = {"delete": "destroy"}
KEPT: Actions = {"get": "retrieve", "put": "replace", "delete": "withdraw"}

router = SimpleRouter()
router.register("games", Games, basename="game")
router.register("turns", Turns, basename="turn")

v1: list[URLPattern | URLResolver] = [
    path("", Root.as_view(LIST), name="root"),
    path("games/", Games.as_view(LIST_AND_CREATE), name="games"),
    path("turns/", Turns.as_view(LIST), name="turns"),
    path("", include(router.urls)),
    path("games/<str:pk>/next-pick/", NextPicks.as_view(KEPT), name="game-next-pick"),
    path("games/<str:pk>/orders/", Orders.as_view(KEPT), name="game-orders"),
    path("me/", Me.as_view(RETRIEVE), name="me"),
    path("me/bots/", BotAccounts.as_view(LIST_AND_CREATE), name="bots"),
    path("me/bots/<str:name>/", BotAccounts.as_view(DESTROY), name="bot"),
    path("me/tokens/", Tokens.as_view(LIST_AND_CREATE), name="tokens"),
    path("me/tokens/<str:handle>/", Tokens.as_view(DESTROY), name="token"),
    path("me/orders/<str:kind>/", OrdersOfNewGames.as_view({"get": "retrieve", "put": "replace"}), name="orders"),
    path("kinds/", Kinds.as_view(LIST), name="kinds"),
    path("kinds/<str:key>/", Kinds.as_view(RETRIEVE), name="kind"),
    path("levels/", BotLevels.as_view(LIST), name="levels"),
    path("problems/", Problems.as_view(LIST), name="problems"),
    path("problems/<str:name>/", Problems.as_view(RETRIEVE), name="problem"),
    path("schema/", Schema.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    re_path(r"^.*$", UnknownAddress.as_view()),
]

urlpatterns: list[URLPattern | URLResolver] = [path("api/v1/", include((v1, "api")))]
