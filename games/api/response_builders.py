"""Builds the responses of the API from rows and from what services return.

Hidden information comes only through games.table.queries, which knows what a seat may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from datetime import date
from typing import Literal

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access import Actor
from games.api import response_types
from games.bot_levels import BotLevel
from games.endpoints import reach
from games.engine import registry
from games.engine.contract import Event, Offer, Question, Selection
from games.engine.contract import Game as Rules
from games.engine.plans import Wish
from games.engine.record import hash_secret
from games.models import Game, Move, Rating, RatingChange, Seat, SeatHolder, Turn
from games.people.models import ApiToken, User
from games.ratings.bots import skill_of
from games.table import (
    advisers,
    leaderboards,
    mail_addresses,
    next_picks,
    plans,
    queries,
    seat_holders,
    seat_orders,
    takeback,
)
from games.table.days_away import away_at
from games.table.leaderboards import Board
from games.table.open_questions import OpenQuestion
from games.table.own_time import own_time
from games.table.positions import rules_of, secret_bytes, stored_position
from games.table.proposals.registry import find_kind
from games.table.proposals.shown import ShownProposal
from games.table.queries import LogEntry
from games.table.seats_seen import seats_seen_by, takeover_seen_by
from games.table.talk_rules import why_silent
from games.table.talk_shown import ShownMessage, talk_of, unread_of
from games.table.vacant_offers import VacantOffer, offers_of
from games.table.viewpoints import viewpoint_of
from games.table.waiting_people import waits
from games.wording import in_words


def _list_fields(game: Game, user: User | None) -> dict[str, object]:
    """The fields of a game that lists show too."""
    seats = seats_seen_by(user, game)
    names = queries.seat_names(seats)
    own = game.seat_of(user)
    away = away_at(game, own)
    return {
        "id": game.pk,
        "url": reverse("api:game-detail", args=[game.pk]),
        "page": reverse("game", args=[game.pk]),
        "name": game.name,
        "kind": game.kind,
        "title": in_words(rules_of(game).title),
        "status": game.status,
        "visibility": game.visibility,
        "host": game.host.username,
        "turn_limit": int(game.turn_limit.total_seconds()),
        "seats": [build_seat(seat, names[index], own, away) for index, seat in enumerate(seats)],
        "your_seat": own.index if own else None,
        "version": game.version,
        "opened_at": game.opened_at,
        "started_at": game.started_at,
        "paused_at": game.paused_at,
        "ended_at": game.ended_at,
    }


def build_game(game: Game, user: User | None) -> response_types.GameShape:
    """A game in a list. Its host and its seats, with their users and the owners of these, must be loaded."""
    return response_types.GameShape(**_list_fields(game, user))  # type: ignore[arg-type]


def build_game_detail(game: Game, user: User | None) -> response_types.GameDetailShape:
    own = game.seat_of(user)
    rules = rules_of(game)
    waited_for = list(queries.waited_for(game))
    asked = _own_open_turn(game, user, waited_for)
    is_wanted = game.status == Game.Status.OPEN or bool(offers_of(game, user))
    invites = is_wanted and user is not None and (own is not None or game.host_id == user.pk)
    return response_types.GameDetailShape(
        **_list_fields(game, user),  # type: ignore[arg-type]
        options=game.options,
        clock=response_types.ClockShape(**(game.clock or {})),
        advisers=game.allows_advisers,
        plies=game.plies,
        waiting_for=_build_waiting_for(waited_for, own, rules, game),
        your_turn=asked.pk if asked and not asked.early else None,
        your_early_turn=asked.pk if asked and asked.early else None,
        can_undo=own is not None and takeback.can_undo(game, own),
        standings=_build_standings(game, rules),
        secret_hash=hash_secret(secret_bytes(game)),
        invitation_code=game.invitation_code if invites else None,
        takeover=takeover_seen_by(user, game) or "nobody",  # type: ignore[arg-type]
        seat_holders=[_build_holder(holder) for holder in seat_holders.holders_of(game)],
        your_time=_build_own_time(game, own, waited_for),
        rated=None if game.rated and game.rating_voided_at else game.rated,
        rating_changes=[_build_rating_change(change) for change in leaderboards.changes_at(game, user)]
        if game.status == Game.Status.FINISHED
        else [],
        talk=game.talk,  # type: ignore[arg-type]
        bots_may_talk=game.bots_may_talk,
        seeks_may_join=game.seeks_may_join,
        waiting=user is not None and game.status == Game.Status.OPEN and waits(user, game),
        bots_at=game.bots_at if game.status == Game.Status.OPEN else None,
        bots_level=game.bots_level or None if game.status == Game.Status.OPEN else None,
    )


def _build_rating_change(change: RatingChange) -> response_types.RatingChangeShape:
    return response_types.RatingChangeShape(
        name=change.person.shown_name,
        before=change.before.shown,
        after=change.after.shown,
        why=change.why,  # type: ignore[arg-type]
    )


def build_board(board: Board) -> response_types.BoardShape:
    url = reverse("api:leaderboard", args=[board.kind, board.players])
    return response_types.BoardShape(board.kind, board.players, board.people, url)


def build_leader(rating: Rating) -> response_types.LeaderShape:
    return response_types.LeaderShape(rating.person.username, rating.shown, rating.games)


def build_own_ratings(person: User) -> response_types.OwnRatingsShape:
    return response_types.OwnRatingsShape(
        on_leaderboards=person.on_leaderboards,
        ratings=[
            response_types.OwnRatingShape(
                rating.kind, rating.players, rating.shown, rating.games, rating.is_provisional
            )
            for rating in leaderboards.ratings_of(person)
        ],
    )


def _build_own_time(game: Game, own: Seat | None, waited_for: Sequence[Turn]) -> response_types.OwnTimeShape | None:
    """No time runs in an early turn, so those that the game waits for tell all."""
    time = own_time(game, own, waited_for, timezone.now())
    if time is None:
        return None
    left = None if time.left is None else int(time.left.total_seconds())
    return response_types.OwnTimeShape(left, time.missed_in_row, time.missed_in_all, time.excused)


def build_seat(seat: Seat, name: str, own: Seat | None, away: Mapping[int, date]) -> response_types.SeatShape:
    """away: until when people are away, as far as who asks may know it."""
    kind: str = "free"
    if seat.user is not None:
        kind = "person" if seat.user.owner_id is None else "program"
    elif seat.bot_level or seat.invited_email:
        kind = "bot" if seat.bot_level else "invited"
    owner = seat.user.owner if seat.user else None
    return response_types.SeatShape(
        index=seat.index,
        name=name,
        kind=kind,  # type: ignore[arg-type]
        account=seat.user.username if seat.user else None,
        owner=owner.username if owner else None,
        level=seat.bot_level or None,
        caretaker=seat.caretaker or None,
        you=own is not None and seat.pk == own.pk,
        rank=seat.rank,
        score=seat.score,
        vacant=seat.vacant_since is not None and seat.rank is None,
        away_until=away.get(seat.user_id) if seat.user_id else None,
    )


def build_vacant_seat(offer: VacantOffer) -> response_types.VacantSeatShape:
    game = offer.game
    assert offer.seat.vacant_since is not None
    return response_types.VacantSeatShape(
        game=game.pk,
        url=reverse("api:game-detail", args=[game.pk]),
        page=reverse("game-seats", args=[game.pk]),
        game_name=game.name,
        kind=game.kind,
        title=in_words(rules_of(game).title),
        host=game.host.username,
        seat=offer.seat.index,
        name=queries.seat_name(offer.seat),
        seat_count=game.seat_count,
        place=offer.place,
        round=offer.round,
        vacant_since=offer.seat.vacant_since,
    )


def _build_holder(holder: SeatHolder) -> response_types.SeatHolderShape:
    return response_types.SeatHolderShape(
        seat=holder.seat.index,
        name=queries.holder_name(holder),
        account=holder.user.username if holder.user else None,
        level=holder.level or None,
        cause=holder.cause,  # type: ignore[arg-type]
        from_ply=holder.from_ply,
        from_at=holder.from_at,
        to_ply=holder.to_ply,
        to_at=holder.to_at,
    )


def _own_open_turn(game: Game, user: User | None, waited_for: Sequence[Turn]) -> Turn | None:
    """As queries.open_turn, which is asked only if the game does not wait for the user."""
    own = game.seat_of(user)
    if own is None or own.caretaker or game.status != Game.Status.RUNNING or game.paused_at is not None:
        return None
    for turn in waited_for:
        if turn.seat_id == own.pk:
            return turn if turn.status == Turn.Status.OPEN and not turn.adviser else None
    return queries.open_turn(game, user)


def _build_waiting_for(
    turns: Sequence[Turn], own: Seat | None, rules: Rules, game: Game
) -> list[response_types.WaitingShape]:
    """Whom the game waits for, the seat to move first.

    Of a group that decides at the same time nothing may tell who has answered: neither stages nor deadlines, nor the
    order.
    """
    in_order = sorted(turns, key=lambda turn: (turn.ahead_of_turn, turn.seat.index))
    asked = [turn.seat.user for turn in turns if turn.seat.user is not None and not turn.bot_level]
    unreached = reach.unreached(asked, game) if own is not None else set()
    return [
        response_types.WaitingShape(
            seat=turn.seat.index,
            stage=in_order[0].stage,
            stage_name=in_words(rules.stage_name(in_order[0].stage)) if in_order[0].stage else "",
            ahead=turn.ahead_of_turn,
            deadline=turn.deadline if len(turns) == 1 or (own is not None and turn.seat_id == own.pk) else None,
            unreached=turn.seat.user_id in unreached,
        )
        for turn in in_order
    ]


def _build_standings(game: Game, rules: Rules) -> list[response_types.StandingShape]:
    """The score sheets of all seats, the winner first; empty before the end."""
    if game.status != Game.Status.FINISHED:
        return []
    sheet = rules.score_sheet(stored_position(game))
    return [
        response_types.StandingShape(
            seat=line.seat,
            rank=line.rank,
            total=line.total,
            tie_break=line.tie_break,
            parts=[response_types.ScorePart(part.key, in_words(part.label), part.points) for part in line.parts],
        )
        for line in sorted(sheet, key=lambda line: (line.rank, line.seat))
    ]


def build_view(game: Game, seat: Seat | None, user: User | None) -> response_types.ViewShape:
    """The table as a seat or a spectator sees it; the game must have started."""
    position = stored_position(game)
    turn = queries.open_turn(game, user) if seat is not None else None
    if turn is not None and not turn.early:
        # If the turn was closed meanwhile, the stored position is shown.
        with suppress(LookupError):
            position = queries.position_for(turn)
    return response_types.ViewShape(
        game=game.pk,
        kind=game.kind,
        seat=seat.index if seat else None,
        version=game.version,
        plies=game.plies,
        view=rules_of(game).view(position, seat.index if seat else None),
    )


def build_log(game: Game, moves: Sequence[Move], seat: Seat | None) -> list[response_types.LogEntryShape]:
    """Of a page of moves: those with visible events, the reader's own ones, and positions that staff set up."""
    index, names, viewpoint = seat.index if seat else None, queries.player_names(game), viewpoint_of(seat)
    entries = [queries.log_entry(move, viewpoint) for move in moves]
    return [
        response_types.LogEntryShape(
            ply=entry.ply,
            seat=entry.seat,
            phase=entry.phase,
            text=(entry.text or None) if index is not None and entry.seat == index else None,
            source=entry.source,
            at=entry.at,
            sentences=[*_set_up_sentences(entry), *queries.narrate(game, entry.events, names)],
            events=[_build_event(event) for event in entry.events],
        )
        for entry in entries
        if entry.events or entry.seat is None or (entry.seat == index and entry.text)
    ]


def _set_up_sentences(entry: LogEntry) -> list[str]:
    return [_("Staff set this position up.")] if entry.seat is None else []


def _build_event(event: Event) -> response_types.EventShape:
    return response_types.EventShape(event.kind, int(event.seat) if event.seat >= 0 else None, event.data)


def with_answer_count(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """Annotates turns with the number of answers that each has taken, as games.table.playing counts them."""
    return turns.annotate(answers=Count("submissions", filter=Q(submissions__plies__gt=0)))


def build_turn(turn: Turn) -> response_types.TurnShape:
    """A turn; it must be annotated `with_answer_count`."""
    rules = rules_of(turn.game)
    return response_types.TurnShape(
        id=turn.pk,
        url=reverse("api:turn-detail", args=[turn.pk]),
        game=turn.game_id,
        game_name=turn.game.name,
        kind=turn.game.kind,
        seat=turn.seat.index,
        stage=turn.stage,
        stage_name=in_words(rules.stage_name(turn.stage)) if turn.stage else "",
        ahead=turn.ahead_of_turn,
        early=turn.early,
        opened_at=turn.opened_at,
        deadline=turn.deadline,
        taken=turn.answers,  # type: ignore[attr-defined]
    )


def build_question(asked: OpenQuestion) -> response_types.QuestionShape:
    question: Question = asked.question
    return response_types.QuestionShape(
        turn=asked.turn.pk,
        game=asked.turn.game_id,
        seat=question.seat,
        stage=question.stage,
        form=question.form,
        prompt=asked.prompt,
        taken=asked.answer_count,
        deadline=asked.turn.deadline,
        options=_build_options(question),
        early=asked.turn.early,
        later=[
            response_types.LaterQuestionShape(later.stage, in_words(later.prompt), _build_options(later))
            for later in asked.later
        ],
    )


def build_plan(turn: Turn) -> response_types.PlanShape:
    written = plans.written_plan(turn)
    if written is None:
        return response_types.PlanShape((), None)
    return response_types.PlanShape([_build_plan_line(wish) for wish in written.plan.wishes], written.written_at)


def build_replaced_plan(turn: Turn, done: Sequence[str]) -> response_types.ReplacedPlanShape:
    plan = build_plan(turn)
    return response_types.ReplacedPlanShape(plan.lines, plan.written_at, done)


def _build_plan_line(wish: Wish) -> response_types.PlanLineShape:
    limit = wish.condition
    return response_types.PlanLineShape(
        line=wish.line,
        text=wish.text,
        at_least=limit.number if limit and not limit.at_most else None,
        at_most=limit.number if limit and limit.at_most else None,
    )


def build_next_pick(seat: Seat) -> response_types.NextPickShape:
    written = next_picks.written_pick(seat)
    return response_types.NextPickShape(next_picks.lines_of(seat), written.written_at if written else None)


def build_orders(seat: Seat) -> response_types.OrdersShape:
    return response_types.OrdersShape(seat_orders.lines_of(seat))


def _build_options(question: Question) -> list[response_types.OptionShape]:
    return [_build_option(number, offer) for number, offer in enumerate(question.offers, start=1)]


def _build_option(number: int, offer: Offer) -> response_types.OptionShape:
    return response_types.OptionShape(
        number=number,
        text=offer.text,
        label=in_words(offer.label),
        effect=in_words(offer.effect) if offer.effect else None,
        targets=offer.targets,
        selection=_build_selection(offer.selection) if offer.selection else None,
        group=in_words(offer.group) if offer.group else None,
    )


def _build_selection(selection: Selection) -> response_types.SelectionShape:
    return response_types.SelectionShape(
        stem=selection.stem,
        items=[response_types.ItemShape(item.word, in_words(item.label), item.target) for item in selection.items],
        least=selection.least,
        most=selection.most,
        chosen=selection.chosen,
    )


def build_kind(rules: Rules) -> response_types.KindShape:
    return response_types.KindShape(
        key=rules.key,
        title=in_words(rules.title),
        rules_version=rules.rules_version,
        min_seats=rules.min_seats,
        max_seats=rules.max_seats,
        options=[
            response_types.OptionSpecShape(
                name=spec.name,
                label=in_words(spec.label),
                help=in_words(spec.help),
                choices=[response_types.ChoiceShape(value, in_words(label)) for value, label in spec.choices],
                default=spec.default,
                several=spec.several,
                only_with=response_types.ConditionShape(*spec.only_with) if spec.only_with else None,
            )
            for spec in rules.options()
        ],
        orders=[
            response_types.OrderKindShape(kind.kind, in_words(kind.label), kind.example)
            for kind in advisers.order_kinds(rules)
        ],
    )


def build_talk(game: Game, reader: Actor, before: int | None) -> response_types.TalkShape:
    """game: with its seats and their people."""
    found, person = talk_of(game, reader, before=before), reader if isinstance(reader, User) else None
    seated = person is not None and game.seat_of(person) is not None
    silent = why_silent(game, person) if person is not None and seated else None
    return response_types.TalkShape(
        messages=[build_message(message) for message in found.messages],
        has_earlier=found.has_earlier,
        unread=unread_of(game, person) if person is not None else 0,
        may_say=seated and silent is None,
        why_not="" if silent is None else str(silent),
    )


def build_message(message: ShownMessage) -> response_types.MessageShape:
    states: dict[Literal["said", "muted", "removed", "gone"], bool] = {
        "muted": message.muted,
        "removed": message.removed,
        "gone": message.gone,
        "said": True,
    }
    return response_types.MessageShape(
        id=message.id,
        seat=message.seat,
        by=message.name,
        own=message.own,
        kind=message.kind,
        text=message.text,
        state=next(state for state, holds in states.items() if holds),
        new=message.unread,
        said_at=message.at,
    )


def build_proposal(one: ShownProposal, *, with_votes: bool) -> response_types.ProposalShape:
    """with_votes: for somebody at the table."""
    row = one.proposal
    return response_types.ProposalShape(
        id=row.pk,
        kind=row.kind,
        name=one.name,
        proposed=one.sentence,
        by=one.proposer,
        status=row.status,
        share=find_kind(row.kind).share.value,
        needed=one.needed,
        votes=[response_types.VoteShape(vote.seat, vote.agrees) for vote in one.votes] if with_votes else [],
        your_vote=one.own,
        may_vote=one.may_vote,
        may_withdraw=one.may_withdraw,
        proposed_at=row.proposed_at,
        open_until=row.open_until,
        decided_at=row.decided_at,
    )


def build_level(level: BotLevel) -> response_types.LevelShape:
    ratings = {rules.key: skill_of(rules.key, level.name).shown for rules in registry.games()}
    return response_types.LevelShape(level.name, str(level.label), str(level.description), ratings)


def build_me(user: User) -> response_types.MeShape:
    return response_types.MeShape(
        name=user.username,
        owner=user.owner.username if user.owner else None,
        language=user.reading_language,
        time_zone=user.time_zone,
        turns=queries.my_turns(user).count(),
        suspended=_build_suspension(user),
        undeliverable=_build_undeliverable(user),
    )


def _build_undeliverable(user: User) -> response_types.UndeliverableShape | None:
    """A bot account has no mail address; it learns that its owner's is undeliverable, but not the reason."""
    there = mail_addresses.find_undeliverable((user.owner or user).email)
    if there is None or there.undeliverable_since is None:
        return None
    return response_types.UndeliverableShape(there.undeliverable_since, "" if user.owner else there.reason)


def _build_suspension(user: User) -> response_types.SuspensionShape | None:
    """A bot account is suspended with its owner, but does not learn the reason."""
    if user.suspended_at is not None:
        return response_types.SuspensionShape(user.suspended_at, user.suspension_reason)
    if user.owner is not None and user.owner.suspended_at is not None:
        return response_types.SuspensionShape(user.owner.suspended_at, "")
    return None


def with_game_count(accounts: QuerySet[User]) -> QuerySet[User]:
    """Annotates bot accounts with the number of games that each plays in."""
    playing = Q(seats__game__status__in=[Game.Status.OPEN, Game.Status.RUNNING], seats__caretaker="")
    return accounts.annotate(playing=Count("seats", filter=playing))


def build_bot_account(account: User) -> response_types.BotAccountShape:
    """A bot account; it must be annotated `with_game_count`."""
    return response_types.BotAccountShape(account.username, account.date_joined, account.playing)  # type: ignore[attr-defined]


def build_token(token: ApiToken) -> response_types.TokenShape:
    return response_types.TokenShape(
        token.handle,
        token.name,
        token.user.username,
        token.created,
        token.expiry,
        token.scopes.split(),
        token.last_used_at,
    )


def build_made_token(token: ApiToken, secret: str) -> response_types.MadeTokenShape:
    base = build_token(token)
    values = {field.name: getattr(base, field.name) for field in fields(base)}
    return response_types.MadeTokenShape(**values, token=secret)
