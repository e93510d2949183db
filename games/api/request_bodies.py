"""The bodies of requests to the API, checked field by field. An unknown field is an error.

The names of the classes are published in the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from rest_framework import serializers

from games.bot_levels import BOT_LEVELS
from games.engine import registry
from games.models import Endpoint, Game, Report, Tournament
from games.models.reports import MAX_WORDS
from games.models.talk import MAX_NOTE, MAX_TEXT
from games.people.mail_choices import A_DAY, HOURS, REMINDERS
from games.people.scopes import Scope
from games.table import api_tokens, bot_accounts, order_changes, own_games, seeks, written_lines
from games.table.named_people import MAX_NAME_LENGTH
from games.table.open_games import MAX_BOTS_AFTER, MIN_BOTS_AFTER, SeatPlan
from games.table.proposals.registry import KINDS
from games.table.talk_greetings import GREETINGS
from games.table.tournaments.opening import MAX_PLACES, MAX_ROUNDS, TournamentPlan
from games.time_control import (
    MAX_ABSENCE_DAYS,
    MAX_BANK,
    MAX_DAYS_OFF,
    MAX_EXCUSED,
    MAX_GRACE,
    MAX_MISSES,
    MAX_PER_TURN,
    MAX_ROUND,
    MIN_PER_TURN,
    USUAL_MISSES_IN_ALL,
    USUAL_MISSES_IN_ROW,
    TimeControl,
)

MAX_SEATS = 12
MAX_FIELD_NAME = 80
MAX_OPTION_VALUE = 1000
"""Of the value of an option, which may name many choices."""


DAYS = [MinValueValidator(own_games.MIN_DAY), MaxValueValidator(own_games.MAX_DAY)]
"""That somebody may look for games of."""


class StrictBody(serializers.Serializer[Any]):
    """Refuses unknown fields."""

    @classmethod
    def checked(cls, data: Any) -> Self:
        """The body of a request, if all is well with it. Raises ValidationError."""
        body = cls(data=data)
        body.is_valid(raise_exception=True)
        return body

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            if unknown:
                known = ", ".join(self.fields) or "—"
                reason = _("There is no such field here; there are: %(known)s") % {"known": known}
                raise serializers.ValidationError({name[:MAX_FIELD_NAME]: [reason] for name in unknown[:20]})
        return super().to_internal_value(data)


class Nothing(StrictBody):
    """No body, or an empty object."""


class SeatBody(StrictBody):
    """Who is to sit somewhere."""

    kind = serializers.ChoiceField(
        choices=["me", "bot", "invited", "free", "account", "person"],
        help_text="me: yourself; bot: of the site, of `level`; invited: whoever owns `email`; free: the first to "
        "come; account: your bot account of the name `account`; person: your friend of the name `person`, or somebody "
        "of the game that is played `again`, who gets an invitation.",
    )
    level = serializers.ChoiceField(choices=list(BOT_LEVELS), required=False)
    email = serializers.CharField(required=False, max_length=254)
    account = serializers.CharField(required=False, max_length=150)
    person = serializers.CharField(required=False, max_length=150)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = {"bot": "level", "invited": "email", "account": "account", "person": "person"}.get(attrs["kind"])
        if needed and not attrs.get(needed):
            raise serializers.ValidationError({needed: [_("Needed for a seat of this kind.")]})
        for name in ("level", "email", "account", "person"):
            if name != needed and attrs.get(name):
                raise serializers.ValidationError({name: [_("Not for a seat of this kind.")]})
        return attrs


def _seconds(most: timedelta, help_text: str, least: timedelta = timedelta()) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=int(least.total_seconds()),
        max_value=int(most.total_seconds()),
        required=False,
        help_text=help_text + ", in seconds.",
    )


class ClockBody(StrictBody):
    """What more a clock says than `turn_limit`; a bank and a round exclude each other."""

    bank = _seconds(MAX_BANK, "What each player has for all turns together; each turn adds `turn_limit`")
    cap = _seconds(MAX_BANK, "A bank never has more")
    round = _seconds(
        MAX_ROUND,
        "What a round shall take: everybody has an equal share of it, and at least `turn_limit` for each turn",
        MIN_PER_TURN,
    )
    grace = _seconds(MAX_GRACE, "How long after its deadline a bot plays a turn")
    excused = serializers.IntegerField(
        min_value=0,
        max_value=MAX_EXCUSED,
        required=False,
        help_text="How many missed deadlines of each player are excused.",
    )
    absence_days = serializers.IntegerField(
        min_value=0,
        max_value=MAX_ABSENCE_DAYS,
        required=False,
        help_text="On how many days of a year an announced absence stops the clock; left out: on all.",
    )
    misses_in_row = serializers.IntegerField(
        min_value=0,
        max_value=MAX_MISSES,
        required=False,
        default=USUAL_MISSES_IN_ROW,
        help_text="After so many missed deadlines in a row a seat is vacant; 0: never.",
    )
    misses_in_all = serializers.IntegerField(
        min_value=0,
        max_value=MAX_MISSES,
        required=False,
        default=USUAL_MISSES_IN_ALL,
        help_text="After so many missed deadlines in all a seat is vacant; 0: never.",
    )
    days_off = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6),
        max_length=MAX_DAYS_OFF,
        required=False,
        help_text="Days of the week on which no time runs, in each player's own zone; 0 is Monday.",
    )


def check_clock(attrs: dict[str, Any]) -> None:
    """Whether `clock` and `turn_limit` go together. Raises ValidationError."""
    clock, limit = attrs.get("clock", {}), attrs["turn_limit"]
    if "bank" in clock and "round" in clock:
        raise serializers.ValidationError({"clock": [_("A clock has a bank or a round, not both.")]})
    if "cap" in clock and ("bank" not in clock or clock["cap"] < max(clock["bank"], limit)):
        reason = _("The cap belongs to a bank, and is neither below it, nor below what a turn adds.")
        raise serializers.ValidationError({"clock": [reason]})


def _bots_after(*, required: bool) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=int(MIN_BOTS_AFTER.total_seconds()),
        max_value=int(MAX_BOTS_AFTER.total_seconds()),
        required=required,
        allow_null=True,
        help_text="After how many seconds bots of `bots_level` take the seats that nobody has taken, those of invited "
        "people too; null: they do not by themselves.",
    )


def _bots_level() -> serializers.CharField:
    return serializers.CharField(max_length=32, required=False, help_text="Of these bots, as /levels/ lists them.")


def _time_control(given: Mapping[str, Any]) -> TimeControl:
    usual = {"misses_in_row": USUAL_MISSES_IN_ROW, "misses_in_all": USUAL_MISSES_IN_ALL}
    return TimeControl.from_json(timedelta(seconds=given["turn_limit"]), given.get("clock", usual))


def _options() -> serializers.DictField:
    return serializers.DictField(
        child=serializers.CharField(max_length=MAX_OPTION_VALUE, allow_blank=True),
        required=False,
        help_text="Name and value of options, as /kinds/ lists them; those left out take their defaults. Where several "
        'choices may be chosen, the value names them: "harbor, wharf".',
    )


def _turn_limit() -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=int(MIN_PER_TURN.total_seconds()),
        max_value=int(MAX_PER_TURN.total_seconds()),
        required=False,
        default=3 * 24 * 3600,
        help_text="Time per turn, in seconds.",
    )


def span_of(seconds: int | None) -> timedelta | None:
    return None if seconds is None else timedelta(seconds=seconds)


class OpenGameBody(StrictBody):
    """How a game is opened."""

    kind = serializers.ChoiceField(
        choices=[rules.key for rules in registry.games()], help_text="Key of the game, as /kinds/ lists them."
    )
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    options = _options()
    seats = serializers.ListField(child=SeatBody(), allow_empty=False, min_length=1, max_length=MAX_SEATS)
    again = serializers.CharField(
        max_length=16,
        required=False,
        allow_blank=True,
        default="",
        help_text="Id of a finished game at which you sat: its people, too, can be invited by name.",
    )
    turn_limit = _turn_limit()
    clock = ClockBody(required=False)
    visibility = serializers.ChoiceField(choices=Game.Visibility.values, required=False, default="private")
    advisers = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether people may leave kinds of questions to a bot, by a standing order.",
    )
    rated = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether it counts for the ratings of its people, at least two; without advisers and bot accounts.",
    )
    takeover = serializers.BooleanField(
        required=False,
        default=True,
        help_text="Whether others may take vacant seats over: everybody, if the game had free seats or may be watched; "
        "else whoever has the invitation code.",
    )
    talk = serializers.ChoiceField(
        choices=Game.Talk.values,
        required=False,
        default=Game.Talk.ONLOOKERS,
        help_text="Who else may read what is said at the table: once the game is over whoever may watch it "
        '("onlookers"), or nobody ("players").',
    )
    bots_may_talk = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether programs of bot accounts may talk, where their owner sits, too.",
    )
    seeks_may_join = serializers.BooleanField(
        required=False,
        default=True,
        help_text="Whether people who seek a game like this may be given its free seats.",
    )

    bots_after = _bots_after(required=False)
    bots_level = _bots_level()

    def plans(self) -> list[SeatPlan]:
        return [SeatPlan(**seat) for seat in self.validated_data["seats"]]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_clock(attrs)
        return attrs

    def time_control(self) -> TimeControl:
        return _time_control(self.validated_data)


class SeekBody(StrictBody):
    """What somebody seeks. Every wish is met, or they are not seated."""

    kind = serializers.CharField(max_length=32, help_text="Key of a kind of game.")
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_SEATS),
        allow_empty=False,
        max_length=MAX_SEATS,
        help_text="Numbers of players that suit.",
    )
    options = serializers.DictField(
        child=serializers.CharField(max_length=MAX_OPTION_VALUE, allow_blank=True),
        required=False,
        help_text="Name and value of the options that matter, as /kinds/ lists them; all others may be anything.",
    )
    shortest = serializers.IntegerField(
        min_value=int(MIN_PER_TURN.total_seconds()),
        max_value=int(MAX_PER_TURN.total_seconds()),
        help_text="The shortest time per turn that suits, in seconds. A game gets the shortest one that suits all.",
    )
    longest = serializers.IntegerField(
        min_value=int(MIN_PER_TURN.total_seconds()),
        max_value=int(MAX_PER_TURN.total_seconds()),
        help_text="The longest one.",
    )
    rated = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="null: either; rated only if somebody wishes it."
    )
    lowest = serializers.IntegerField(
        min_value=-seeks.MAX_RATING,
        max_value=seeks.MAX_RATING,
        required=False,
        allow_null=True,
        default=None,
        help_text="The lowest rating of each of the others in such games; whoever has none counts as 1000.",
    )
    highest = serializers.IntegerField(
        min_value=-seeks.MAX_RATING,
        max_value=seeks.MAX_RATING,
        required=False,
        allow_null=True,
        default=None,
        help_text="The highest one.",
    )
    least_reliability = serializers.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        default=0,
        help_text="Per cent of turns in time that each of the others has at least; 0: any, also who has no turns yet.",
    )
    per_week = serializers.IntegerField(
        min_value=1,
        max_value=seeks.MAX_PER_WEEK,
        required=False,
        allow_null=True,
        default=1,
        help_text="How many games it finds in seven days at most; null: one game, then it ends.",
    )
    most_games = serializers.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        default=5,
        help_text="It finds nothing while you sit at so many games that are not over.",
    )
    paused = serializers.BooleanField(
        required=False, default=False, help_text="Whether it finds nothing for now. A new one is not paused."
    )

    def wishes(self) -> seeks.SeekWishes:
        given = {name: value for name, value in self.validated_data.items() if name != "paused"}
        spans = {name: timedelta(seconds=given[name]) for name in ("shortest", "longest")}
        return seeks.SeekWishes(**{**given, **spans})


class JoinBody(StrictBody):
    """How one comes to a game."""

    code = serializers.CharField(
        max_length=32, required=False, allow_blank=True, default="", help_text="Invitation code; bot accounts need it."
    )


class WaitBody(StrictBody):
    """How one comes to a game without a seat for one."""

    code = serializers.CharField(
        max_length=32, required=False, allow_blank=True, default="", help_text="Invitation code, if you came by one."
    )


class ChangeTournamentBody(StrictBody):
    """What of a tournament can be changed before it starts."""

    places = serializers.IntegerField(min_value=1, max_value=MAX_PLACES, help_text="How many can enter.")
    fewest = serializers.IntegerField(min_value=1, max_value=MAX_PLACES, help_text="How many it needs.")
    entry_until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When it starts by itself; null: when its organiser starts it.",
    )


class OpenTournamentBody(ChangeTournamentBody):
    """How a tournament is opened."""

    kind = serializers.CharField(max_length=32, help_text="Key of the game, as /kinds/ lists them.")
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    options = _options()
    table_size = serializers.IntegerField(
        min_value=1, max_value=MAX_SEATS, help_text="Of most tables; the number of people may need others."
    )
    rounds = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    turn_limit = _turn_limit()
    clock = ClockBody(required=False)
    entry = serializers.ChoiceField(
        choices=Tournament.Entry.values,
        required=False,
        default=Tournament.Entry.OPEN,
        help_text="Who may enter: everybody, whoever has the code, or who is invited.",
    )
    filling = serializers.ChoiceField(
        choices=Tournament.Filling.values,
        required=False,
        default=Tournament.Filling.BYES,
        help_text="Whether bots of `bot_level` take free places, or people have byes.",
    )
    bot_level = serializers.CharField(
        max_length=32, required=False, allow_blank=True, default="", help_text="As /levels/ lists them."
    )
    rated = serializers.BooleanField(required=False, default=False, help_text="Whether its games are rated.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_clock(attrs)
        return attrs

    def plan(self) -> TournamentPlan:
        given = {name: value for name, value in self.validated_data.items() if name not in ("turn_limit", "clock")}
        return TournamentPlan(**{"options": {}, **given, "time_control": _time_control(self.validated_data)})


class TournamentInvitationBody(StrictBody):
    """Who is invited to a tournament."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH)


class EnterBody(StrictBody):
    """How a tournament is entered."""

    code = serializers.CharField(
        max_length=80, required=False, allow_blank=True, default="", help_text="Of the link, where one is needed."
    )


class TakeOverBody(StrictBody):
    """Which vacant seat is taken, and how one came to the game."""

    seat = serializers.IntegerField(min_value=0, max_value=MAX_SEATS - 1, help_text="Index of the seat.")
    code = serializers.CharField(
        max_length=32,
        required=False,
        allow_blank=True,
        default="",
        help_text="Invitation code, where the seat is not offered to everybody.",
    )


class FillBody(StrictBody):
    """Which bots take the free seats."""

    level = serializers.ChoiceField(choices=list(BOT_LEVELS))


class BotsAfterBody(StrictBody):
    """When bots take the free seats, counted from now."""

    bots_after = _bots_after(required=True)
    bots_level = _bots_level()


class SeatAccountBody(StrictBody):
    """Which bot account takes a free seat."""

    account = serializers.CharField(max_length=150, help_text="Name of a bot account of yours.")


class VisibilityBody(StrictBody):
    """Who may watch."""

    visibility = serializers.ChoiceField(choices=Game.Visibility.values)


def _lines_field(
    *,
    help_text: str,
    may_be_empty: bool = True,
    max_lines: int = written_lines.MAX_LINES,
    max_length: int = written_lines.MAX_LINE_LENGTH,
) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.CharField(max_length=max_length),
        min_length=None if may_be_empty else 1,
        allow_empty=may_be_empty,
        max_length=max_lines,
        help_text=help_text,
    )


class PlayBody(StrictBody):
    """An answer to a turn."""

    lines = _lines_field(
        may_be_empty=False,
        help_text="Lines of notation, played in order; or the number of an option as the first line.",
    )
    taken = serializers.IntegerField(
        min_value=0,
        max_value=1_000_000,
        required=False,
        help_text="`taken` of the question that is answered: then an answer to an earlier question is refused (409).",
    )
    as_plan = serializers.BooleanField(
        required=False,
        help_text="`early` of the question that is answered: whether the lines are a plan, wishes in order of "
        "preference. Left out: as the turn is now. Program accounts have no plans.",
    )


class PlanBody(StrictBody):
    """A plan."""

    lines = _lines_field(
        help_text="Lines of notation in order of preference: the first one that is legal when your time comes is "
        'played. "sell coffee if 3" is played only if it brings at least 3, "build harbor if 4 or less" only if it '
        'costs at most 4; with "ask" you are asked. An empty list withdraws the plan.',
    )


class NextPickBody(StrictBody):
    """What you want to pick next."""

    lines = _lines_field(
        help_text='The first line is what you want, in order of preference: "builder, trader if 2, ask", with "next:" '
        "before it or without. The others are a plan for the phase that follows. An empty list withdraws it.",
    )


class OrdersBody(StrictBody):
    """Standing orders."""

    lines = _lines_field(
        max_lines=order_changes.MAX_LINES,
        max_length=order_changes.MAX_LINE_LENGTH,
        help_text="One order a line, as `orders` of the kind of game gives examples. An empty list stops all.",
    )


class AbsenceBody(StrictBody):
    """Days on which you are away."""

    first = serializers.DateField(help_text="The first day: today or later, in your time zone.")
    last = serializers.DateField(help_text="The last day, within a year.")


class MailChoicesBody(StrictBody):
    """When our mails come to you, and how much they say."""

    every = serializers.ChoiceField(
        [*HOURS, A_DAY], allow_null=True, help_text="Hours between bundles of mails; null: each comes at once."
    )
    hour = serializers.IntegerField(
        min_value=0,
        max_value=A_DAY - 1,
        allow_null=True,
        default=None,
        help_text="When the bundle of the day comes (every: 24), by the clock of your time zone.",
    )
    content = serializers.ChoiceField(["picture", "text", "short"], help_text="Of mails about your turns.")
    reminders = serializers.ListField(
        child=serializers.ChoiceField(list(REMINDERS)),
        max_length=len(REMINDERS),
        help_text="Per cent of your time for a turn after which you are reminded of it.",
    )


class ProfileShownBody(StrictBody):
    """Who sees your profile."""

    shown_to = serializers.ChoiceField(
        ["games", "all", "nobody"], help_text="People of your games; everybody with an account here; nobody."
    )


class OwnRatingsBody(StrictBody):
    """Whether others see your ratings."""

    on_leaderboards = serializers.BooleanField()


class ChannelBody(StrictBody):
    """A place where you are told besides by mail."""

    kind = serializers.ChoiceField(
        ["webhook", "ntfy"],
        help_text="webhook: JSON is posted to the address, signed as Standard Webhooks has it. ntfy: a topic of ntfy.",
    )
    address = serializers.CharField(
        max_length=1000, help_text="A web address (https); of a topic such as https://ntfy.sh/my-topic."
    )
    name = serializers.CharField(max_length=40, required=False, allow_blank=True, help_text="What you call it.")
    tells = serializers.ChoiceField(
        choices=Endpoint.Tells.values,
        required=False,
        help_text="turns, if left out; games: also begins, ends, notices.",
    )


class TurnsByMailBody(StrictBody):
    """Whether turns come by mail also while a channel tells them."""

    by_mail = serializers.BooleanField(help_text="false only while another channel works.")


class WhenAwayBody(StrictBody):
    """What happens at a table while you are away."""

    way = serializers.ChoiceField(
        ["stop", "run", "bot"],
        help_text="stop: the clock stands still for you, as far as the host allows it. run: the clock goes on; your "
        "plans and standing orders play. bot: a bot plays for you.",
    )
    level = serializers.ChoiceField(
        choices=list(BOT_LEVELS), required=False, help_text="With bot only: a level that people are offered."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["way"] == "bot") != ("level" in attrs):
            raise serializers.ValidationError({"level": _("A level belongs to a bot, and to a bot belongs a level.")})
        return attrs


class SayBody(StrictBody):
    """What is said at a table: a text or a greeting."""

    # More than may be said, so that the service says what is too long.
    text = serializers.CharField(
        max_length=4 * MAX_TEXT,
        required=False,
        help_text=f"Plain text of at most {MAX_TEXT} characters. Links in it are shown.",
    )
    greeting = serializers.ChoiceField(
        choices=list(GREETINGS), required=False, help_text="Instead of a text: everybody reads it in their language."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Say either a text or a greeting."))
        return attrs


class ReadBody(StrictBody):
    """Up to which message you have read."""

    newest = serializers.IntegerField(min_value=0, max_value=2**63 - 1, help_text="The id of the last message.")


class TalkQuery(StrictBody):
    """Which of what was said is listed."""

    before = serializers.IntegerField(min_value=0, max_value=2**63 - 1, required=False)


class NoteBody(StrictBody):
    """What you note for yourself."""

    text = serializers.CharField(
        max_length=4 * MAX_NOTE, allow_blank=True, help_text=f"At most {MAX_NOTE} characters; empty: no note."
    )


class MutedBody(StrictBody):
    """Whether you want to read what somebody says."""

    name = serializers.CharField(max_length=150, help_text="Of somebody with whom you have sat at a table.")
    muted = serializers.BooleanField()


class ProposalBody(StrictBody):
    """What is proposed."""

    kind = serializers.CharField(max_length=32, help_text=f"One of {', '.join(KINDS)}.")
    days = serializers.IntegerField(
        required=False, help_text="With pause: for how many days at most. With extend: by how many days."
    )
    ply = serializers.IntegerField(
        required=False, help_text="With take-back: the `ply` of the first move to take back, as the log has it."
    )
    new_draws = serializers.BooleanField(
        required=False, help_text="With take-back: all draws after it are made anew; needed behind something revealed."
    )
    seat = serializers.IntegerField(required=False, help_text="With replace: whose seat; with open-seat: the bot's.")
    turn_limit = serializers.IntegerField(
        min_value=int(MIN_PER_TURN.total_seconds()),
        max_value=int(MAX_PER_TURN.total_seconds()),
        required=False,
        help_text="With clock: as a game is opened with.",
    )
    clock = ClockBody(required=False, help_text="With clock: as a game is opened with.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] not in KINDS:
            raise serializers.ValidationError({"kind": [_("Nothing of this kind can be proposed.")]})
        if "turn_limit" in attrs:
            check_clock(attrs)
        return attrs

    def given(self) -> dict[str, Any]:
        """What the kind is to know, as `ProposalKind.read` takes it."""
        given = dict(self.validated_data)
        limit, clock = given.pop("turn_limit", None), given.pop("clock", None)
        if limit is not None:
            given["time_control"] = TimeControl.from_json(timedelta(seconds=limit), clock)
        return given


class VoteBody(StrictBody):
    """A vote."""

    agrees = serializers.BooleanField(help_text="true: yes; false: no.")


class TokenBody(StrictBody):
    """A token to be made."""

    name = serializers.CharField(max_length=api_tokens.MAX_NAME_LENGTH, help_text="What you use it for.")
    account = serializers.CharField(
        max_length=150, required=False, help_text="A bot account of yours; left out: yourself."
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(Scope)),
        required=False,
        allow_empty=False,
        max_length=len(Scope),
        help_text="What the token may do of what the account may; `read` comes with the others. Left out: everything.",
    )


class BotAccountBody(StrictBody):
    """A bot account to be registered."""

    name = serializers.CharField(max_length=bot_accounts.MAX_NAME_LENGTH, min_length=bot_accounts.MIN_NAME_LENGTH)


class PersonBody(StrictBody):
    """Somebody, by the name that others see."""

    name = serializers.CharField(max_length=MAX_NAME_LENGTH)


class ReportBody(StrictBody):
    """What is reported: a message (with its game), a game, or a person; and why."""

    game = serializers.CharField(max_length=16, required=False)
    message = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    person = serializers.CharField(max_length=MAX_NAME_LENGTH, required=False)
    reason = serializers.ChoiceField(choices=Report.Reason.choices)
    words = serializers.CharField(max_length=MAX_WORDS, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("game" in attrs) == ("person" in attrs):
            raise serializers.ValidationError(_("Name a game or a person."))
        if "message" in attrs and "game" not in attrs:
            raise serializers.ValidationError(_("A message is reported with its game."))
        return attrs


class OwnGamesQuery(StrictBody):
    """Which of your games that are over are listed."""

    kind = serializers.ChoiceField(choices=[rules.key for rules in registry.games()], required=False)
    players = serializers.IntegerField(min_value=1, max_value=MAX_SEATS, required=False)
    against = serializers.CharField(max_length=MAX_NAME_LENGTH, required=False)
    result = serializers.ChoiceField(choices=list(own_games.RESULTS), required=False)
    since = serializers.DateField(required=False, validators=DAYS)
    until = serializers.DateField(required=False, validators=DAYS)

    def narrowing(self) -> own_games.Narrowing:
        return own_games.Narrowing(**self.validated_data)
