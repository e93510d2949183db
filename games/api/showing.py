"""From rows and the services' answers to what the API tells; hidden parts come through the services' reading only."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.api import shapes
from games.api.base_view import seat_of
from games.bot_levels import BotLevel
from games.engine.contract import Event, Offer, Question, Selection
from games.engine.contract import Game as Rules
from games.engine.record import hash_of
from games.models import Game, Move, Seat, Turn
from games.people.models import ApiToken, User
from games.table import mail_addresses, queries, takeback
from games.table.open_questions import Asked
from games.table.positions import rules_of, secret_of
from games.table.queries import LogEntry
from games.wording import in_words


def _common(game: Game, user: User | None) -> dict[str, object]:
    """The fields that a game has in lists too."""
    names = queries.names_of(game.seats.all())
    own = seat_of(game, user) if user else None
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
        "seats": [seat_shape(seat, names[index], own) for index, seat in enumerate(game.seats.all())],
        "your_seat": own.index if own else None,
        "version": game.version,
        "opened_at": game.opened_at,
        "started_at": game.started_at,
        "paused_at": game.paused_at,
        "ended_at": game.ended_at,
    }


def game_shape(game: Game, user: User | None) -> shapes.GameShape:
    """Of a game whose host and seats, with their people and these's owners, are at hand."""
    return shapes.GameShape(**_common(game, user))  # type: ignore[arg-type]


def game_detail(game: Game, user: User | None) -> shapes.GameDetailShape:
    own = seat_of(game, user) if user else None
    rules = rules_of(game)
    live = list(game.turns.filter(status=Turn.Status.OPEN).select_related("seat").order_by("due", "pk"))
    asked = queries.open_turn(game, user)
    invites = game.status == Game.Status.OPEN and user is not None and (own is not None or game.host_id == user.pk)
    return shapes.GameDetailShape(
        **_common(game, user),  # type: ignore[arg-type]
        options=game.options,
        plies=game.plies,
        waiting_for=[_waiting(turn, rules) for turn in live],
        your_turn=asked.pk if asked else None,
        can_undo=own is not None and takeback.can_undo(game, own),
        standings=_standings(game, rules),
        secret_hash=hash_of(secret_of(game)),
        invitation_code=game.invitation_code if invites else None,
    )


def seat_shape(seat: Seat, name: str, own: Seat | None) -> shapes.SeatShape:
    kind: str = "free"
    if seat.user is not None:
        kind = "person" if seat.user.owner_id is None else "program"
    elif seat.bot_level or seat.invited_email:
        kind = "bot" if seat.bot_level else "invited"
    owner = seat.user.owner if seat.user else None
    return shapes.SeatShape(
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
    )


def _waiting(turn: Turn, rules: Rules) -> shapes.WaitingShape:
    return shapes.WaitingShape(
        seat=turn.seat.index,
        stage=turn.stage,
        stage_name=in_words(rules.stage_name(turn.stage)) if turn.stage else "",
        ahead=turn.ahead,
        deadline=turn.deadline,
    )


def _standings(game: Game, rules: Rules) -> list[shapes.StandingShape]:
    """The account of every seat, from the winner on; nothing before the end."""
    if game.status != Game.Status.FINISHED:
        return []
    sheet = rules.score_sheet(queries.load_position(game))
    return [
        shapes.StandingShape(
            seat=line.seat,
            rank=line.rank,
            total=line.total,
            tie_break=line.tie_break,
            parts=[shapes.ScorePart(part.key, in_words(part.label), part.points) for part in line.parts],
        )
        for line in sorted(sheet, key=lambda line: (line.rank, line.seat))
    ]


def view_shape(game: Game, seat: Seat | None, user: User | None) -> shapes.ViewShape:
    """The table from a seat or an onlooker's place, of a game that has started."""
    position = queries.load_position(game)
    turn = queries.open_turn(game, user) if seat is not None else None
    if turn is not None:
        # Where it was closed between the two looks, what is stored is what there is to see.
        with suppress(LookupError):
            position = queries.position_for(turn)
    return shapes.ViewShape(
        game=game.pk,
        kind=game.kind,
        seat=seat.index if seat else None,
        version=game.version,
        plies=game.plies,
        view=rules_of(game).view(position, seat.index if seat else None),
    )


def log_shapes(game: Game, moves: Sequence[Move], seat: Seat | None) -> list[shapes.LogEntryShape]:
    """Of a page of moves those that tell the reader something, or were his own; and positions that staff set up."""
    index, names = seat.index if seat else None, queries.names(game)
    entries = [queries.log_entry(move, index) for move in moves]
    return [
        shapes.LogEntryShape(
            ply=entry.ply,
            seat=entry.seat,
            phase=entry.phase,
            text=entry.text if index is not None and entry.seat == index else None,
            source=entry.source,
            at=entry.at,
            sentences=[*_set_up(entry), *queries.narrated(game, entry.events, names)],
            events=[_event(event) for event in entry.events],
        )
        for entry in entries
        if entry.events or entry.seat is None or entry.seat == index
    ]


def _set_up(entry: LogEntry) -> list[str]:
    return [_("The position was set up anew.")] if entry.seat is None else []


def _event(event: Event) -> shapes.EventShape:
    return shapes.EventShape(event.kind, int(event.seat) if event.seat >= 0 else None, event.data)


def with_taken(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """Turns with the number of answers each has taken, as games.table.playing counts them."""
    return turns.annotate(answers=Count("submissions", filter=Q(submissions__plies__gt=0)))


def turn_shape(turn: Turn) -> shapes.TurnShape:
    """Of a turn `with_taken`."""
    rules = rules_of(turn.game)
    return shapes.TurnShape(
        id=turn.pk,
        url=reverse("api:turn-detail", args=[turn.pk]),
        game=turn.game_id,
        game_name=turn.game.name,
        kind=turn.game.kind,
        seat=turn.seat.index,
        stage=turn.stage,
        stage_name=in_words(rules.stage_name(turn.stage)) if turn.stage else "",
        ahead=turn.ahead,
        opened_at=turn.opened_at,
        deadline=turn.deadline,
        taken=turn.answers,  # type: ignore[attr-defined]
    )


def question_shape(asked: Asked) -> shapes.QuestionShape:
    question: Question = asked.question
    return shapes.QuestionShape(
        turn=asked.turn.pk,
        game=asked.turn.game_id,
        seat=question.seat,
        stage=question.stage,
        form=question.form,
        prompt=asked.prompt,
        taken=asked.taken,
        deadline=asked.turn.deadline,
        options=[_option(number, offer) for number, offer in enumerate(question.offers, start=1)],
    )


def _option(number: int, offer: Offer) -> shapes.OptionShape:
    return shapes.OptionShape(
        number=number,
        text=offer.text,
        label=in_words(offer.label),
        effect=in_words(offer.effect) if offer.effect else None,
        targets=offer.targets,
        selection=_selection(offer.selection) if offer.selection else None,
        group=in_words(offer.group) if offer.group else None,
    )


def _selection(selection: Selection) -> shapes.SelectionShape:
    return shapes.SelectionShape(
        stem=selection.stem,
        items=[shapes.ItemShape(item.word, in_words(item.label), item.target) for item in selection.items],
        least=selection.least,
        most=selection.most,
        chosen=selection.chosen,
    )


def kind_shape(rules: Rules) -> shapes.KindShape:
    return shapes.KindShape(
        key=rules.key,
        title=in_words(rules.title),
        rules_version=rules.rules_version,
        min_seats=rules.min_seats,
        max_seats=rules.max_seats,
        options=[
            shapes.OptionSpecShape(
                name=spec.name,
                label=in_words(spec.label),
                help=in_words(spec.help),
                choices=[shapes.ChoiceShape(value, in_words(label)) for value, label in spec.choices],
                default=spec.default,
                several=spec.several,
                only_with=shapes.ConditionShape(*spec.only_with) if spec.only_with else None,
            )
            for spec in rules.options()
        ],
    )


def level_shape(level: BotLevel) -> shapes.LevelShape:
    return shapes.LevelShape(level.name, str(level.label), str(level.description))


def me_shape(user: User) -> shapes.MeShape:
    return shapes.MeShape(
        name=user.username,
        owner=user.owner.username if user.owner else None,
        language=user.reading_language,
        time_zone=user.time_zone,
        turns=queries.my_turns(user).count(),
        suspended=_suspension(user),
        undeliverable=_undeliverable(user),
    )


def _undeliverable(user: User) -> shapes.UndeliverableShape | None:
    """A bot account has no mail; of its owner's address it is told the fact, the words are the owner's to read."""
    there = mail_addresses.undeliverable((user.owner or user).email)
    if there is None or there.undeliverable_since is None:
        return None
    return shapes.UndeliverableShape(there.undeliverable_since, "" if user.owner else there.reason)


def _suspension(user: User) -> shapes.SuspensionShape | None:
    """A bot account is suspended with its owner, whose reason is the owner's to know."""
    if user.suspended_at is not None:
        return shapes.SuspensionShape(user.suspended_at, user.suspension_reason)
    if user.owner is not None and user.owner.suspended_at is not None:
        return shapes.SuspensionShape(user.owner.suspended_at, "")
    return None


def with_games(accounts: QuerySet[User]) -> QuerySet[User]:
    """Bot accounts with the number of games each plays in."""
    playing = Q(seats__game__status__in=[Game.Status.OPEN, Game.Status.RUNNING], seats__caretaker="")
    return accounts.annotate(playing=Count("seats", filter=playing))


def bot_account_shape(account: User) -> shapes.BotAccountShape:
    """Of an account `with_games`."""
    return shapes.BotAccountShape(account.username, account.date_joined, account.playing)  # type: ignore[attr-defined]


def token_shape(token: ApiToken) -> shapes.TokenShape:
    return shapes.TokenShape(
        token.handle,
        token.name,
        token.user.username,
        token.created,
        token.expiry,
        token.scopes.split(),
        token.last_used_at,
    )


def made_token_shape(token: ApiToken, secret: str) -> shapes.MadeTokenShape:
    told = token_shape(token)
    return shapes.MadeTokenShape(**{one.name: getattr(told, one.name) for one in fields(told)}, token=secret)
