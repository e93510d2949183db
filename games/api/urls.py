"""Addresses of the API, below /api/v1/."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, re_path
from rest_framework.routers import SimpleRouter

from games.api.views.absences import Absences, WhenAway
from games.api.views.channels import Channels, TurnsByMail
from games.api.views.documents import Root, Schema, UnknownAddress, docs
from games.api.views.games import Games
from games.api.views.kept_lines import NextPicks, Orders, OrdersOfNewGames
from games.api.views.kinds import BotLevels, Kinds, Problems
from games.api.views.mail_choices import MailChoices
from games.api.views.me import BotAccounts, Me, Tokens
from games.api.views.people import Blocks, Friends, OwnGames, OwnStatistics, People, ProfileShown
from games.api.views.proposals import Proposals
from games.api.views.ratings import Boards, Leaders, OwnRatings
from games.api.views.reports import Reports
from games.api.views.seeks import Seeks
from games.api.views.talk import MutedPeople, Notes, Talk
from games.api.views.tournaments import Tournaments
from games.api.views.turns import Turns
from games.api.views.vacant_seats import VacantSeats

Actions = dict[str, Any]
LIST: Actions = {"get": "list"}
LIST_AND_CREATE: Actions = {"get": "list", "post": "create"}
RETRIEVE: Actions = {"get": "retrieve"}
RETRIEVE_AND_REPLACE: Actions = {"get": "retrieve", "put": "replace"}
REPLACE_AND_DESTROY: Actions = {"put": "replace", "delete": "destroy"}
DESTROY: Actions = {"delete": "destroy"}
KEPT: Actions = {"get": "retrieve", "put": "replace", "delete": "withdraw"}

router = SimpleRouter()
router.register("games", Games, basename="game")
router.register("turns", Turns, basename="turn")

v1: list[URLPattern | URLResolver] = [
    path("", Root.as_view(LIST), name="root"),
    path("games/", Games.as_view(LIST_AND_CREATE), name="games"),
    path("turns/", Turns.as_view(LIST), name="turns"),
    path("vacant-seats/", VacantSeats.as_view(LIST), name="vacant-seats"),
    path("", include(router.urls)),
    path("games/<str:pk>/next-pick/", NextPicks.as_view(KEPT), name="game-next-pick"),
    path("games/<str:pk>/orders/", Orders.as_view(KEPT), name="game-orders"),
    path("games/<str:pk>/when-away/", WhenAway.as_view(RETRIEVE_AND_REPLACE), name="game-when-away"),
    path("games/<str:pk>/proposals/", Proposals.as_view(LIST_AND_CREATE), name="game-proposals"),
    path("games/<str:pk>/proposals/<int:proposal_id>/vote/", Proposals.as_view({"post": "vote"}), name="game-vote"),
    path(
        "games/<str:pk>/proposals/<int:proposal_id>/withdraw/",
        Proposals.as_view({"post": "withdraw"}),
        name="game-withdraw",
    ),
    path("tournaments/", Tournaments.as_view({**LIST, "post": "create"}), name="tournaments"),
    path(
        "tournaments/<str:tournament_id>/",
        Tournaments.as_view({**RETRIEVE, "put": "replace"}),
        name="tournament",
    ),
    path("tournaments/<str:tournament_id>/invite/", Tournaments.as_view({"post": "invite"}), name="tournament-invite"),
    path("tournaments/<str:tournament_id>/start/", Tournaments.as_view({"post": "start"}), name="tournament-start"),
    path("tournaments/<str:tournament_id>/cancel/", Tournaments.as_view({"post": "cancel"}), name="tournament-cancel"),
    path(
        "tournaments/<str:tournament_id>/standings/",
        Tournaments.as_view({"get": "standings"}),
        name="tournament-standings",
    ),
    path("tournaments/<str:tournament_id>/enter/", Tournaments.as_view({"post": "enter"}), name="tournament-enter"),
    path("tournaments/<str:tournament_id>/wait/", Tournaments.as_view({"post": "wait"}), name="tournament-wait"),
    path("tournaments/<str:tournament_id>/leave/", Tournaments.as_view({"post": "leave"}), name="tournament-leave"),
    path("ratings/", Boards.as_view(LIST), name="ratings"),
    path("ratings/<str:kind>/<int:players>/", Leaders.as_view(LIST), name="leaderboard"),
    path("me/ratings/", OwnRatings.as_view(RETRIEVE_AND_REPLACE), name="own-ratings"),
    path("games/<str:pk>/talk/", Talk.as_view({"get": "retrieve", "post": "create"}), name="game-talk"),
    path("games/<str:pk>/talk/read/", Talk.as_view({"post": "mark_read"}), name="game-talk-read"),
    path("games/<str:pk>/note/", Notes.as_view(RETRIEVE_AND_REPLACE), name="game-note"),
    path("me/muted/", MutedPeople.as_view(LIST_AND_CREATE), name="muted"),
    path("me/reports/", Reports.as_view(LIST_AND_CREATE), name="reports"),
    path("me/absences/", Absences.as_view(LIST_AND_CREATE), name="absences"),
    path("me/absences/<int:absence_id>/", Absences.as_view(DESTROY), name="absence"),
    path("me/mails/", MailChoices.as_view(RETRIEVE_AND_REPLACE), name="mail-choices"),
    path("me/profile/", ProfileShown.as_view(RETRIEVE_AND_REPLACE), name="profile-shown"),
    path("me/channels/", Channels.as_view(LIST_AND_CREATE), name="channels"),
    path("me/channels/mail/", TurnsByMail.as_view(RETRIEVE_AND_REPLACE), name="turns-by-mail"),
    path("me/channels/<int:channel_id>/", Channels.as_view(DESTROY), name="channel"),
    path("me/channels/<int:channel_id>/test/", Channels.as_view({"post": "test"}), name="channel-test"),
    path("me/channels/<int:channel_id>/on/", Channels.as_view({"post": "switch_on"}), name="channel-on"),
    path("me/", Me.as_view(RETRIEVE), name="me"),
    path("people/<str:name>/", People.as_view(RETRIEVE), name="person"),
    path("me/friends/", Friends.as_view(LIST_AND_CREATE), name="friends"),
    path("me/friends/<str:name>/", Friends.as_view(DESTROY), name="friend"),
    path("me/blocks/", Blocks.as_view(LIST_AND_CREATE), name="blocks"),
    path("me/blocks/<str:name>/", Blocks.as_view(DESTROY), name="block"),
    path("me/seeks/", Seeks.as_view(LIST_AND_CREATE), name="seeks"),
    path("me/seeks/<int:seek_id>/", Seeks.as_view(REPLACE_AND_DESTROY), name="seek"),
    path("me/games/", OwnGames.as_view(LIST), name="own-games"),
    path("me/statistics/", OwnStatistics.as_view(RETRIEVE), name="statistics"),
    path("me/bots/", BotAccounts.as_view(LIST_AND_CREATE), name="bots"),
    path("me/bots/<str:name>/", BotAccounts.as_view(DESTROY), name="bot"),
    path("me/tokens/", Tokens.as_view(LIST_AND_CREATE), name="tokens"),
    path("me/tokens/<str:handle>/", Tokens.as_view(DESTROY), name="token"),
    path("me/orders/<str:kind>/", OrdersOfNewGames.as_view(RETRIEVE_AND_REPLACE), name="orders"),
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
