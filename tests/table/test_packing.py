"""Finished games are packed, and read as before."""

from __future__ import annotations

import json
import lzma
import re
import zipfile
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone
from pytest_django import Settings

from games.engine.contract import Event
from games.mail import admission, feeder, inbox
from games.models import Delivery, Game, IncomingMail, Move, PackedGame, PackedTurn, Submission, Turn
from games.people.models import User
from games.table import digests, history, pack_format, packing, positions, queries, replay
from games.table.account_closing import close_account
from games.table.account_export import write_archive
from games.table.errors import TurnClosed
from games.table.moderation.rewind import preview_rewind, rewind
from games.table.playing import play
from games.table.positions import ReplayError
from games.table.records import check_replay, export_record
from games.table.statistics import statistics
from games.table.viewpoints import DISCLOSED
from tests.deliveries import content_of
from tests.mail.conftest import acknowledgement_of, written
from tests.table.finished_games import finished_game
from tests.table.games import fresh
from tests.table.old_games import aged, eventful_game, game_of_cards, rows_of, short_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def eventful(anna: User, bob: User, chris: User) -> Game:
    return eventful_game(anna, bob, chris)


@pytest.fixture
def old(anna: User, bob: User) -> Game:
    return short_game(anna, bob)


def packed(game: Game) -> Game:
    assert packing.pack(game.pk)
    return fresh(game)


def everything_told(game: Game) -> dict[str, Any]:
    """All that the services tell of a game that is over."""
    check_replay(game)
    seats = list(game.seats.all())
    return {
        "record": export_record(game),
        "figures": statistics(game),
        "log": [plain(entry) for seat in (None, 0) for entry in queries.visible_log(game, seat, with_undone=True)],
        "line": [plain(step) for step in replay.replay_steps(game, DISCLOSED)],
        "positions": [replay.position_at(game, number).scores() for number in (0, game.plies // 2, game.plies)],
        "since": [[as_told(event) for event in queries.events_since_last_turn(game, seat)] for seat in seats],
        "going back": [(move.pk, move.text, move.events) for move in preview_rewind(game.pk, game.plies - 3).undone],
    }


def as_told(event: Event) -> tuple[str, int, object]:
    return event.kind, int(event.seat), event.data


def plain(line: queries.LogEntry | replay.Step) -> dict[str, Any]:
    return vars(line) | {"events": [as_told(event) for event in line.events]}


def test_a_packed_game_tells_what_its_rows_told(eventful: Game, anna: User, bob: User) -> None:
    for game in (eventful, game_of_cards(anna, bob)):
        before = everything_told(game)
        game = packed(game)
        assert not any(rows_of(game).values())
        assert everything_told(game) == before


def test_rows_come_back_as_they_were_but_for_words_of_their_own(eventful: Game) -> None:
    before = rows_of(eventful)
    game = packed(eventful)
    assert names_and_addresses() == []
    packing.unpack(game)
    after = rows_of(game)
    for name in ("turns", "moves", "mails"):
        assert after[name] == before[name]
    assert len(after["answers"]) == len(before["answers"])
    for row, one in zip(after["answers"], before["answers"], strict=True):
        assert row | {"result": None} == one | {"result": None}
        assert row["result"]["done"] == one["result"]["done"]
    (came,) = after["mails that came"]
    assert came | {"message_id": ""} == before["mails that came"][0] | {"message_id": ""}
    assert not PackedGame.objects.exists()
    assert not PackedTurn.objects.exists()
    # And once more: what is left comes back exactly.
    again = packed(fresh(game))
    packing.unpack(again)
    assert rows_of(again) == after


def names_and_addresses() -> list[str]:
    """What tells of anybody in the one pack that there is, as words: a random token may have the letters "bob"."""
    stored = PackedGame.objects.get()
    words = repr(pack_format.read(stored.format, bytes(stored.data))).replace(f"@{site.MAIL_HOST}", "")
    return re.findall(r"@|\b(?:anna|bob|chris)\b", words)


def test_what_is_not_long_over_stays_rows(old: Game, settings: Settings) -> None:
    game = fresh(old)
    assert list(packing.packable_games()) == [game]
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=site.PACK_GAMES_DAYS - 1))
    assert not packing.packable_games().exists()
    with pytest.raises(packing.NotPackable):
        packing.pack(game.pk)
    settings.PACK_GAMES_DAYS = 1
    assert packing.packable_games().exists()
    settings.REPLY_TOKEN_DAYS = site.PACK_GAMES_DAYS + 40
    assert not packing.packable_games().exists()
    settings.REPLY_TOKEN_DAYS, settings.PACK_GAMES_DAYS = 7, 0
    assert not packing.packable_games().exists()


@pytest.mark.parametrize(("days", "waits"), [(29, True), (31, False)])
def test_a_game_waits_while_staff_are_shown_a_mail_of_it(old: Game, days: int, waits: bool, settings: Settings) -> None:
    settings.PACK_GAMES_DAYS = 10
    then = timezone.now() - timedelta(days=days)
    sent, came = old.deliveries.earliest("pk"), IncomingMail.objects.get(turn__game=old)
    Delivery.objects.filter(pk=sent.pk).update(status=Delivery.Status.FAILED, next_attempt_at=then)
    assert packing.packable_games().exists() != waits
    Delivery.objects.filter(pk=sent.pk).update(status=Delivery.Status.SENT)
    IncomingMail.objects.filter(pk=came.pk).update(status=IncomingMail.Status.FAILED, received_at=then)
    assert packing.packable_games().exists() != waits


def test_a_game_waits_for_its_mails_and_a_guest_for_their_time(old: Game, anna: User) -> None:
    mail = old.deliveries.latest("pk")
    Delivery.objects.filter(pk=mail.pk).update(status=Delivery.Status.PENDING)
    assert not packing.packable_games().exists()
    Delivery.objects.filter(pk=mail.pk).update(status=Delivery.Status.SENT)
    User.objects.filter(pk=anna.pk).update(guest_until=timezone.now())
    assert not packing.packable_games().exists()


def test_one_that_cannot_be_packed_keeps_no_other_waiting(
    old: Game, anna: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = aged(finished_game(anna, bob))
    compare = packing._compare

    def differs(game: Game, *rest: Any) -> None:
        assert game.pk != old.pk
        compare(game, *rest)

    before = rows_of(old)
    monkeypatch.setattr(packing, "_compare", differs)
    assert packing.pack_old_games() == 1
    assert (fresh(old).packed_at, rows_of(old)) == (None, before)
    assert fresh(other).packed_at is not None
    monkeypatch.undo()
    assert packing.pack_old_games() == 1
    assert packing.pack_old_games() == 0
    assert packing.pack(old.pk) is False


@pytest.mark.parametrize("step", ["_store", "_delete"])
def test_a_game_that_is_packed_half_is_not_packed(old: Game, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, done = rows_of(old), getattr(packing, step)

    def dies(*given: Any) -> None:
        done(*given)
        raise SystemExit

    monkeypatch.setattr(packing, step, dies)
    with pytest.raises(SystemExit):
        packing.pack(old.pk)
    assert (fresh(old).packed_at, rows_of(old)) == (None, before)
    assert not PackedGame.objects.exists()


def test_a_mail_to_a_packed_turn_is_answered_as_to_any_turn_that_is_over(old: Game, anna: User) -> None:
    turn = old.turns.select_related("seat__user", "game").filter(seat__user=anna).earliest("pk")
    rows, packs = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for answers in (rows, packs):
        raw = written(turn, "help", message_id=f"<late{len(rows)}@x>").as_bytes()
        assert admission.is_known(turn.token)
        assert admission.person_of(turn.token) == anna.pk
        incoming, _created = feeder.store(raw, token=turn.token, sender=anna.email)
        inbox.read(incoming.pk)
        incoming.refresh_from_db()
        answers.append(
            (incoming.status, incoming.outcome, content_of(acknowledgement_of(incoming)) | {"in_reply_to": ""})
        )
        Delivery.objects.filter(game=old).update(status=Delivery.Status.SENT, **Delivery.EMPTY)
        if answers is rows:
            packed(old)
    assert rows == packs


def test_a_mail_that_was_read_before_its_turn_was_packed_is_not_answered_again(old: Game) -> None:
    came = IncomingMail.objects.filter(turn__game=old).select_related("turn__seat__user").get()
    assert came.turn is not None
    packed(old)
    raw = written(came.turn, "help", message_id=came.message_id).as_bytes()
    again, created = feeder.store(raw, token=came.token, sender="anna@example.org")
    inbox.read(again.pk)
    again.refresh_from_db()
    assert (created, again.status) == (True, IncomingMail.Status.IGNORED)
    assert not Delivery.objects.filter(reason=f"mail:{again.pk}").exists()


def test_an_answer_to_a_packed_turn_is_too_late_and_one_with_a_known_key_is_told_again(old: Game, anna: User) -> None:
    given = Submission.objects.filter(by=anna, turn__game=old, plies__gt=0).select_related("turn").earliest("pk")
    turn, lines = given.turn, given.result["done"]
    results = []
    for _way in ("rows", "pack"):
        with pytest.raises(TurnClosed) as closed:
            play(turn.pk, lines, by=anna, source=Move.Source.API, key="another")
        again = play(turn.pk, lines, by=anna, source=Move.Source.API, key=given.key)
        results.append((again, [as_told(event) for event in closed.value.since]))
        if fresh(old).packed_at is None:
            packed(old)
    assert results[0] == results[1]


def test_tokens_of_a_closed_account_lead_nowhere(old: Game, anna: User) -> None:
    own, others = (
        old.turns.filter(seat__user=anna).earliest("pk"),
        old.turns.exclude(seat__user=anna).earliest("pk"),
    )
    packed(old)
    assert history.find_turn_by_token(own.token) == own
    close_account(anna, by=None)
    assert history.find_turn_by_token(own.token) is None
    assert history.find_turn_by_token(others.token) == others
    packing.unpack(fresh(old))
    assert Turn.objects.get(pk=others.pk).token == others.token
    assert Turn.objects.get(pk=own.pk).token != own.token


def test_tokens_that_were_made_void_turn_by_turn_stay_so(old: Game) -> None:
    """As packs were told of closed accounts before they knew of seats."""
    void, other = old.turns.order_by("pk")[:2]
    packed(old)
    PackedTurn.objects.filter(pk=void.pk).update(token_digest=None)
    assert history.find_turn_by_token(void.token) is None
    packing.unpack(fresh(old))
    assert Turn.objects.get(pk=void.pk).token != void.token
    assert Turn.objects.get(pk=other.pk).token == other.token


def test_ones_archive_is_the_same(old: Game, anna: User) -> None:
    before = archive_of(anna)
    packed(old)
    assert archive_of(anna) == before
    assert old.pk in before["answers.json"]


def archive_of(person: User) -> dict[str, str]:
    buffer = BytesIO()
    write_archive(person, buffer)
    archive = zipfile.ZipFile(buffer)
    return {name: archive.read(name).decode() for name in archive.namelist()}


def test_staff_take_a_packed_game_back(old: Game) -> None:
    game = packed(old)
    rewind(game.pk, None, "it ended wrongly", game.plies - 2)
    game = fresh(game)
    assert (game.status, game.packed_at) == (Game.Status.RUNNING, None)
    assert game.turns.exclude(status=Turn.Status.CLOSED).exists()
    check_replay(game)


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_packed_in_an_earlier_format_tells_the_same(eventful: Game, version: int) -> None:
    before = everything_told(eventful)
    columns = {
        name: {
            field.attname: ("as it is", [pack_format._writer(field)(field.value_from_object(row)) for row in some])
            for field in pack_format.TABLES[name]._meta.concrete_fields
        }
        for name, some in packing._rows_of(eventful).items()
    }
    # These formats had mails only.
    del columns["notifications"]
    mails = columns["outgoing"]
    mails["recipient"] = mails.pop("address")
    for column in ("notification_id", "channel", "failure", "provider_id"):
        del mails[column]
    game = packed(eventful)
    data = lzma.compress(json.dumps(columns).encode(), lzma.FORMAT_RAW, filters=pack_format._FILTERS)
    if version > 1:
        data = len(data).to_bytes(4) + data
    PackedGame.objects.filter(pk=game.pk).update(format=version, data=data)
    assert everything_told(game) == before
    packing.unpack(game)
    assert everything_told(fresh(game)) == before


def test_a_pack_keeps_the_first_digits_of_digests_that_a_replay_gives_again(eventful: Game) -> None:
    broken = eventful.moves.exclude(digest="").filter(undone_at=None, set_up__isnull=True).order_by("pk")[3]
    Move.objects.filter(pk=broken.pk).update(digest="5" * 64)
    before = list(eventful.moves.order_by("pk").values_list("pk", "digest"))
    game = packed(eventful)
    kept = {move.pk: move.digest for move in history.history_of(game).moves()}
    assert kept[broken.pk] == "5" * 64
    assert {len(digest) for digest in kept.values()} == {0, digests.KEPT_DIGITS, 64}
    with pytest.raises(ReplayError) as error:
        check_replay(game)
    assert error.value.ply == broken.ply
    packing.unpack(game)
    assert list(game.moves.order_by("pk").values_list("pk", "digest")) == before


def test_a_replay_that_leads_elsewhere_is_found_in_a_pack(eventful: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a later release plays differently: the digits that are kept tell."""
    game = packed(eventful)
    rules = positions.rules_of(game)
    digest = rules.digest
    monkeypatch.setattr(type(rules), "digest", lambda _self, position: digest(position)[::-1])
    with pytest.raises(ReplayError):
        check_replay(game)
    packing.unpack(game)
    assert {len(move.digest) for move in game.moves.exclude(digest="")} <= {digests.KEPT_DIGITS, 64}


def test_a_long_game_of_four_takes_little_room(anna: User, bob: User, chris: User, david: User) -> None:
    """Its moves, that is; what all of it takes on PostgreSQL is in docs/reports/performance.md."""
    game = packed(aged(finished_game(anna, bob, chris, david)))
    assert game.plies > 300
    assert len(PackedGame.objects.get().data) < 20_000
