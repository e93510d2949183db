"""Games, seats, turns and moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.bot_levels import BOT_LEVELS
from games.engine import registry
from games.engine.contract import event_from_json
from games.models import Game, Move, Seat, SeatHolder, Turn
from games.models.site_clock import read_once
from games.staff.admin.filters import known_values
from games.staff.admin.packed import PackedRowsAdmin
from games.staff.admin.site import OfGameMixin, ReadOnlyAdmin, game_link, person_link, rows_link, site
from games.table import digests, queries
from games.table.history import History


@admin.register(Game, site=site)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("name", "id", "on_the_site", "kind", "status", "hosted_by", "seat_count", "plies", "opened_at")
    list_filter = (
        "status",
        ("kind", known_values(lambda: (rules.key for rules in registry.games()))),
        "visibility",
        ("seat_count", known_values(lambda: range(2, 1 + max(rules.max_seats for rules in registry.games())))),
        ("opened_at", admin.DateFieldListFilter),
        ("paused_at", admin.EmptyFieldListFilter),
        "interrupted",
    )
    search_fields = ("id", "name", "host__username", "seats__user__username")
    # Running games first, newest first: the order of an index. With an index of all games by age, PostgreSQL would read
    # past all finished games to list the running ones.
    ordering: ClassVar[tuple[str, ...]] = ("-status", "-opened_at")
    list_select_related = ("host",)
    fields = (
        "id",
        "name",
        "on_the_site",
        "kind",
        "options",
        "seat_count",
        "status",
        "hosted_by",
        "turn_limit",
        "clock",
        "visibility",
        "takeover",
        "advisers",
        "rules_version",
        "plies",
        "version",
        "digest",
        "interrupted",
        "opened_at",
        "started_at",
        "paused_at",
        "ended_at",
        "packed_at",
        "rows",
    )

    @admin.display(description=_("moderators' page"))
    def on_the_site(self, game: Game) -> SafeString | str:
        return game_link(game, _("its page"))

    @admin.display(description=_("host"), ordering="host__username")
    def hosted_by(self, game: Game) -> SafeString | str:
        return person_link(game.host)

    @admin.display(description=_("its rows"))
    def rows(self, game: Game) -> SafeString:
        tables = (
            ("seat", _("seats")),
            ("turn", _("turns")),
            ("move", _("moves")),
            ("seatholder", _("holders of seats")),
            ("proposal", _("proposals")),
            ("talkmessage", _("messages at the table")),
            ("report", _("reports")),
            ("notification", _("notifications")),
            ("delivery", _("mails")),
            ("auditentry", _("audit trail")),
        )
        return format_html_join(
            " · ", "{}", ((rows_link(name, "game__id__exact", game.pk, words),) for name, words in tables)
        )


@admin.register(Seat, site=site)
class SeatAdmin(OfGameMixin, ReadOnlyAdmin):
    list_display = (
        "of_game",
        "index",
        "person",
        "bot_level",
        "invited_email",
        "caretaker",
        "caretaker_cause",
        "vacant_since",
        "locked",
        "missed_in_row",
        "missed_in_all",
        "rank",
        "score",
    )
    list_display_links = ("index",)
    list_filter = (
        "game__status",
        ("bot_level", known_values(lambda: BOT_LEVELS)),
        "caretaker_cause",
        ("vacant_since", admin.EmptyFieldListFilter),
        "locked",
    )
    search_fields = ("game__id", "game__name", "user__username", "invited_email")
    list_select_related = ("game", "user")
    fields = (
        "of_game",
        "index",
        "person",
        "bot_level",
        "invited_email",
        "caretaker",
        "caretaker_cause",
        "when_away",
        "resigned_at",
        "vacant_since",
        "locked",
        "missed_in_row",
        "missed_in_all",
        "excused",
        "time_left",
        "time_left_in",
        "rank",
        "score",
        "turns_of_seat",
        "holders_of_seat",
    )

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, seat: Seat) -> SafeString | str:
        return person_link(seat.user)

    @admin.display(description=_("turns"))
    def turns_of_seat(self, seat: Seat) -> SafeString:
        return rows_link("turn", "seat__id__exact", seat.pk, _("all its turns"))

    @admin.display(description=_("holders of seats"))
    def holders_of_seat(self, seat: Seat) -> SafeString:
        return rows_link("seatholder", "seat__id__exact", seat.pk, _("who played here"))


@admin.register(SeatHolder, site=site)
class SeatHolderAdmin(OfGameMixin, ReadOnlyAdmin):
    list_display = fields = (
        "id",
        "of_game",
        "number_of_seat",
        "person",
        "level",
        "cause",
        "from_ply",
        "from_at",
        "to_ply",
        "to_at",
    )
    list_filter = ("cause", ("to_at", admin.EmptyFieldListFilter))
    search_fields = ("=game__id", "game__name", "user__username")
    list_select_related = ("game", "seat", "user")

    @admin.display(description=_("seat"))
    def number_of_seat(self, holder: SeatHolder) -> int:
        return holder.seat.index + 1

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, holder: SeatHolder) -> SafeString | str:
        return person_link(holder.user)


@admin.register(Turn, site=site)
class TurnAdmin(OfGameMixin, PackedRowsAdmin):
    """Without the token of its reply address, without answers given ahead of time, and without plans."""

    list_display = (
        "id",
        "of_game",
        "place",
        "stage",
        "status",
        "ahead_of_turn",
        "early",
        "opened_at",
        "deadline",
        "timed_out",
        "attempts",
    )
    list_filter = ("status", "timed_out", "ahead_of_turn", "early", "game__status")
    search_fields = ("=id", "game__id", "game__name", "seat__user__username")
    list_select_related = ("game", "seat__user")
    fields = (
        "id",
        "of_game",
        "place",
        "phase",
        "stage",
        "status",
        "ahead_of_turn",
        "early",
        "first_ply",
        "opened_at",
        "deadline",
        "closed_at",
        "nudged_at",
        "bot_priority",
        "bot_round",
        "claimed_at",
        "attempts",
        "timed_out",
        "adviser",
        "moves_of_turn",
    )
    game_known_by_id = True

    def packed_rows(self, history: History) -> Iterable[Turn]:
        return history.all_turns()

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        with read_once():
            page = super().changelist_view(request, extra_context)
            # Deadlines are computed while the page is rendered.
            return page.render() if isinstance(page, SimpleTemplateResponse) else page

    @admin.display(description=_("seat"))
    def place(self, turn: Turn) -> str:
        return f"{turn.seat.index + 1}: {queries.seat_name(turn.seat)}"

    @admin.display(description=_("moves"))
    def moves_of_turn(self, turn: Turn) -> SafeString:
        return rows_link("move", "turn__id__exact", turn.pk, _("what was played in it"))


@admin.register(Move, site=site)
class MoveAdmin(OfGameMixin, PackedRowsAdmin):
    """Without its notation, which also tells what only the mover may know; events tell everybody the rest."""

    list_display = ("of_game", "ply", "number_of_seat", "source", "created_at", "undone_at", "is_set_up")
    list_display_links = ("ply",)
    list_filter = ("source", ("undone_at", admin.EmptyFieldListFilter), ("set_up", admin.EmptyFieldListFilter))
    search_fields = ("game__id", "game__name")
    list_select_related = ("game",)
    fields = (
        "of_game",
        "ply",
        "number_of_seat",
        "phase",
        "source",
        "is_set_up",
        "public_text",
        "digest",
        "turn",
        "created_at",
        "undone_at",
    )

    def packed_rows(self, history: History) -> Iterable[Move]:
        moves = list(history.moves())
        digests.complete(moves, digests.replayed_digests(history.game, moves))
        turns = {turn.pk: turn for turn in history.all_turns()}
        for move in moves:
            move.turn = None if move.turn_id is None else turns[move.turn_id]
        return moves

    @admin.display(description=_("seat"), ordering="seat")
    def number_of_seat(self, move: Move) -> str:
        return "–" if move.seat is None else str(move.seat + 1)

    @admin.display(description=_("set up by staff"), boolean=True)
    def is_set_up(self, move: Move) -> bool:
        return move.set_up is not None

    @admin.display(description=_("what everybody was told"))
    def public_text(self, move: Move) -> SafeString | str:
        heard = (event_from_json(stored) for stored in move.events)
        lines = queries.narrate(move.game, [event for event in heard if event.visible_to(None)])
        return format_html_join(SafeString("<br>"), "{}", ((line,) for line in lines)) or "–"
