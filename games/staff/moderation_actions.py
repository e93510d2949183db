"""What staff can do to a game: for each action its permission, form, effect and the service that performs it."""

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
from games.bot_levels import BOT_LEVELS
from games.models import Game, RatingChange, Seat, SiteClock, Turn
from games.people.models import User
from games.staff import forms, game_details
from games.table import deadlines, pausing, queries, vacant_seats
from games.table.errors import ProposalClosed
from games.table.moderation import abort, bot_retry, excusing, extending, rewind, seat_replacement, voiding
from games.table.proposals import actions as proposals
from games.table.proposals.shown import open_proposals
from games.table.proposals.telling import sentence_of
from games.wording import absolute_time, in_words, time_limit_in_words

Details = dict[str, Any]
GIVE_BACK: Final = gettext_lazy("Give a seat back")


@dataclass(frozen=True)
class Effect:
    """What an action would change now."""

    sentences: Sequence[str]
    template: str = ""
    """A template that shows more of it."""
    context: Details = field(default_factory=dict)


@dataclass(frozen=True)
class ModerationAction:
    """Something that staff can do to a game, on a page that shows its effect and asks for the reason."""

    name: str
    """In the address of the page."""
    permission: Permission
    title: str | Promise
    description: str | Promise
    """When to use it."""
    is_possible: Callable[[Game], bool]
    """Whether the state of the game allows it."""
    effect: Callable[[Game, Details], Effect]
    """What it would change, from the data of the form."""
    perform: Callable[[Game, User, str, Details], object]
    """Does it: the game, who does it, the reason, the data of the form; with the "version" of the game whose effect was
    shown."""
    success_message: str | Promise
    nothing_changed: str | Promise = ""
    """What is said instead if it returns False: all is as it shall be already."""
    form: type[forms.DetailsForm] | None = None
    """What it asks for besides the reason."""
    irreversible: bool = False


# --- when an action is possible ------------------------------------------------------------------------------------


def is_running(game: Game) -> bool:
    return game.status == Game.Status.RUNNING


def is_active(game: Game) -> bool:
    return is_running(game) and game.paused_at is None


def can_be_paused(game: Game) -> bool:
    """Also if its players have paused it: then staff take the pause over."""
    return is_running(game) and not pausing.is_held_by_staff(game)


def is_paused(game: Game) -> bool:
    return is_running(game) and game.paused_at is not None


def has_not_ended(game: Game) -> bool:
    return game.status in (Game.Status.OPEN, Game.Status.RUNNING)


def has_moves(game: Game) -> bool:
    return game.plies > 0 and game.status in (Game.Status.RUNNING, Game.Status.FINISHED)


def has_caretaker(game: Game) -> bool:
    return is_running(game) and any(seat.user_id and seat.caretaker for seat in game.seats.all())


def has_missed(game: Game) -> bool:
    return is_running(game) and any(seat.user_id and seat.missed_in_all for seat in game.seats.all())


def has_proposals(game: Game) -> bool:
    return is_running(game) and bool(open_proposals(game))


def counts_for_ratings(game: Game) -> bool:
    return game.rated and game.status != Game.Status.ABORTED and game.rating_voided_at is None


def is_voided(game: Game) -> bool:
    return game.rated and game.status != Game.Status.ABORTED and game.rating_voided_at is not None


def waits_for_bot(game: Game) -> bool:
    turns = game.turns.filter(status=Turn.Status.OPEN).select_related("seat")
    return is_active(game) and any(turn.bot_level for turn in turns)


# --- what actions change ------------------------------------------------------------------------------------------


def notification_sentence(game: Game) -> str:
    """A sentence: how many people get a mail about the action."""
    people = sum(
        seat.user is not None and seat.user.owner_id is None and not seat.caretaker for seat in game.seats.all()
    )
    if not people:
        return _("No person plays in this game now, so nobody gets a mail.")
    return ngettext(
        "{count} person gets a mail with your reason.",
        "{count} people get a mail with your reason.",
        people,
    ).format(count=people)


def turns_with_deadline(game: Game) -> list[Turn]:
    """The open turns with a deadline."""
    turns = game.turns.filter(status=Turn.Status.OPEN, due__isnull=False)
    return list(turns.select_related("seat__user").order_by("due"))


def name_of(game: Game, index: int) -> str:
    return queries.seat_names(game.seats.all())[index]


def pause_effect(game: Game, _details: Details) -> Effect:
    rest = [
        _("The rest of {name}'s time is kept: the turn was due {when}.").format(
            name=name_of(game, turn.seat.index), when=absolute_time(turn.deadline)
        )
        for turn in turns_with_deadline(game)
        if turn.deadline
    ]
    still = _("Nobody, bots included, can move, take back or resign until the game is resumed. No time runs.")
    if game.paused_at is not None:
        rest = [_("The players have paused the game already; from now on only staff end the pause.")]
    return Effect([still, *rest, notification_sentence(game)])


def resume_effect(game: Game, _details: Details) -> Effect:
    clock = SiteClock.read(timezone.now())
    since = game.paused_at or clock.now
    later = [
        _("{name} has until {when}.").format(
            name=name_of(game, turn.seat.index),
            when=absolute_time(deadlines.after_resumption(turn, game, since, clock).after),
        )
        for turn in turns_with_deadline(game)
        if turn.due
    ]
    return Effect(
        [_("The game goes on. All deadlines move by the length of the pause."), *later, notification_sentence(game)]
    )


def extend_effect(game: Game, details: Details) -> Effect:
    by, clock = timedelta(seconds=details["span"]), SiteClock.read(timezone.now())
    turns = [turn for turn in turns_with_deadline(game) if details["turn"] in (None, turn.pk)]
    moved = [(turn, deadlines.after_extension(turn, by, game, clock)) for turn in turns if turn.due]
    lines = [
        _("{name}: {before} becomes {after}.").format(
            name=name_of(game, turn.seat.index),
            before=absolute_time(deadline.before),
            after=absolute_time(deadline.after),
        )
        for turn, deadline in moved
    ]
    if not lines:
        return Effect([_("No time runs in this game now: nothing would change.")])
    return Effect([*lines, _("They get a mail with your reason.")])


def take_back_effect(game: Game, details: Details) -> Effect:
    preview = rewind.preview_rewind(game.pk, details["plies"])
    names = queries.seat_names(game.seats.all())
    count = len(preview.undone)
    lines = [
        ngettext(
            "{count} move is taken back; the record keeps it.",
            "{count} moves are taken back; the record keeps them.",
            count,
        ).format(count=count),
        _("Then the game is over.")
        if preview.seat is None
        else _("Then it is the turn of {name}.").format(name=names[preview.seat]),
        _("The game was over and goes on again. Its secret was shown, so future draws are new ones.")
        if preview.reopens
        else _("The game was over once and its secret was shown, so future draws are new ones.")
        if preview.redraws
        else _("The same draws come again. Answers given ahead of time are deleted."),
        notification_sentence(game),
    ]
    return Effect(lines, "staff/_take_back.html", game_details.board_context(game, preview.position, None, names))


def by_bot_effect(game: Game, details: Details) -> Effect:
    seat = seat_at(game, details["seat"])
    name = name_of(game, seat.index)
    lines = [
        _("A bot ({level}) plays for {name} from now on, also in the open turn.").format(
            level=in_words(BOT_LEVELS[details["level"]].noun), name=name
        )
    ]
    if seat.user_id:
        lines += [
            _("The seat keeps the name of {name} and can be given back.").format(name=name),
            notification_sentence(game),
        ]
    return Effect(lines)


def by_person_effect(game: Game, details: Details) -> Effect:
    seat, person = seat_at(game, details["seat"]), details["person"]
    lines = [
        _("{person} takes the seat of {name}, with all that belongs to it, and gets a mail.").format(
            person=person.username, name=name_of(game, seat.index)
        )
    ]
    if seat.user is not None:
        lines.append(
            _("{name} has no seat in this game any more and no longer sees it as a player.").format(
                name=seat.user.username
            )
        )
    return Effect([*lines, notification_sentence(game)])


def give_back_effect(game: Game, details: Details) -> Effect:
    seat = seat_at(game, details["seat"])
    name = name_of(game, seat.index)
    lines = [
        _("{name} plays again. An open turn gets the full time of {span}.").format(
            name=name, span=time_limit_in_words(game.time_control.per_turn)
        )
    ]
    if seat.missed_in_all:
        lines.append(_("Their missed deadlines are counted from 0 again."))
    return Effect([*lines, notification_sentence(game)])


def ask_again_effect(game: Game, details: Details) -> Effect:
    turn = game.turns.select_related("seat__user").get(pk=details["turn"])
    return Effect(
        [
            _("A worker thinks again for {name}. The count of tries starts again at 0 (so far {tries}).").format(
                name=name_of(game, turn.seat.index), tries=turn.attempts
            )
        ]
    )


def excuse_effect(game: Game, details: Details) -> Effect:
    seat = seat_at(game, details["seat"])
    name = name_of(game, seat.index)
    missed = ngettext(
        "{name} has missed {count} deadline, {row} in a row: one fewer counts.",
        "{name} has missed {count} deadlines, {row} in a row: one fewer counts.",
        seat.missed_in_all,
    )
    lines = [missed.format(name=name, count=seat.missed_in_all, row=seat.missed_in_row)]
    if excusing.missed_turn(game, seat) is not None:
        lines.append(_("They have their time for the open turn once more."))
    if seat.vacant_since is not None:
        lines.append(
            _("Their seat stays vacant: a bot plays on until they return to it, or until you use “{action}”.").format(
                action=GIVE_BACK
            )
        )
    return Effect([*lines, _("They get a mail with your reason.")])


def lock_effect(game: Game, details: Details) -> Effect:
    seat, locked = seat_at(game, details["seat"]), details["locked"]
    name = name_of(game, seat.index)
    if seat.locked == locked:
        return Effect([_("It is locked already.") if locked else _("It is not locked.")])
    if locked and seat.user is None:
        return Effect([_("Nobody can take the seat of {name} over.").format(name=name)])
    if locked:
        return Effect([_("Nobody can take the seat of {name} over. {name} can still return to it.").format(name=name)])
    if not game.takeover:
        return Effect([_("The lock is removed, but nobody may take seats of this game over: its host has said so.")])
    return Effect([_("The seat of {name} can be taken over when it is vacant.").format(name=name)])


def close_proposal_effect(game: Game, details: Details) -> Effect:
    proposal = next((one for one in open_proposals(game) if one.pk == details["proposal"]), None)
    if proposal is None:
        raise ProposalClosed
    return Effect(
        [
            _("Nothing of it is done: {proposal}").format(proposal=sentence_of(proposal)),
            notification_sentence(game),
        ]
    )


def void_effect(game: Game, _details: Details) -> Effect:
    later = RatingChange.objects.filter(game=game).exists()
    return Effect(
        [
            _("The game changes no ratings; all that was counted after it is counted again.")
            if later
            else _("The game will change no ratings."),
            notification_sentence(game),
        ]
    )


def count_again_effect(game: Game, _details: Details) -> Effect:
    return Effect(
        [
            _("The game counts for the ratings as if it had never been voided."),
            notification_sentence(game),
        ]
    )


def abort_effect(game: Game, _details: Details) -> Effect:
    return Effect(
        [
            _("The game ends without a result. Nothing is deleted, but the game can never go on."),
            notification_sentence(game),
        ]
    )


def posted_version(posted: Mapping[str, str]) -> int:
    """The version of the game when its effect was shown; -1, which no game has, for anything that is not a version."""
    version = posted.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1


def seat_at(game: Game, index: int) -> Seat:
    return next(seat for seat in game.seats.all() if seat.index == index)


# --- the actions, in the order of the page of a game --------------------------------------------------------------

MODERATION_ACTIONS: Final = (
    ModerationAction(
        name="pause",
        permission=Permission.PAUSE,
        title=gettext_lazy("Pause the game"),
        description=gettext_lazy("Stop the clock while you look into a problem."),
        is_possible=can_be_paused,
        effect=pause_effect,
        perform=lambda game, by, reason, _details: pausing.pause(game.pk, by=by, reason=reason),
        success_message=gettext_lazy("The game is paused."),
    ),
    ModerationAction(
        name="resume",
        permission=Permission.RESUME,
        title=gettext_lazy("Resume the game"),
        description=gettext_lazy("Let the game go on. Nobody loses time through the pause."),
        is_possible=is_paused,
        effect=resume_effect,
        perform=lambda game, by, reason, _details: pausing.resume(game.pk, by=by, reason=reason),
        success_message=gettext_lazy("The game goes on."),
    ),
    ModerationAction(
        name="extend",
        permission=Permission.EXTEND,
        title=gettext_lazy("Give more time"),
        description=gettext_lazy("Move the deadline of one open turn, or of all."),
        is_possible=is_running,
        effect=extend_effect,
        perform=lambda game, by, reason, details: extending.extend(
            game.pk,
            by=by,
            reason=reason,
            turn_id=details["turn"],
            by_time=timedelta(seconds=details["span"]),
            expected_version=details["version"],
        ),
        success_message=gettext_lazy("The deadlines have moved."),
        form=forms.ExtendForm,
    ),
    ModerationAction(
        name="take-back",
        permission=Permission.TAKE_BACK,
        title=gettext_lazy("Take back to a move"),
        description=gettext_lazy("Undo everything after a move, whoever played it."),
        is_possible=has_moves,
        effect=take_back_effect,
        perform=lambda game, by, reason, details: rewind.rewind(
            game.pk, by=by, reason=reason, plies=details["plies"], expected_version=details["version"]
        ),
        success_message=gettext_lazy("Taken back."),
        form=forms.TakeBackForm,
        irreversible=True,
    ),
    ModerationAction(
        name="bot",
        permission=Permission.REPLACE,
        title=gettext_lazy("Let a bot take a seat"),
        description=gettext_lazy("For a player who left and keeps the others waiting."),
        is_possible=is_running,
        effect=by_bot_effect,
        perform=lambda game, by, reason, details: seat_replacement.replace_by_bot(
            game.pk,
            details["seat"],
            by=by,
            reason=reason,
            level=details["level"],
            expected_version=details["version"],
        ),
        success_message=gettext_lazy("A bot plays in this seat now."),
        form=forms.ByBotForm,
        irreversible=True,
    ),
    ModerationAction(
        name="substitute",
        permission=Permission.REPLACE,
        title=gettext_lazy("Let another person take a seat"),
        description=gettext_lazy("A substitute plays on instead of a bot or a person."),
        is_possible=is_running,
        effect=by_person_effect,
        perform=lambda game, by, reason, details: seat_replacement.replace_by_person(
            game.pk,
            details["seat"],
            by=by,
            reason=reason,
            user=details["person"],
            expected_version=details["version"],
        ),
        success_message=gettext_lazy("Another person has the seat now."),
        form=forms.ByPersonForm,
        irreversible=True,
    ),
    ModerationAction(
        name="give-back",
        permission=Permission.REPLACE,
        title=GIVE_BACK,
        description=gettext_lazy("A person who was replaced by a bot plays again."),
        is_possible=has_caretaker,
        effect=give_back_effect,
        perform=lambda game, by, reason, details: seat_replacement.give_seat_back(
            game.pk, details["seat"], by=by, reason=reason, expected_version=details["version"]
        ),
        success_message=gettext_lazy("The person has the seat again."),
        form=forms.GiveBackForm,
    ),
    ModerationAction(
        name="excuse",
        permission=Permission.EXCUSE,
        title=gettext_lazy("Excuse a missed deadline"),
        description=gettext_lazy("For somebody who could not answer: it does not count against their seat."),
        is_possible=has_missed,
        effect=excuse_effect,
        perform=lambda game, by, reason, details: excusing.excuse_miss(
            game.pk, details["seat"], by=by, reason=reason, expected_version=details["version"]
        ),
        success_message=gettext_lazy("The missed deadline is excused."),
        form=forms.ExcuseForm,
    ),
    ModerationAction(
        name="lock",
        permission=Permission.LOCK_SEAT,
        title=gettext_lazy("Lock a seat"),
        description=gettext_lazy("Nobody takes it over; or unlock it again."),
        is_possible=is_running,
        effect=lock_effect,
        perform=lambda game, by, reason, details: vacant_seats.lock_seat(
            game.pk, details["seat"], by, reason, locked=details["locked"]
        ),
        success_message=gettext_lazy("Saved."),
        nothing_changed=gettext_lazy("Nothing has changed: it is so already."),
        form=forms.LockForm,
    ),
    ModerationAction(
        name="close-proposal",
        permission=Permission.CLOSE_PROPOSAL,
        title=gettext_lazy("Close a proposal"),
        description=gettext_lazy("End a vote of the players before it is decided."),
        is_possible=has_proposals,
        effect=close_proposal_effect,
        perform=lambda _game, by, reason, details: proposals.close_proposal(details["proposal"], by, reason),
        success_message=gettext_lazy("The proposal is closed."),
        form=forms.CloseProposalForm,
        irreversible=True,
    ),
    ModerationAction(
        name="ask-again",
        permission=Permission.ASK_AGAIN,
        title=gettext_lazy("Ask a bot again"),
        description=gettext_lazy("For a bot that has not answered for too long."),
        is_possible=waits_for_bot,
        effect=ask_again_effect,
        perform=lambda _game, by, reason, details: bot_retry.retry_bot(details["turn"], by=by, reason=reason),
        success_message=gettext_lazy("The bot is asked again."),
        form=forms.AskAgainForm,
    ),
    ModerationAction(
        name="void-rating",
        permission=Permission.VOID_RATING,
        title=gettext_lazy("Void a rated game"),
        description=gettext_lazy("For a game that was not played fairly: it changes no ratings."),
        is_possible=counts_for_ratings,
        effect=void_effect,
        perform=lambda game, by, reason, _details: voiding.void_rating(game.pk, by=by, reason=reason),
        success_message=gettext_lazy("The game changes no ratings."),
    ),
    ModerationAction(
        name="count-again",
        permission=Permission.VOID_RATING,
        title=gettext_lazy("Let a voided game count"),
        description=gettext_lazy("For a rated game that was voided by mistake."),
        is_possible=is_voided,
        effect=count_again_effect,
        perform=lambda game, by, reason, _details: voiding.count_again(game.pk, by=by, reason=reason),
        success_message=gettext_lazy("The game counts for the ratings."),
    ),
    ModerationAction(
        name="abort",
        permission=Permission.ABORT,
        title=gettext_lazy("Call the game off"),
        description=gettext_lazy("For a game that cannot be repaired, or should not have been opened."),
        is_possible=has_not_ended,
        effect=abort_effect,
        perform=lambda game, by, reason, details: abort.abort(
            game.pk, by=by, reason=reason, expected_version=details["version"]
        ),
        success_message=gettext_lazy("The game is called off."),
        irreversible=True,
    ),
)
