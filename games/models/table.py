"""Games and the seats at them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.time_control import TimeControl

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from games.people.models import User

# Lower case without look-alikes, so that an id can be read out and typed.
ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_game_id() -> str:
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(8))


def new_invitation_code() -> str:
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """256 bits, in hex: they decide every draw. Players get the hash at the start, the secret at the end."""
    return secrets.token_hex(32)


def template_folder(kind: str) -> str:
    """The folder of the templates of a kind of game: its key without hyphens, like the name of its package."""
    return kind.replace("-", "")


class Game(models.Model):
    """One game: its options and its state. Only the services in games.table write it."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("status of a game", "open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    UNFINISHED: ClassVar[tuple[str, ...]] = (Status.OPEN, Status.RUNNING)
    OVER: ClassVar[tuple[str, ...]] = (Status.FINISHED, Status.ABORTED)

    class Visibility(models.TextChoices):
        """Who besides the players may see a game, as the host chooses. They see only what an onlooker may know."""

        PRIVATE = "private", _("players only")
        SPECTATORS = "spectators", _("open to spectators who are signed in")
        PUBLIC = "public", _("public: everybody may watch")

    class Takeover(models.TextChoices):
        """Who may take a vacant seat over (games.table.vacant_seats)."""

        NOBODY = ""
        LINK = "link"
        """Whoever comes by the invitation link; everybody while the game is not private."""
        LOBBY = "lobby"
        """Everybody: the game had seats that were free for everybody before its start, too."""

    class Talk(models.TextChoices):
        """Who may read what is said at the table (games.table.talk), besides those who sit there."""

        ONLOOKERS = "onlookers", _("once the game is over, whoever may watch it")
        PLAYERS = "players", _("nobody, also after the end")

    id = models.CharField(primary_key=True, max_length=16, default=new_game_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("game"), max_length=32)
    """The engine's key in games.engine.registry."""
    options = models.JSONField(_("options"), default=dict)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games", verbose_name=_("host")
    )
    turn_limit = models.DurationField(
        _("time per turn"), default=timedelta(days=3), validators=[MinValueValidator(timedelta(minutes=1))]
    )
    clock = models.JSONField(null=True, blank=True, editable=False)
    """What more its clock says than `turn_limit` (TimeControl.to_json); None: nothing."""
    invitation_code = models.CharField(max_length=32, default=new_invitation_code, unique=True, editable=False)
    """Part of the invitation link; people with the link may take a free seat."""
    visibility = models.CharField(
        _("who may watch"), max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    advisers = models.BooleanField(_("advisers"), default=False, db_default=False)
    """Whether people may leave kinds of questions to a bot (games.table.advisers), as the host chose at the opening."""
    rated = models.BooleanField(_("rated"), default=False, db_default=False)
    """Whether it counts for the ratings of its people (games.table.rated_games), as the host chose at the opening."""
    rating_voided_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When staff have voided it, so that it changes no rating."""
    takeover = models.CharField(max_length=5, blank=True, default="", db_default="", editable=False)
    """A Takeover: who may take vacant seats over, as the host chose at the opening."""
    talk = models.CharField(
        _("who else may read the table talk"),
        max_length=9,
        choices=Talk.choices,
        default=Talk.ONLOOKERS,
        db_default=Talk.ONLOOKERS,
    )
    """As the host chose at the opening."""
    bots_may_talk = models.BooleanField(_("programs may talk"), default=False, db_default=False)
    """Whether programs may talk at a table at which their owner sits, too."""
    seeks_may_join = models.BooleanField(default=True, db_default=True, editable=False)
    """Whether people who seek a game may be given its free seats (games.table.seek_seats), as the host chose at the
    opening."""
    bots_at = models.DateTimeField(null=True, blank=True, editable=False)
    """While it is open: when bots take the seats that nobody has (games.table.bots_for_free_seats); None: not by
    themselves."""
    bots_level = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    """Of these bots."""
    share_code = models.CharField(max_length=32, default=new_invitation_code, unique=True, editable=False)
    """Part of the link to the page of a finished game; people with the link see that page, whatever `visibility` is."""
    opening_key = models.CharField(max_length=80, blank=True, editable=False)
    """The idempotency key under which it was opened: a second equal request of its host opens no other game."""

    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    rules_version = models.PositiveIntegerField(default=0)
    position = models.JSONField(null=True, blank=True, encoder=DjangoJSONEncoder)
    """Cache of the position that the moves lead to, as the engine writes it. It has hidden parts: never send it."""
    digest = models.CharField(max_length=64, blank=True)
    """The engine's digest of `position`."""
    plies = models.PositiveIntegerField(default=0)
    """The number of live plies; the next Move gets this number."""
    interrupted = models.BooleanField(default=False, editable=False)
    """It stopped at the limit of plies per transaction; a sweep continues it."""
    version = models.PositiveIntegerField(default=0)
    """It grows with every change of anything that a page shows: open pages poll it."""

    opened_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    person_moved_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When a person, not a bot or a program, last decided something in it."""
    checked_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was last checked that it replays (games.table.replay_checks)."""
    paused_at = models.DateTimeField(null=True, blank=True)
    """While it is set, nobody can move and no time runs. Staff pause and resume, or the players, by a vote."""
    ended_at = models.DateTimeField(null=True, blank=True)
    packed_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When its moves, turns, answers and mails were moved into its pack (games.table.history)."""
    counted_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When it was last counted for the people who played in it (games.table.played_games); None: it is to be, if it is
    over."""

    class Meta:
        ordering = ["-opened_at"]
        indexes = [
            models.Index(fields=["status", "opened_at"]),
            models.Index(fields=["interrupted"], condition=models.Q(interrupted=True), name="interrupted_games"),
            models.Index(fields=["paused_at"], condition=models.Q(paused_at__isnull=False), name="paused_games"),
            models.Index(
                fields=["bots_at"],
                condition=models.Q(status="open", bots_at__isnull=False),
                name="games_for_bots",
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(ended_at__isnull=False, packed_at=None),
                name="games_to_pack",
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(ended_at__isnull=False, started_at__isnull=False, counted_at=None),
                name="games_to_count",
            ),
            models.Index(
                fields=["kind", "seat_count", "ended_at", "id"],
                condition=models.Q(rated=True, status="finished"),
                name="rated_games_by_end",
            ),
            *(
                models.Index(
                    fields=[f"-{moment}", "id", "kind"],
                    condition=models.Q(status=status) & ~models.Q(visibility="private"),
                    name=f"{status}_games_to_watch",
                )
                for status, moment in (("running", "started_at"), ("finished", "ended_at"))
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["host", "opening_key"], condition=~models.Q(opening_key=""), name="one_game_per_opening_key"
            )
        ]
        verbose_name = _("game")
        verbose_name_plural = _("games")

    def __str__(self) -> str:
        return f"{self.name} ({self.id})"

    @property
    def time_control(self) -> TimeControl:
        """How much time people have, as the game was opened with."""
        return TimeControl.from_json(self.turn_limit, self.clock)

    @property
    def allows_advisers(self) -> bool:
        """Whether people may have advisers; whatever else forbids them belongs here."""
        return self.advisers and not self.rated

    @property
    def template_folder(self) -> str:
        """See `template_folder`."""
        return template_folder(self.kind)

    def seat_of(self, person: User | AnonymousUser | None) -> Seat | None:
        """The seat of a person, even if they gave it up; None for others. Reads no row if the seats are loaded."""
        if person is None or person.pk is None:
            return None
        return next((seat for seat in self.seats.all() if seat.user_id == person.pk), None)


class Seat(models.Model):
    """A seat at a game: a person's, a bot's, reserved for an invited person, or free.

    Before the start `index` is the order at the opening; the start shuffles it. Exactly one of user, bot_level,
    invited_email is set, or none (free). A seat that was given up keeps its user and has a `caretaker`, too.
    """

    class Cause(models.TextChoices):
        """Why a caretaker plays for a person."""

        RESIGNED = "resigned", _("resigned")
        SUSPENDED = "suspended", _("suspended")
        STAFF = "staff", _("replaced by staff")
        LEFT = "left", _("account closed")
        VOTED = "voted", _("replaced by a vote")
        AWAY = "away", pgettext_lazy("a player", "away")
        """Until they are back (games.table.deputies)."""
        MISSED = "missed", _("missed deadlines")

    CLOCK_RUNS: ClassVar[str] = "run"
    """A value of `when_away`: time runs on, and plans and standing orders play."""

    class Coach(models.TextChoices):
        """Whether a coach helps the person (games.table.coaching)."""

        NEVER = ""
        ON = "on"
        OFF = "off"
        """They had one in this game, and went on without."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot_level = models.CharField(_("bot level"), max_length=32, blank=True)
    """A key of games.bot_levels.BOT_LEVELS; empty for people."""
    invited_email = models.EmailField(_("invited"), blank=True)
    invited_user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats_kept",
        verbose_name=_("invited person"),
    )
    """The person whom the host invited by name. `invited_email` is their address, which the host must not know."""
    caretaker = models.CharField(max_length=32, blank=True)
    """The level of the bot that plays in the place of `user`."""
    caretaker_cause = models.CharField(max_length=10, choices=Cause.choices, blank=True)
    resigned_at = models.DateTimeField(null=True, blank=True)
    vacant_since = models.DateTimeField(null=True, blank=True, editable=False)
    """Since when a bot plays on only until somebody takes the seat over (games.table.vacant_seats): in the place of
    `user`, who can return until then, or as `bot_level`."""
    locked = models.BooleanField(default=False, db_default=False, editable=False)
    """Staff have said that nobody takes this seat over."""
    knows_after = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    """The id of the newest Move when its person took the seat over from somebody else; 0: they have it from the start.
    Of moves up to that one they may know what an onlooker may (games.table.viewpoints)."""
    missed_in_row = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """How many deadlines its person has missed since their last answer; excused ones do not count here and below."""
    missed_in_all = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    talk_read_to = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    """The id of the newest TalkMessage that its person has read, as far as they have said so. Only they may know."""
    private_version = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    """It grows with every change that only the seat's own person can see (answers that are kept, plans): their open
    pages poll it beside `Game.version`."""

    next_pick = models.JSONField(null=True, blank=True, editable=False)
    """What its person wants to pick the next time that the seat picks (games.table.next_picks). Only they may know."""
    orders = models.JSONField(null=True, blank=True, editable=False)
    """Standing orders of its person (games.table.seat_orders). Only they may know. None: there never were any."""

    time_left = models.DurationField(null=True, blank=True, editable=False)
    """What its person has left of their bank, or had of the round `time_left_in`, while no turn of theirs runs. None:
    everything. Only games.table.deadlines writes it."""
    time_left_in = models.PositiveIntegerField(null=True, blank=True, editable=False)
    excused = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """How many missed deadlines of its person were excused."""
    when_away = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    """What happens here while its person is away (games.table.absences). Empty: the clock stands still for them;
    CLOCK_RUNS; else the level of the bot that plays for them. Only they and staff may know."""
    coach = models.CharField(max_length=3, blank=True, default=Coach.NEVER, db_default="", editable=False)
    """A Coach. Whoever sees the game may know it; what the coach shows, only the seat's person."""

    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["index"]
        indexes = [
            models.Index(
                fields=["invited_email"], condition=~models.Q(invited_email=""), name="seats_kept_for_an_address"
            ),
            models.Index(fields=["game"], condition=~models.Q(when_away__in=["", "run"]), name="seats_with_a_deputy"),
            models.Index(fields=["game"], condition=models.Q(caretaker_cause="away"), name="seats_of_people_away"),
            models.Index(fields=["vacant_since"], condition=models.Q(vacant_since__isnull=False), name="vacant_seats"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="one_seat_per_index"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=models.Q(user__isnull=False), name="one_seat_per_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.index}"

    @property
    def playing_level(self) -> str:
        """The level of the bot that decides here; empty if the person does."""
        return self.bot_level or self.caretaker

    @property
    def deputy(self) -> str:
        """The level of the bot that plays here while its person is away; empty: none does."""
        return "" if self.when_away == self.CLOCK_RUNS else self.when_away

    @property
    def is_given_up(self) -> bool:
        """Whether a bot plays on in the place of the person, who is not only away for some days."""
        return bool(self.caretaker) and self.caretaker_cause != self.Cause.AWAY

    @property
    def can_be_returned_to(self) -> bool:
        """Whether its person can play in it again, as nobody has taken it: not if the others have replaced them."""
        return self.vacant_since is not None and self.caretaker_cause != self.Cause.VOTED
