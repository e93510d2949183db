"""Tells people what was proposed and what came of it: one message for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game, Notification, Proposal, Seat
from games.notifications import outbox
from games.notifications.dropping import drop_pending
from games.people.models import User
from games.table import notices
from games.table.proposals.registry import find_kind
from games.table.proposals.tally import has_vote

Status = Proposal.Status

OUTCOMES: Final[Mapping[str, Promise]] = {
    Status.ACCEPTED: _("This was accepted."),
    Status.REFUSED: _("This was refused."),
    Status.EXPIRED: _("Not enough people had agreed when its time was up."),
    Status.WITHDRAWN: _("This was withdrawn."),
    Status.CLOSED: _("This is not open any more."),
    Status.VOID: _("It was accepted, but was not possible any more."),
}
_TOPICS: Final[Mapping[str, Promise]] = {
    Status.ACCEPTED: pgettext_lazy("a proposal", "accepted"),
    Status.REFUSED: pgettext_lazy("a proposal", "refused"),
    Status.EXPIRED: pgettext_lazy("a proposal", "expired"),
    Status.WITHDRAWN: pgettext_lazy("a proposal", "withdrawn"),
    Status.CLOSED: pgettext_lazy("a proposal", "closed"),
    Status.VOID: pgettext_lazy("a proposal", "not possible any more"),
}


def sentence_of(proposal: Proposal) -> str:
    """What is proposed, in the active language."""
    return find_kind(proposal.kind).sentence(proposal.game, proposal.parameters)


def _topic(proposal: Proposal) -> str:
    return str(pgettext_lazy("subject of a mail", "%(proposal)s: %(outcome)s")) % {
        "proposal": find_kind(proposal.kind).name,
        "outcome": _TOPICS[proposal.status],
    }


_sentence_lazy = lazy(sentence_of, str)
"""For what others read in their own languages."""
_topic_lazy: Callable[[Proposal], Promise] = lazy(_topic, str)  # type: ignore[assignment] # a lazy str is a Promise


def _proposer(proposal: Proposal) -> str:
    return proposal.by.shown_name


_proposer_lazy: Callable[[Proposal], Promise] = lazy(_proposer, str)  # type: ignore[assignment] # as above


def cause_of(proposal: Proposal) -> str:
    """The cause of the notifications that ask for votes."""
    return f"proposal:{proposal.pk}"


def ask_voters(proposal: Proposal, voters: Iterable[Seat]) -> None:
    """Ask those who vote, but for who has proposed it."""
    for seat in voters:
        if seat.user is not None and seat.user_id != proposal.by_id:
            outbox.notify(
                Notification.Kind.PROPOSAL,
                cause_of(proposal),
                person=seat.user,
                game=proposal.game,
                seat=seat,
                content={"proposal": proposal.pk},
            )


def tell_concerned(proposal: Proposal) -> None:
    """Tell whom it is about, who has no vote."""
    game = proposal.game
    concerned = find_kind(proposal.kind).concerned(proposal.parameters)
    about = game.seats.select_related("user").get(index=concerned) if concerned is not None else None
    if about is not None and about.user is not None:
        notices.tell(
            cause_of(proposal),
            about.user,
            _("the others vote about you"),
            _("%(person)s has proposed in “%(game_name)s”: %(proposal)s The others vote on it until %(until)s."),
            game=game,
            seat=about,
            game_name=game.name,
            person=_proposer_lazy(proposal),
            proposal=_sentence_lazy(proposal),
            until=proposal.open_until,
        )


def tell_outcome(game: Game, proposal: Proposal, by: User | None, reason: str | Promise = "") -> None:
    """Tell everybody at the table what came of a proposal; nobody whom their own click has just told it.

    reason: why it was closed or is not possible, for everybody.
    """
    drop_pending(game=game, kinds={Notification.Kind.PROPOSAL}, causes={cause_of(proposal)})
    if _is_told_otherwise(game, proposal):
        return
    for seat in game.seats.select_related("user"):
        if seat.user is not None and _hears(seat, proposal) and not _knows(seat, proposal, by):
            notices.tell(
                f"{cause_of(proposal)}:outcome",
                seat.user,
                _topic_lazy(proposal),
                _("%(person)s had proposed in “%(game_name)s”: %(proposal)s %(outcome)s %(reason)s"),
                game=game,
                seat=seat,
                game_name=game.name,
                person=_proposer_lazy(proposal),
                proposal=_sentence_lazy(proposal),
                outcome=OUTCOMES[proposal.status],
                reason=reason,
            )


def tell_end_of_pause(game: Game, pause: Proposal) -> None:
    """Tell everybody that a pause is over, as its days have passed."""
    for seat in game.seats.select_related("user"):
        if seat.user is not None and has_vote(seat):
            notices.tell(
                f"{cause_of(pause)}:over",
                seat.user,
                _("the game goes on"),
                _("The pause of “%(game_name)s” is over: all deadlines are later by its length."),
                game=game,
                seat=seat,
                game_name=game.name,
            )


def _is_told_otherwise(game: Game, proposal: Proposal) -> bool:
    """The mails about the end of a game tell what it ended by, and that its proposals are closed."""
    if proposal.status == Status.ACCEPTED:
        return find_kind(proposal.kind).told_by_the_end
    return proposal.status == Status.CLOSED and game.status != Game.Status.RUNNING


def _hears(seat: Seat, proposal: Proposal) -> bool:
    concerned = find_kind(proposal.kind).concerned(proposal.parameters)
    return not seat.is_given_up or seat.index == concerned


def _knows(seat: Seat, proposal: Proposal, by: User | None) -> bool:
    """Who has just withdrawn it, or decided it alone."""
    if by is None or seat.user_id != by.pk or by.pk != proposal.by_id:
        return False
    return proposal.status == Status.WITHDRAWN or proposal.proposed_at == proposal.decided_at
