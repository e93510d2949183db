"""Template tags and filters of the pages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import access, site_state, wording
from games.access import Permission
from games.access.tournaments import may_see_tournament
from games.bot_levels import seat_label_of
from games.engine import registry
from games.engine.contract import Selection
from games.engine.words import Message, quoted
from games.models import Game, MailAddress, Seat, TournamentTable
from games.people import passkeys
from games.people.models import User
from games.table import api_tokens, mail_addresses, queries
from games.table.positions import rules_of
from games.web import guests
from games.wording import in_words, time_left_in_words, written_moment

register = template.Library()
register.filter(written_moment)
register.filter("bot_level_name", seat_label_of)

SOON = timedelta(hours=6)


@register.filter
def words(message: Message | None) -> str:
    """An engine's sentence in the reader's language."""
    return in_words(message) if message else ""


@register.filter
def in_quotes(text: str) -> str:
    """Somebody's words in the quotation marks of the language."""
    return in_words(quoted(text))


@register.filter
def how_many(selection: Selection) -> str:
    """How many of its items are to be chosen, in words."""
    return wording.choice_count_text(selection)


@register.filter
def kind_title(game: Game) -> str:
    """The kind of game: "Puerto Rico"."""
    return in_words(rules_of(game).title)


@register.filter
def title_of_kind(kind: str) -> str:
    """The same, of the key of the game."""
    return in_words(registry.game(kind).title)


@register.filter
def in_time_words(span: timedelta) -> str:
    """Like "12 hours"."""
    return wording.time_limit_in_words(span)


@register.filter
def tie_break_title(game: Game) -> str:
    """What breaks ties in this kind of game; "" if it has no tie-breaks."""
    return queries.tie_break_title(game.kind)


@register.filter
def game_template(folder: str, name: str) -> list[str]:
    """Where to look for a template of a game: in its own folder, else what games have that bring none."""
    return [f"{folder}/{name}", f"any_game/{name}"]


@register.filter
def seat_name(seat: Seat) -> str:
    return queries.seat_name(seat)


@register.simple_tag(takes_context=True)
def person_name(context: Context, person: User) -> SafeString | str:
    """The name of somebody, as a link to their profile where the reader may see it.

    The page says whose profiles these are: `profiles`, their ids (games.access.profiles.visible_profiles).
    """
    profiles: Collection[int] = context.get("profiles") or ()
    if person.pk not in profiles:
        return person.shown_name
    return format_html('<a href="{}">{}</a>', reverse("profile", args=[person.username]), person.shown_name)


@register.simple_tag(takes_context=True)
def people_names(context: Context, people: Sequence[User]) -> SafeString:
    """The same of several people, one after the other."""
    return format_html_join(", ", "{}", ((person_name(context, one),) for one in people))


@register.simple_tag(takes_context=True)
def tournament_table(context: Context, game: Game) -> TournamentTable | None:
    """The table of a tournament that a game is, if the reader may see the tournament."""
    table: TournamentTable | None = getattr(game, "tournament_table", None)
    actor = context.get("user")
    if table is None or not isinstance(actor, User) or not may_see_tournament(actor, table.round.tournament):
        return None
    return table


@register.simple_tag
def deadline(moment: datetime | None) -> SafeString | str:
    """Like "Tue 24 Nov, 18:00, in 2 days", in the reader's time zone; near deadlines are marked."""
    if moment is None:
        return ""
    now = timezone.now()
    return format_html(
        '<span class="deadline{}"><time datetime="{}">{}</time>, {}</span>',
        " soon" if moment - now < SOON else "",
        moment.isoformat(timespec="minutes"),
        written_moment(moment),
        time_left_in_words(moment, now),
    )


@register.simple_tag
def moment(at: datetime | None) -> SafeString | str:
    if at is None:
        return ""
    shown = written_moment(at, "DATETIME_FORMAT")
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="minutes"), shown)


@register.simple_tag
def site_status() -> site_state.SiteStatus:
    """Whether the site is read-only, and the banner."""
    return site_state.current_status()


@register.simple_tag(takes_context=True)
def undeliverable_address(context: Context) -> MailAddress | None:
    """The reader's own address, if no mails arrive there."""
    user = context.get("user")
    return mail_addresses.find_undeliverable(user.email) if isinstance(user, User) and user.email else None


@register.simple_tag(takes_context=True)
def guest_game(context: Context) -> guests.GuestGame | None:
    """The game that the reader plays as a guest, or played until they went to sign up or in."""
    request = context.get("request")
    return guests.guest_game(request) if request is not None and hasattr(request, "session") else None


@register.simple_tag(takes_context=True)
def may(context: Context, permission: str, game: Game | None = None) -> bool:
    """Whether the reader has a permission (the value of a games.access.Permission): pages offer no more than that."""
    user = context.get("user")
    return access.may(Permission(permission), user or AnonymousUser(), game)


@register.simple_tag(takes_context=True)
def waiting_turns(context: Context) -> int:
    """How many turns wait for the signed-in person."""
    user = context.get("user")
    return queries.my_turns(user).count() if isinstance(user, User) else 0


@register.simple_tag
def has_tokens(person: User) -> bool:
    """Whether programs have tokens of this person or of one of their bot accounts."""
    return api_tokens.tokens_of(person).exists()


@register.simple_tag(takes_context=True)
def passkeys_work(context: Context) -> bool:
    """Whether browsers use passkeys at the address by which the reader visits the site."""
    request = context.get("request")
    return request is not None and passkeys.are_supported(request)
