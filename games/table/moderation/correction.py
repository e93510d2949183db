"""Putting a position right: staff edit its JSON, and the result is set up as an entry of the record.

A position's JSON tells all that is hidden: whoever shows it to somebody records the look (moderation.looking).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.access import Permission
from games.engine.contract import Position, PositionError
from games.models import Game
from games.people.models import User
from games.table.errors import BadPosition, NoSuchGame, NotRunning
from games.table.game_update import Course
from games.table.moderation.transaction import doing
from games.table.positions import ReplayError, rules_of, settled, stored_position
from games.table.records import check_replay

LONGEST_TEXT: Final = 200_000
MISSING: Final = "-"
OPTIONS: Final = "options"
"""Where a position's JSON has what its game was opened with, if anywhere (Game.to_json)."""


@dataclass(frozen=True)
class Change:
    """One place where the JSON differs. path: like "players[1].goods.corn"; before, after: JSON, "-" for nothing."""

    path: str
    before: str
    after: str


@dataclass(frozen=True)
class Correction:
    """What setting a position up would do.

    version: Game.version it was made for, to be handed to `correct`. changes: all differences, in the order of the
    JSON: they tell hidden parts. position: as it would be set up. digest, and seat and stage (who would be asked what;
    None and "" if the game would be over): once what is forced has played itself. asked_now: the seat that is to move
    now.
    """

    version: int
    changes: tuple[Change, ...]
    position: Position
    digest: str
    seat: int | None
    stage: str
    asked_now: int | None


def as_text(game: Game) -> str:
    """The whole position of a started game as JSON to edit, hidden parts included."""
    now = _as_stored(game)
    return json.dumps(game.position if now is None else rules_of(game).to_json(now), indent=1, ensure_ascii=False)


def check(game_id: str, text: str) -> Correction:
    """What setting up this JSON would do; reads only.

    Raises NoSuchGame, NotRunning, BadPosition, which names the field that cannot be.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NoSuchGame
    if game.status != Game.Status.RUNNING:
        raise NotRunning
    return _checked(game, text)


def correct(game_id: str, by: User | None, reason: str, text: str, expected_version: int | None = None) -> None:
    """Set the position of this JSON up in a running game; it becomes an entry of the record, and a ply of its own.

    Whoever is to decide is asked anew, answers given ahead are forgotten, and nobody takes back what was before.
    expected_version: Correction.version. Raises NoReason, NoSuchGame, NotModerator, Outdated, NotRunning, BadPosition.
    """
    with doing(Permission.CORRECT, game_id, by, reason, expected_version=expected_version) as deed:
        game = deed.running()
        correction, before = _checked(game, text), game.digest
        course = Course(game, timezone.now(), correction.position)
        course.set_up(correction.position)
        course.go_on()
        course.save()
        # Where it differs, but not how: the values may be hidden.
        changed = [change.path for change in correction.changes]
        deed.tell(
            deed.note({"changed": changed, "digest": {"from": before, "to": game.digest}}),
            gettext_lazy("the position was corrected"),
            gettext_lazy("A moderator has corrected the position of “%(game_name)s”: %(reason)s"),
        )


def _checked(game: Game, text: str) -> Correction:
    rules, now = rules_of(game), _as_stored(game)
    try:
        position = rules.from_json(_read(text))
    except PositionError as error:
        raise BadPosition(str(error)) from error
    if position.seats != game.seat_count:
        raise BadPosition(_("This game has %(count)s seats.") % {"count": game.seat_count})
    if position.rules_version != game.rules_version:
        raise BadPosition(
            _("This game follows version %(ours)s of the rules, and the position version %(theirs)s.")
            % {"ours": game.rules_version, "theirs": position.rules_version}
        )
    before, after = (game.position or {}) if now is None else rules.to_json(now), rules.to_json(position)
    if after.get(OPTIONS) != before.get(OPTIONS):
        # Pages, records and replay go by what the game was opened with.
        raise BadPosition(_("The options that a game was opened with cannot be changed."))
    changes = tuple(_changes("", before, after))
    if not changes and _replays(game):
        raise BadPosition(_("This is the position as it is: nothing would change."))
    then = settled(position)
    return Correction(
        version=game.version,
        changes=changes,
        position=position,
        digest=rules.digest(then),
        seat=None if then.is_over() else int(then.to_move()),
        stage="" if then.is_over() else rules.question(then).stage,
        asked_now=None if now is None or now.is_over() else int(now.to_move()),
    )


def _as_stored(game: Game) -> Position | None:
    """None for a position that cannot be read, of a game that waits for being put right."""
    try:
        return stored_position(game)
    except PositionError:
        return None


def _replays(game: Game) -> bool:
    """Where a game does not, setting up the very position that it has makes it go on from there."""
    try:
        check_replay(game, whole=False)
    except ReplayError:
        return False
    return True


def _read(text: str) -> dict[str, object]:
    if len(text) > LONGEST_TEXT:
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
            yield from _at(f"{path}.{name}" if path else str(name), before, after, name)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place in range(len(before)):
            yield from _changes(f"{path}[{place}]", before[place], after[place])
    elif before != after:
        yield Change(path, _written(before), _written(after))


def _at(path: str, before: dict[str, object], after: dict[str, object], name: str) -> Iterator[Change]:
    if name in before and name in after:
        yield from _changes(path, before[name], after[name])
    else:
        yield Change(
            path,
            _written(before[name]) if name in before else MISSING,
            _written(after[name]) if name in after else MISSING,
        )


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
