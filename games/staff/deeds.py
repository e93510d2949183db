"""What staff do to a game: for each deed, whom it needs, what it takes, what it brings about, and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.models import Game, Seat, SiteClock, Turn
from games.people.models import User
from games.staff import dossier, forms
from games.table import deadlines, queries
from games.table.moderation import abort, bot_retry, extending, pausing, rewind, seat_replacement
from games.wording import absolute_time, span_in_words

Details = dict[str, Any]
Sentences = list[str]


@dataclass(frozen=True)
class Effect:
    """What a deed would bring about now. template: a part of a page that shows it, besides the sentences."""

    sentences: Sequence[str]
    template: str = ""
    context: Details = field(default_factory=dict)


@dataclass(frozen=True)
class Deed:
    """One deed, done on a page of its own that tells its effect and asks for the reason.

    name: in the address; brief: when to use it. form: what it takes besides the reason, None if nothing. fits: whether
    it can be done to a game as it stands. effect and do get what the form took. grave: it cannot simply be undone.
    """

    name: str
    permission: Permission
    title: str | Promise
    brief: str | Promise
    fits: Callable[[Game], bool]
    effect: Callable[[Game, Details], Effect]
    do: Callable[[Game, User, str, Details], object]
    done: str | Promise
    form: type[forms.DetailsForm] | None = None
    grave: bool = False


# --- when a deed fits --------------------------------------------------------------------------------------------


def running(game: Game) -> bool:
    return game.status == Game.Status.RUNNING


def going(game: Game) -> bool:
    return running(game) and game.paused_at is None


def paused(game: Game) -> bool:
    return running(game) and game.paused_at is not None


def under_way(game: Game) -> bool:
    """It has not ended."""
    return game.status in (Game.Status.OPEN, Game.Status.RUNNING)


def has_moves(game: Game) -> bool:
    return game.plies > 0 and game.status in (Game.Status.RUNNING, Game.Status.FINISHED)


def has_caretaker(game: Game) -> bool:
    return running(game) and any(seat.user_id and seat.caretaker for seat in game.seats.all())


def waits_for_a_bot(game: Game) -> bool:
    turns = game.turns.filter(status=Turn.Status.OPEN).select_related("seat")
    return going(game) and any(turn.bot_level for turn in turns)


# --- what they bring about ---------------------------------------------------------------------------------------


def told(game: Game) -> str:
    """Who gets a mail of what is done."""
    people = sum(
        seat.user is not None and seat.user.owner_id is None and not seat.caretaker for seat in game.seats.all()
    )
    if not people:
        return _("No person plays there now, so nobody is told.")
    return ngettext(
        "{count} person is told by mail, with your reason.",
        "{count} people are told by mail, with your reason.",
        people,
    ).format(count=people)


def waiting(game: Game) -> list[Turn]:
    """The turns on which time runs."""
    turns = game.turns.filter(status=Turn.Status.OPEN, due__isnull=False)
    return list(turns.select_related("seat__user").order_by("due"))


def name_of(game: Game, index: int) -> str:
    return queries.names_of(game.seats.all())[index]


def pause_effect(game: Game, _details: Details) -> Effect:
    rest = [
        _("The rest of {name}'s time is kept: the turn was due {when}.").format(
            name=name_of(game, turn.seat.index), when=absolute_time(turn.deadline)
        )
        for turn in waiting(game)
        if turn.deadline
    ]
    still = _("Nobody can move, take back or resign until somebody resumes it; bots are not asked, no time runs.")
    return Effect([still, *rest, told(game)])


def resume_effect(game: Game, _details: Details) -> Effect:
    clock = SiteClock.read(timezone.now())
    since = game.paused_at or clock.now
    later = [
        _("{name} has until {when}.").format(
            name=name_of(game, turn.seat.index),
            when=absolute_time(clock.deadline(deadlines.after_pause(turn.due, turn.opened_at, since, clock))),
        )
        for turn in waiting(game)
        if turn.due
    ]
    return Effect([_("The game goes on; all deadlines move by the length of the pause."), *later, told(game)])


def extend_effect(game: Game, details: Details) -> Effect:
    by, clock = timedelta(seconds=details["span"]), SiteClock.read(timezone.now())
    shown = deadlines.time_of(game, clock)
    turns = [turn for turn in waiting(game) if details["turn"] in (None, turn.pk)]
    lines = [
        _("{name}: {before} becomes {after}.").format(
            name=name_of(game, turn.seat.index),
            before=absolute_time(clock.deadline(turn.due)),
            after=absolute_time(clock.deadline(deadlines.extended(turn.due, by, shown))),
        )
        for turn in turns
        if turn.due
    ]
    if not lines:
        return Effect([_("No time runs in this game now: nothing would change.")])
    return Effect([*lines, _("They are told by mail, with your reason.")])


def take_back_effect(game: Game, details: Details) -> Effect:
    preview = rewind.preview(game.pk, details["plies"])
    names = queries.names_of(game.seats.all())
    count = len(preview.undone)
    lines = [
        ngettext(
            "{count} move is taken back; the record keeps it.",
            "{count} moves are taken back; the record keeps them.",
            count,
        ).format(count=count),
        _("Then the game is over.")
        if preview.seat is None
        else _("Then {name} is asked.").format(name=names[preview.seat]),
        _("The game was over and is under way again; its secret was told, so the draws to come are new ones.")
        if preview.reopens
        else _("The game was over once and its secret was told, so the draws to come are new ones.")
        if preview.redraws
        else _("The same draws come again. Answers that were given ahead are forgotten."),
        told(game),
    ]
    return Effect(lines, "staff/_take_back.html", dossier.board(game, preview.position, None, names))


def by_bot_effect(game: Game, details: Details) -> Effect:
    seat = seat_at(game, details["seat"])
    name = name_of(game, seat.index)
    lines = [
        _("A bot ({level}) decides for {name} from now on, also in the turn that is open.").format(
            level=details["level"], name=name
        )
    ]
    if seat.user_id:
        lines += [_("The seat stays {name}'s by name; it can be given back.").format(name=name), told(game)]
    return Effect(lines)


def by_person_effect(game: Game, details: Details) -> Effect:
    seat, person = seat_at(game, details["seat"]), details["person"]
    lines = [
        _("{person} takes the seat of {name}, with all that is on its board, and is asked by mail.").format(
            person=person.username, name=name_of(game, seat.index)
        )
    ]
    if seat.user is not None:
        lines.append(
            _("{name} has no seat at this game any more and no longer sees it as a player.").format(
                name=seat.user.username
            )
        )
    return Effect([*lines, told(game)])


def give_back_effect(game: Game, details: Details) -> Effect:
    seat = seat_at(game, details["seat"])
    name = name_of(game, seat.index)
    return Effect(
        [
            _("{name} decides again; a turn that is open gets the full time of {span}.").format(
                name=name, span=span_in_words(game.turn_limit)
            ),
            told(game),
        ]
    )


def ask_again_effect(game: Game, details: Details) -> Effect:
    turn = game.turns.select_related("seat__user").get(pk=details["turn"])
    return Effect(
        [
            _("A worker is told again to think for {name}; tries are counted from nought (so far {tries}).").format(
                name=name_of(game, turn.seat.index), tries=turn.attempts
            )
        ]
    )


def abort_effect(game: Game, _details: Details) -> Effect:
    return Effect([_("The game ends without a result. Nothing is deleted; it cannot be taken up again."), told(game)])


def version_of(posted: Mapping[str, str]) -> int:
    """Of the game, as it was when the effect was shown; what no page of ours sent fits no game."""
    version = posted.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1


def seat_at(game: Game, index: int) -> Seat:
    return next(seat for seat in game.seats.all() if seat.index == index)


# --- the deeds, as the page of a game lists them ------------------------------------------------------------------

DEEDS: Final = (
    Deed(
        name="pause",
        permission=Permission.PAUSE,
        title=gettext_lazy("Pause the game"),
        brief=gettext_lazy("Stop the clock while something is cleared up."),
        fits=going,
        effect=pause_effect,
        do=lambda game, by, reason, _details: pausing.pause(game.pk, by=by, reason=reason),
        done=gettext_lazy("The game is paused."),
    ),
    Deed(
        name="resume",
        permission=Permission.RESUME,
        title=gettext_lazy("Resume the game"),
        brief=gettext_lazy("Let it go on; nobody loses time over the pause."),
        fits=paused,
        effect=resume_effect,
        do=lambda game, by, reason, _details: pausing.resume(game.pk, by=by, reason=reason),
        done=gettext_lazy("The game goes on."),
    ),
    Deed(
        name="extend",
        permission=Permission.EXTEND,
        title=gettext_lazy("Give more time"),
        brief=gettext_lazy("Move the deadline of one turn, or of all that are open."),
        fits=running,
        effect=extend_effect,
        do=lambda game, by, reason, details: extending.extend(
            game.pk, by=by, reason=reason, turn_id=details["turn"], by_time=timedelta(seconds=details["span"])
        ),
        done=gettext_lazy("The deadlines have moved."),
        form=forms.ExtendForm,
    ),
    Deed(
        name="take-back",
        permission=Permission.TAKE_BACK,
        title=gettext_lazy("Take back to a move"),
        brief=gettext_lazy("Undo everything after a move, whoever played it."),
        fits=has_moves,
        effect=take_back_effect,
        do=lambda game, by, reason, details: rewind.take_back_to(
            game.pk, by=by, reason=reason, plies=details["plies"], expected_version=details["version"]
        ),
        done=gettext_lazy("Taken back."),
        form=forms.TakeBackForm,
        grave=True,
    ),
    Deed(
        name="bot",
        permission=Permission.REPLACE,
        title=gettext_lazy("Let a bot take a seat"),
        brief=gettext_lazy("Somebody has left and holds the others up."),
        fits=running,
        effect=by_bot_effect,
        do=lambda game, by, reason, details: seat_replacement.by_bot(
            game.pk, details["seat"], by=by, reason=reason, level=details["level"]
        ),
        done=gettext_lazy("A bot plays there now."),
        form=forms.ByBotForm,
        grave=True,
    ),
    Deed(
        name="substitute",
        permission=Permission.REPLACE,
        title=gettext_lazy("Let another person take a seat"),
        brief=gettext_lazy("A substitute plays on in the place of a bot or a person."),
        fits=running,
        effect=by_person_effect,
        do=lambda game, by, reason, details: seat_replacement.by_person(
            game.pk, details["seat"], by=by, reason=reason, user=details["person"]
        ),
        done=gettext_lazy("The seat has changed hands."),
        form=forms.ByPersonForm,
        grave=True,
    ),
    Deed(
        name="give-back",
        permission=Permission.REPLACE,
        title=gettext_lazy("Give a seat back"),
        brief=gettext_lazy("The person whom a bot stands in for plays again."),
        fits=has_caretaker,
        effect=give_back_effect,
        do=lambda game, by, reason, details: seat_replacement.give_back(game.pk, details["seat"], by=by, reason=reason),
        done=gettext_lazy("The seat is the person's again."),
        form=forms.GiveBackForm,
    ),
    Deed(
        name="ask-again",
        permission=Permission.ASK_AGAIN,
        title=gettext_lazy("Ask a bot again"),
        brief=gettext_lazy("A bot has not answered for too long."),
        fits=waits_for_a_bot,
        effect=ask_again_effect,
        do=lambda _game, by, reason, details: bot_retry.ask_again(details["turn"], by=by, reason=reason),
        done=gettext_lazy("The bot is asked again."),
        form=forms.AskAgainForm,
    ),
    Deed(
        name="abort",
        permission=Permission.ABORT,
        title=gettext_lazy("Call the game off"),
        brief=gettext_lazy("It cannot be saved, or should never have been."),
        fits=under_way,
        effect=abort_effect,
        do=lambda game, by, reason, _details: abort.abort(game.pk, by=by, reason=reason),
        done=gettext_lazy("The game is called off."),
        grave=True,
    ),
)
