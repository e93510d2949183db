"""A change of the rules' version carries running games over by an entry of their record."""

from __future__ import annotations

import pytest

from games.engine import record
from games.engine.record import RecordError
from games.models import Game, Move
from games.people.models import User
from games.table.errors import CannotRewind, CannotUndo, CannotUpgradeRules
from games.table.moderation.rewind import rewind
from games.table.positions import rules_of
from games.table.records import check_replay, export_record, import_record
from games.table.rules_upgrade import RULES_UPGRADED, upgrade_rules
from games.table.takeback import undo
from tests.table.games import answer, audit_entries, fresh, opened, over, person_turn, play_on, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(anna: User, bob: User) -> Game:
    """A game under way, begun under a version of the rules that is not played any more."""
    game = play_on(opened(anna, bob), lambda game: game.plies >= 20)
    Game.objects.filter(pk=game.pk).update(rules_version=0)
    return fresh(game)


def test_the_game_goes_on_under_our_rules_where_it_stood(old: Game) -> None:
    asked = person_turn(old)
    assert upgrade_rules(old.pk)
    game = fresh(old)
    ours = rules_of(game).rules_version
    assert (game.digest, game.plies, game.rules_version) == (old.digest, old.plies + 1, ours)
    assert (person_turn(game).seat_id, person_turn(game).stage) == (asked.seat_id, asked.stage)
    check_replay(game)
    check_replay(play_on(game, over))


def test_a_game_is_carried_over_once(old: Game, anna: User, bob: User) -> None:
    assert upgrade_rules(old.pk)
    assert not upgrade_rules(old.pk)
    assert not upgrade_rules(opened(anna, bob).pk)
    assert len(audit_entries(RULES_UPGRADED)) == 1


def test_a_finished_game_stays_under_its_own_rules(old: Game) -> None:
    Game.objects.filter(pk=old.pk).update(status=Game.Status.FINISHED)
    assert not upgrade_rules(old.pk)
    assert not Move.objects.filter(game=old, seat=None).exists()


def test_a_position_that_cannot_be_read_any_more_is_left_alone(old: Game) -> None:
    assert old.position is not None
    Game.objects.filter(pk=old.pk).update(position=old.position | {"version": 999})
    with pytest.raises(CannotUpgradeRules, match="version"):
        upgrade_rules(old.pk)
    assert fresh(old).rules_version == old.rules_version


def test_moves_of_other_rules_need_not_replay_and_are_not_gone_back_to(old: Game, moderator: User) -> None:
    upgrade_rules(old.pk)
    # What was legal then need not be legal now.
    Move.objects.filter(game=old, ply=3).update(text="build opera house", digest="")
    game = play_on(old, lambda game: game.plies >= 30)
    check_replay(game)
    with pytest.raises(CannotRewind, match="rules"):
        rewind(game.pk, moderator, "a misclick", 5)
    rewind(game.pk, moderator, "a misclick", old.plies + 1)
    assert fresh(game).digest == old.digest


def test_nobody_takes_back_across_a_change_of_rules(anna: User, bob: User) -> None:
    game = opened(anna, bob)
    turn = person_turn(game)
    answer(turn, "settler")
    Game.objects.filter(pk=game.pk).update(rules_version=0)
    upgrade_rules(game.pk)
    with pytest.raises(CannotUndo):
        undo(game.pk, player(turn))


def test_the_record_says_which_rules_it_follows_where_and_replays_from_there(old: Game, anna: User, bob: User) -> None:
    upgrade_rules(old.pk)
    Move.objects.filter(game=old, ply=3).update(text="build opera house", digest="")
    game = play_on(old, lambda game: game.plies >= 30)
    text = export_record(game, with_secret=True)
    rules = rules_of(game)
    assert f'[Rules "{old.rules_version}"]' in text
    assert f"set up rules {rules.rules_version} after {old.rules_version} {{" in text
    read = record.parse(text)
    assert record.export(read) == text
    assert rules.digest(record.replay(rules, read)) == game.digest
    with pytest.raises(RecordError, match="version"):
        record.positions(rules, read)
    copy = import_record(text, anna, [(anna, ""), (bob, "")])
    assert (copy.digest, copy.rules_version) == (game.digest, rules.rules_version)
    check_replay(play_on(copy, over))
