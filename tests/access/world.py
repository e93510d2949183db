"""A small site with everybody in it: games of each kind, and somebody for each persona in front of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from random import Random
from typing import Final

from django.apps import apps
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from games.access import Persona
from games.endpoints import changes
from games.endpoints.asked import asked_path
from games.engine import registry
from games.engine.record import MoveEntry, Record, export, hash_secret
from games.mail import held_mails
from games.mail.optout_links import opt_out_url
from games.mail.unsubscribe import mute_url
from games.mail.votes import vote_url
from games.models import (
    Ballot,
    Endpoint,
    Game,
    IncomingMail,
    Notification,
    Proposal,
    Report,
    TalkMessage,
    Tournament,
    Turn,
)
from games.notifications import outbox
from games.people.models import Absence, User
from games.table import absences, api_tokens, bot_accounts, calendar_feeds, lobby_games, reports, seeks, talk
from games.table.days_away import today_of
from games.table.guests import open_guest_game
from games.table.open_games import SeatPlan, join, open_game
from games.table.playing import answer_count
from games.table.preferences import set_profile_shown
from games.table.records import import_record
from games.time_control import TimeControl
from prweb.lessons.registry import course_of
from prweb.mailbox.backend import MailboxBackend, local_mailbox
from tests.access.addresses import Operation
from tests.deliveries import delivery_of
from tests.factories import UserFactory
from tests.staff.signing_in import staff_client
from tests.table.games import LIMIT, SECRET, person_turn, player
from tests.table.tournaments import opened_tournament

P = Persona
KIND: Final = registry.games()[0].key

CAST: Final = (
    "anonymous",
    "other user",
    "guest",
    "bot account",
    "host",
    "seat",
    "other seat",
    "suspended player",
    "suspended user",
    "moderator",
    "moderator with one factor",
    "moderator with a seat",
    "administrator",
)
PLAYERS: Final = ("seat", "other seat", "suspended player", "moderator with a seat")
GAMES: Final[Mapping[str, Game.Visibility]] = {
    "open": Game.Visibility.SPECTATORS,
    "private": Game.Visibility.PRIVATE,
    "spectators": Game.Visibility.SPECTATORS,
    "public": Game.Visibility.PUBLIC,
    "finished": Game.Visibility.PRIVATE,
}

CAST_OF_GAME: Final[Mapping[str, tuple[str, ...]]] = {
    "spectators": ("anonymous", "other user", "guest", "bot account", "suspended user"),
    "public": ("anonymous", "guest", "bot account"),
    "finished": ("anonymous", "other user", "guest", "host", "seat", "suspended player"),
}
"""Before these games only those are asked to whom they are something else than the others are."""

SAID: Final = "Zanzibarbossa"
"""What "seat" says at each table that is under way."""
REPORTED: Final = "Xylophonographer"
"""What "host" says about "other user" to the staff."""
NOTED: Final = "Quetzalcoatlus"
"""What they note for themselves there."""

SITE_PERSONAS: Final[Mapping[str, set[Persona]]] = {
    "anonymous": {P.ANONYMOUS},
    "other user": {P.AUTHENTICATED},
    "guest": {P.GUEST},
    "bot account": {P.BOT_ACCOUNT},
    "host": {P.AUTHENTICATED},
    "seat": {P.AUTHENTICATED},
    "other seat": {P.AUTHENTICATED},
    "suspended player": {P.AUTHENTICATED, P.SUSPENDED},
    "suspended user": {P.AUTHENTICATED, P.SUSPENDED},
    "moderator": {P.AUTHENTICATED, P.MODERATOR},
    "moderator with one factor": {P.AUTHENTICATED},
    "moderator with a seat": {P.AUTHENTICATED, P.MODERATOR},
    "administrator": {P.AUTHENTICATED, P.MODERATOR, P.ADMINISTRATOR},
}


def expected_personas(persona: str, game: str | None, operation: Operation) -> set[Persona]:
    """What somebody of this cast is in front of one of the games: said here by hand, apart from games.access."""
    in_api = operation.address.route.startswith("api/")
    if persona == "bot account" and not in_api:
        persona = "anonymous"
    expected = set(SITE_PERSONAS[persona])
    if game is None:
        return expected
    if persona in PLAYERS:
        about_another = bool({"turn_id"} & set(operation.address.parameters)) or "turns/" in operation.address.route
        expected.add(P.OPPONENT if about_another and persona != "seat" else P.SEAT)
        expected.discard(P.MODERATOR)
    elif game == "open" and persona not in ("anonymous", "guest", "bot account"):
        expected.add(P.INVITED)
    if persona == "host":
        expected.add(P.HOST)
    if persona != "bot account" and (
        GAMES[game] == "public" or (GAMES[game] == "spectators" and persona not in ("anonymous", "guest"))
    ):
        expected.add(P.SPECTATOR)
    if "code" in operation.address.parameters and operation.address.name in ("game-join", "game-seats"):
        expected.add(P.LINK_HOLDER)
    return expected


@dataclass
class World:
    """people: by persona, without the anonymous one. games: by the keys of GAMES. token: of the bot account."""

    people: dict[str, User] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    token: str = ""
    mailbox_key: str = ""
    incoming: int = 0
    outgoing: int = 0
    handle: str = ""
    seek: int = 0
    _turns: dict[str, Turn | None] = field(default_factory=dict)
    """They stay: whatever a request writes is rolled back (tests.access.requests)."""

    def client(self, persona: str, *, in_api: bool) -> Client:
        """The persona at a machine that is not the site's own."""
        elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
        if persona in ("anonymous", "bot account"):
            client = Client(raise_request_exception=False)
            client.defaults |= elsewhere
            if persona == "bot account":
                if in_api:
                    client.defaults["HTTP_AUTHORIZATION"] = f"Token {self.token}"
                else:
                    client.force_login(self.people[persona])
            return client
        user = self.people[persona]
        if persona in ("moderator", "moderator with a seat", "administrator"):
            client = staff_client(user)
        else:
            client = Client()
            client.force_login(user)
        client.defaults |= elsewhere
        client.raise_request_exception = False
        return client

    def turn(self, game: str) -> Turn | None:
        """What the seat in question is asked."""
        if game not in self._turns:
            open_turns = self.games[game].turns.filter(
                status=Turn.Status.OPEN, early=False, seat__user=self.people["seat"]
            )
            self._turns[game] = open_turns.first()
        return self._turns[game]


def build_world() -> World:
    world = World()
    for persona in CAST:
        if persona == "guest":
            world.people[persona], _own = open_guest_game(KIND, "random", time_zone="UTC", language="en")
        elif persona not in ("anonymous", "bot account", *PLAYERS):
            world.people[persona] = UserFactory.create(username=persona.replace(" ", "-"))
    table = [UserFactory.create(username=f"player{number}") for number in range(4)]
    for name, visibility in GAMES.items():
        if name != "finished":
            world.games[name] = _game(world.people["host"], table, name, visibility)
    mover = player(person_turn(world.games["private"]))
    world.people |= dict(zip(PLAYERS, [mover, *(person for person in table if person != mover)], strict=True))
    world.games["finished"] = import_record(finished_record(), world.people["host"], [(person, "") for person in table])
    _set_ranks(world.people)
    _create_rows(world)
    return world


def _game(host: User, table: list[User], name: str, visibility: Game.Visibility) -> Game:
    seats = [SeatPlan("free") for _ in range(5 if name == "open" else 4)]
    game = open_game(
        host, name=name, kind=KIND, options={}, seats=seats, time_control=TimeControl(LIMIT), visibility=visibility
    )
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    for person in table:
        join(game.pk, person)
    return Game.objects.get(pk=game.pk)


@cache
def finished_record() -> str:
    """Of a whole game that four dice played."""
    rules, lots = registry.game(KIND), Random(4)
    options = {spec.name: spec.default for spec in rules.options()}
    position, entries = rules.new(4, options, bytes.fromhex(SECRET)), []
    while not position.is_over():
        move = lots.choice(list(position.legal_moves()))
        entries.append(MoveEntry(int(position.to_move()), rules.move_text(position, int(move))))
        position.play(move)
    return export(
        Record(
            game=rules.key,
            rules_version=rules.rules_version,
            options=options,
            seats=("A", "B", "C", "D"),
            secret_hash=hash_secret(bytes.fromhex(SECRET)),
            secret=bytes.fromhex(SECRET),
            digest=rules.digest(position),
            entries=tuple(entries),
        )
    )


def talk_in(world: World) -> None:
    """Something was said, and noted, at each table that is under way."""
    for name in ("private", "spectators", "public"):
        talk.say(world.games[name].pk, world.people["seat"], SAID)
        talk.write_note(world.games[name].pk, world.people["seat"], NOTED)


def _set_ranks(people: Mapping[str, User]) -> None:
    for persona, user in people.items():
        user.is_staff = "moderator" in persona or persona == "administrator"
        user.is_superuser = persona == "administrator"
        if persona.startswith("suspended"):
            user.suspended_at, user.suspension_reason = timezone.now(), "for a test"
        user.save()


def _create_rows(world: World) -> None:
    """What the parameters of addresses name besides people, games and turns."""
    other = world.people["other user"]
    world.people["bot account"] = bot_accounts.create_bot_account(other, "robo")
    made = api_tokens.create_token(other, "tests", world.people["bot account"])
    world.token, world.handle = made.secret, made.token.handle
    calendar_feeds.new_address(other)
    lobby_games.new_feed_address(other)
    day = timedelta(days=1)
    world.seek = seeks.begin(other, seeks.SeekWishes(kind=KIND, players=[3], shortest=day, longest=day)).pk
    set_profile_shown(other, User.ProfileShown.ALL)
    absences.announce(other, today_of(other), today_of(other))
    reports.report_person(world.people["host"], other.username, "other", REPORTED)
    # Nothing can be posted there: the name leads nowhere.
    changes.add_webhook(other, "https://hook.invalid/")
    opened_tournament(world.people["host"])
    MailboxBackend().send_messages([EmailMessage("hello", "text", "a@example.org", ["b@example.org"])])
    world.mailbox_key = next(iter(local_mailbox().keys()))
    world.incoming = IncomingMail.objects.create(
        token="t" * 26, message_id="<1@x>", raw=b"", received_at=timezone.now()
    ).pk
    world.outgoing = delivery_of(outbox.notify(Notification.Kind.NOTICE, "of no game", address="a@example.org")).pk


def address_parameters(world: World, operation: Operation, game: str | None) -> dict[str, str] | None:
    """Values of an address's parameters that name something there is; None where this game has no such thing."""
    address = operation.address
    found: dict[str, str] = {}
    turn = world.turn(game) if game else None
    about = world.games[game] if game else world.games["private"]
    for name in address.parameters:
        value: object = None
        match name:
            case "game_id":
                value = about.pk
            case "pk":
                value = about.pk if "games/" in address.route else turn and turn.pk
            case "channel_id":
                value = Endpoint.objects.values_list("pk", flat=True).first()
            case "seek_id":
                value = world.seek
            case "absence_id":
                value = Absence.objects.values_list("pk", flat=True).first()
            case "message_id":
                value = TalkMessage.objects.filter(game=about).values_list("pk", flat=True).first()
            case "report_id":
                value = Report.objects.values_list("pk", flat=True).first()
            case "action":
                value = "warn"
            case "turn_id":
                value = turn and turn.pk
            case "token":
                value = turn and turn.token
            case "code":
                value = about.invitation_code if address.name in ("game-join", "game-seats") else about.share_code
            case "proof":
                value = "none"
            case "number":
                value = 1 if address.name == "mail-answer" else 0
            case "question":
                value = 0
            case "choice":
                value = "yes"
            case "proposal_id":
                value = _proposal(about).pk
            case "signed":
                value = _signed(world, address.name, turn, about)
                if value is None:
                    return None
            case "key":
                other = world.people["other user"]
                keys = {"calendar": other.calendar_key, "lobby-feed": lobby_games.feed_key_of(other)}
                value = world.mailbox_key if address.route.startswith("mailbox") else keys.get(address.name, KIND)
            case "lesson":
                value = course_of(KIND).lessons[0].key  # type: ignore[union-attr] # it has lessons
            case "kind":
                value = "end" if address.name == "game-propose" else KIND
            case "handle":
                value = world.handle
            case "mail_id":
                value = world.outgoing if address.name == "staff-mail-out" else world.incoming
            case "name":
                # The other user shows their profile to everybody.
                value = {"staff-figure": "running", "api:problem": "not-found", "api:bot": "robo"}.get(
                    address.name, "other-user"
                )
            case "other":
                value = "host"
            case "players":
                value = 4
            case "tournament_id":
                value = Tournament.objects.values_list("pk", flat=True).first()
            case "entry_code":
                value = Tournament.objects.values_list("code", flat=True).first()
            case "object_id":
                value = _first_row(address.route)
            case "app_label":
                value = "games"
            case "uidb36":
                value = "1"
            case "url":
                value = "nowhere"
        if value is None:
            return None
        found[name] = str(value)
    return found


def _proposal(game: Game) -> Proposal:
    """An open proposal, whatever the state of the game; its host has proposed it."""
    now = timezone.now()
    about = {"open_until": now + timedelta(days=3), "proposed_at": now, "by": game.host}
    return Proposal.objects.get_or_create(game=game, kind="end", status="open", defaults=about)[0]


def _signed(world: World, name: str, turn: Turn | None, game: Game) -> str | None:
    """The last part of a signed link."""
    if name == "push-asked":
        if turn is None:
            return None
        link = asked_path(turn, world.people["seat"])
    elif name == "mail-mute":
        link = mute_url(world.people["seat"], game)
    elif name == "mail-opt-out":
        link = opt_out_url("a@example.org")
    elif name == "mail-vote":
        ballot, _new = Ballot.objects.get_or_create(proposal=_proposal(game), person=world.people["seat"])
        return vote_url(ballot, "yes").rstrip("/").split("/")[-2]
    elif turn is None:
        return None
    else:
        held, _new = IncomingMail.objects.get_or_create(
            token=turn.token,
            message_id="<held@x>",
            defaults={
                "raw": b"From: seat@example.org\n\nnonsense\n",
                "status": IncomingMail.Status.HELD,
                "turn": turn,
                "received_at": timezone.now(),
            },
        )
        link = held_mails.confirm_url([held.pk, turn.pk, answer_count(turn)])
    return link.rstrip("/").rpartition("/")[2]


def _first_row(route: str) -> object:
    app, model = route.removeprefix("staff/admin/").split("/")[:2]
    row = apps.get_model(app, model)._default_manager.first()
    return None if row is None else row.pk


def is_about_a_game(operation: Operation) -> bool:
    named = {"game_id", "turn_id", "token", "signed"} & set(operation.address.parameters)
    if operation.address.name == "mail-opt-out":
        return False
    return bool(named) or "pk" in operation.address.parameters or "code" in operation.address.parameters


ACT_BY_LINK: Final = frozenset({"mail-answer", "mail-plan", "mail-confirm", "mail-mute", "mail-vote"})
"""Whoever has the link acts as the person it was sent to."""
ORGANISER_ONLY: Final = frozenset({"api:tournament-start", "api:tournament-cancel"})
"""Refused by the service to everybody but the organiser of the tournament, who is the host."""
OWNER_ONLY: Final = frozenset(
    {"seek", "api:seek", "api:absence", "api:bot", "api:channel", "api:channel-on", "api:channel-test", "api:token"}
)
"""Nobody but their owner, the other user, sees them."""
ABOUT_SEEKS: Final = frozenset(
    {"lobby", "seeks", "seek", "seek-pause", "seek-go-on", "seek-end", "api:seeks", "api:seek", "export"}
)
"""The addresses that read what anybody seeks, besides the rows for staff. Who sees what there: test_leaks_of_seeks."""
NEEDS_STARTED_GAME: Final = frozenset(
    {"game-record", "game-rules", "game-replay-start", "game-replay", "api:game-view", "api:game-record"}
)
NEEDS_FINISHED_GAME: Final = frozenset({"result", "result-record", "result-replay"})
