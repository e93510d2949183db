"""Correcting a position: staff edit its JSON, and the result is set up as an entry of the record.

The JSON of a position holds everything hidden: showing it to somebody goes through moderation.inspection.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.access import Permission
from games.engine.contract import Position, PositionError
from games.models import Game
from games.people.models import User
from games.table.errors import BadPosition, NoSuchGame, NotRunning
from games.table.game_update import GameUpdate
from games.table.moderation_transaction import moderation_transaction
from games.table.positions import ReplayError, after_forced_plies, rules_of, stored_position
from games.table.records import check_replay

MAX_TEXT_LENGTH: Final = 200_000
MISSING: Final = "-"
OPTIONS: Final = "options"
"""The key of the game's options in the JSON of a position, if it has them (Game.to_json)."""


@dataclass(frozen=True)
class Change:
    """One place where the JSON differs."""

    path: str
    """Like "players[1].goods.corn"."""
    before: str
    after: str
    """JSON, MISSING for nothing."""


@dataclass(frozen=True)
class Correction:
    """What setting a position up would do. digest, seat and stage are those after the forced plies."""

    version: int
    """Game.version that this was made for; pass it to `correct_position`."""
    changes: tuple[Change, ...]
    """All differences, in the order of the JSON. They can show hidden parts."""
    position: Position
    digest: str
    seat: int | None
    """Who would be to move; None if the game would be over."""
    stage: str
    """What the seat would be asked; empty if the game would be over."""
    asked_now: int | None
    """The seat that is to move now."""


def position_text(game: Game) -> str:
    """The whole position of a started game as JSON to edit, hidden parts included."""
    now = _stored_position(game)
    return json.dumps(game.position if now is None else rules_of(game).to_json(now), indent=1, ensure_ascii=False)


def preview_correction(game_id: str, text: str) -> Correction:
    """What setting up this JSON would do; reads only.

    Raises NoSuchGame, NotRunning, BadPosition, which names the wrong field.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    return _checked_correction(game, text)


def correct_position(
    game_id: str, by: User | None, reason: str, text: str, expected_version: int | None = None
) -> None:
    """Set up the position of this JSON in a running game; it becomes an entry of the record, and a ply of its own.

    Turns are opened again, deferred answers are dropped, and nobody can take back what was before.
    expected_version: Correction.version. Raises NoReason, NoSuchGame, NotModerator, Outdated, NotRunning, BadPosition.
    """
    with moderation_transaction(
        Permission.CORRECT, game_id, by, reason, expected_version=expected_version
    ) as moderation:
        game = moderation.running_game()
        correction, before = _checked_correction(game, text), game.digest
        update = GameUpdate(game, timezone.now(), correction.position)
        update.set_up(correction.position)
        update.advance()
        update.save()
        # Only where it differs: the values may be hidden.
        changed = [change.path for change in correction.changes]
        moderation.notify_players(
            moderation.note({"changed": changed, "digest": {"from": before, "to": game.digest}}),
            gettext_lazy("the position was corrected"),
            gettext_lazy("A moderator has corrected the position of “%(game_name)s”: %(reason)s"),
        )


def _checked_correction(game: Game, text: str) -> Correction:
    rules, now = rules_of(game), _stored_position(game)
    try:
        position = rules.from_json(_parse(text))
    except PositionError as error:
        raise BadPosition(str(error)) from error
    if position.seats != game.seat_count:
        reason = ngettext("This game has %(count)s seat.", "This game has %(count)s seats.", game.seat_count)
        raise BadPosition(reason % {"count": game.seat_count})
    if position.rules_version != game.rules_version:
        raise BadPosition(
            _("This game follows version %(ours)s of the rules, and the position version %(theirs)s.")
            % {"ours": game.rules_version, "theirs": position.rules_version}
        )
    before, after = (game.position or {}) if now is None else rules.to_json(now), rules.to_json(position)
    if after.get(OPTIONS) != before.get(OPTIONS):
        # Pages, records and replay depend on the options that the game was opened with.
        raise BadPosition(_("The options that a game was opened with cannot be changed."))
    changes = tuple(_changes("", before, after))
    if not changes and _replays(game):
        raise BadPosition(_("This is the position as it is: nothing would change."))
    then = after_forced_plies(position)
    return Correction(
        version=game.version,
        changes=changes,
        position=position,
        digest=rules.digest(then),
        seat=None if then.is_over() else int(then.to_move()),
        stage="" if then.is_over() else rules.question(then).stage,
        asked_now=None if now is None or now.is_over() else int(now.to_move()),
    )


def _stored_position(game: Game) -> Position | None:
    """The stored position; None if it cannot be read: then the game waits for a correction."""
    try:
        return stored_position(game)
    except PositionError:
        return None


def _replays(game: Game) -> bool:
    """Whether the game replays. If not, setting up the position that it has lets it go on from there."""
    try:
        check_replay(game, whole=False)
    except ReplayError:
        return False
    return True


def _parse(text: str) -> dict[str, object]:
    if len(text) > MAX_TEXT_LENGTH:
        raise BadPosition(_("This is too long for a position."))
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadPosition(_("This is not JSON: %(error)s") % {"error": error}) from error
    if not isinstance(read, dict):
        raise BadPosition(_("A position is a JSON object, {…}."))
    return read


def _changes(path: str, before: object, after: object) -> Iterator[Change]:
    """The innermost places in which two JSON values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in [*before, *(name for name in after if name not in before)]:
            yield from _changes_of_key(f"{path}.{name}" if path else str(name), before, after, name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place in range(len(before)):
            yield from _changes(f"{path}[{place}]", before[place], after[place])
    elif before != after:
        yield Change(path, _as_json(before), _as_json(after))


def _changes_of_key(path: str, before: dict[str, object], after: dict[str, object], name: str) -> Iterator[Change]:
    if name in before and name in after:
        yield from _changes(path, before[name], after[name])
    else:
        yield Change(
            path,
            _as_json(before[name]) if name in before else MISSING,
            _as_json(after[name]) if name in after else MISSING,
        )


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
