"""What happens around a game: time passes, bots play, people leave, return, take seats over and vote, staff act."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.utils import timezone

from games.models import Ballot, Delivery, Move, Proposal, Seat, Turn
from games.notifications import delivery
from games.people.models import User
from games.table import absences, clock, days_away, pausing, preferences, queries, resignation
from games.table.moderation import extending, rewind, seat_replacement
from games.table.playing import play_moves
from games.table.proposals import actions, decisions
from games.table.takeover import return_to_seat, take_over
from tests.table.games import LIMIT, fresh
from tests.table.interleaved.rows import KEYS, TableRows

WAYS_TO_BE_AWAY: Final = ("", Seat.CLOCK_RUNS, "apprentice-1")


class ActionsAround(TableRows):
    def do_time_out(self, seat: int, chance: Random) -> None:
        """The time of a person is up; often a bot answers at once."""
        turn = self.turn(seat, early=False) or self.turn(None, early=False)
        if turn is None or turn.due is None:
            return
        Turn.objects.filter(pk=turn.pk).update(due=timezone.now() - LIMIT)
        assert set(clock.time_out(timezone.now())) <= {turn.pk}
        if chance.random() < 0.7:
            self.answer_as_bot(turn, chance)

    def do_bot(self, _seat: int, chance: Random) -> None:
        turns = self.game.turns.filter(status=Turn.Status.OPEN, early=False).select_related("game", "seat__user")
        asked = [turn for turn in turns if turn.bot_level]
        if asked:
            self.answer_as_bot(chance.choice(asked), chance)

    def answer_as_bot(self, turn: Turn, chance: Random) -> None:
        turn = Turn.objects.select_related("game", "seat__user").get(pk=turn.pk)
        if not turn.bot_level or turn.status != Turn.Status.OPEN:
            return
        position = queries.position_for(turn)
        source = Move.Source.BOT if turn.seat.playing_level else Move.Source.ADVISER
        play_moves(
            turn.pk,
            [chance.choice(list(position.legal_moves()))],
            plies=position.plies,
            source=Move.Source.TIMEOUT if turn.timed_out else source,
            key=f"bot {next(KEYS)}",
        )

    def do_resign(self, seat: int, _chance: Random) -> None:
        person = Seat.objects.select_related("user").get(game=self.game, index=seat).user
        if person is not None:
            resignation.resign(self.game.pk, person)

    def do_give_back(self, seat: int, _chance: Random) -> None:
        gone = self.game.seats.exclude(caretaker="").first()
        seat_replacement.give_seat_back(self.game.pk, seat if gone is None else gone.index, None, "for a test")

    def do_pause(self, _seat: int, _chance: Random) -> None:
        if fresh(self.game).paused_at is None:
            pausing.pause(self.game.pk, None, "for a test")
        else:
            pausing.resume(self.game.pk, None, "for a test")

    def do_extend(self, seat: int, _chance: Random) -> None:
        turn = self.turn(seat, early=False)
        if turn is not None:
            extending.extend(self.game.pk, None, "for a test", turn.pk, timedelta(days=1))

    def do_rewind(self, _seat: int, chance: Random) -> None:
        plies = fresh(self.game).plies
        rewind.rewind(self.game.pk, None, "for a test", max(0, plies - chance.randint(1, 4)))

    def do_choose(self, seat: int, chance: Random) -> None:
        self.as_person(seat, lambda by: absences.choose(self.game.pk, by, chance.choice(WAYS_TO_BE_AWAY)))

    def do_go_away(self, seat: int, chance: Random) -> None:
        def go(by: User) -> None:
            first = days_away.today_of(by) + timedelta(days=chance.randint(0, 1))
            absences.announce(by, first, first + timedelta(days=chance.randint(0, 5)))

        self.as_person(seat, go)

    def do_come_back(self, seat: int, _chance: Random) -> None:
        self.as_person(seat, absences.end_present)

    def as_person(self, seat: int, act: Callable[[User], object]) -> None:
        own = Seat.objects.select_related("user").get(game=self.game, index=seat)
        if own.user is not None:
            act(own.user)

    def do_replace(self, seat: int, chance: Random) -> None:
        """Staff put a bot or somebody else into a seat."""
        if chance.random() < 0.5:
            seat_replacement.replace_by_bot(self.game.pk, seat, None, "for a test", "apprentice-1")
        else:
            seat_replacement.replace_by_person(self.game.pk, seat, None, "for a test", chance.choice(self.spare))

    def do_take_over(self, seat: int, chance: Random) -> None:
        vacant = self.game.seats.filter(vacant_since__isnull=False).first()
        seated = self.game.seats.values_list("user", flat=True)
        outside = [person for person in self.spare if person.pk not in seated] or self.spare
        take_over(self.game.pk, seat if vacant is None else vacant.index, chance.choice(outside))

    def do_return(self, seat: int, _chance: Random) -> None:
        vacant = self.game.seats.filter(vacant_since__isnull=False).exclude(user=None).select_related("user").first()
        person = self.person_at(seat) if vacant is None else vacant.user
        if person is not None:
            return_to_seat(self.game.pk, person)

    def do_propose(self, seat: int, chance: Random) -> None:
        plies = fresh(self.game).plies
        given: dict[str, dict[str, Any]] = {
            "pause": {"days": 2},
            "resume": {},
            "extend": {"days": 3},
            "take-back": {"ply": max(0, plies - chance.randint(1, 4)), "new_draws": chance.choice(["", "yes"])},
            "replace": {"seat": chance.randrange(self.game.seat_count)},
            "open-seat": {"seat": chance.randrange(self.game.seat_count)},
        }
        kind = chance.choice(list(given))
        self.as_person(seat, lambda by: actions.propose(self.game.pk, by, kind, given[kind]))

    def do_vote(self, _seat: int, chance: Random) -> None:
        ballots = Ballot.objects.filter(proposal__game=self.game, proposal__status=Proposal.Status.OPEN)
        asked = list(ballots.filter(agrees=None).select_related("person"))
        if asked:
            ballot = chance.choice(asked)
            actions.vote(ballot.proposal_id, ballot.person, agrees=chance.random() < 0.8)

    def do_withdraw_proposal(self, _seat: int, _chance: Random) -> None:
        proposal = self.game.proposals.filter(status=Proposal.Status.OPEN).select_related("by").first()
        if proposal is not None:
            actions.withdraw(proposal.pk, proposal.by)

    def do_let_votes_end(self, _seat: int, _chance: Random) -> None:
        """The time of what is proposed is up, and so are pauses."""
        self.game.proposals.filter(status=Proposal.Status.OPEN).update(open_until=timezone.now())
        decisions.sweep(timezone.now() + timedelta(days=40))

    def do_choose_mails(self, seat: int, chance: Random) -> None:
        every = chance.choice([None, 4, 24])
        self.as_person(
            seat, lambda by: preferences.set_mail_choices(by, every=every, hour=None, content="", reminders=())
        )

    def do_send_mails(self, _seat: int, _chance: Random) -> None:
        """Whatever waits is due."""
        waiting = Delivery.objects.filter(status=Delivery.Status.PENDING)
        waiting.update(next_attempt_at=timezone.now())
        for pk in list(waiting.values_list("pk", flat=True)):
            delivery.deliver(pk)
