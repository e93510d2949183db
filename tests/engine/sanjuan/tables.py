"""Tables to test San Juan on, written as they look, and moves by the words of the notation.

What is not mentioned lies in the draw pile, shuffled the same way every time. Cards are written in a line with commas,
"well, well, library"; the top of a pile comes first.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from games.engine.contract import Event
from games.engine.random import from_secret
from games.engine.registry import game
from games.engine.sanjuan import moves as numbered
from games.engine.sanjuan.components import (
    CARD_NAMES,
    CARDS,
    COPIES,
    GOOD_NAMES,
    GOODS,
    KINDS,
    LATEST_RULES,
    MAX_BUILDINGS,
    PRICES,
    ROLE_NAMES,
    TILES,
)
from games.engine.sanjuan.flow import SanJuanPosition
from games.engine.sanjuan.stages import STAGE_NAMES

SAN_JUAN = game("san-juan")
SECRET = bytes(range(32))


@dataclass(frozen=True)
class Player:
    """One seat: hand and cards under the chapel, buildings in the order built, goods lying on the plants."""

    hand: str = ""
    buildings: str = "indigo plant"
    goods: str = ""
    chapel: str = ""


def table(
    *players: Player,
    governor: int = 0,
    pile: str = "",
    discards: str = "",
    prices: tuple[int, ...] = (1, 1, 1, 2, 2),
    hoarder: int | None = None,
    rules_version: int = LATEST_RULES,
) -> SanJuanPosition:
    """The governor is to pick the first role of the second round.

    pile: what lies on top of the draw pile; discards: the whole discards; prices: the next price tile, the others
    follow in printed order. hoarder: a seat that holds every card not mentioned, so that the pile is what `pile` says.
    """
    position = SanJuanPosition(len(players), from_secret(SECRET, "tables"))
    position.rules_version = rules_version
    position.set_up_supplies()
    position.round = 2
    position.governor = governor
    position.offer_role()
    rest = [kind for kind in range(KINDS) for _copy in range(COPIES[kind])]
    for seat, player in enumerate(players):
        _seat(position, seat, player, rest)
    top = _out_of(rest, pile)
    for kind in _out_of(rest, discards):
        position.discard_unseen(kind)
    random.Random(0).shuffle(rest)
    for seat, player in enumerate(players):
        for good in _words(player.goods):
            _lay_good(position, seat, GOOD_NAMES.index(good), rest.pop())
    if hoarder is not None:
        for kind in rest:
            _hold(position, hoarder, kind)
        rest = []
    laid = rest + top[::-1]
    for place in range(CARDS):
        position.draw_pile[place] = laid[place] if place < len(laid) else -1
    position.draw_pile_count = len(laid)
    tiles = list(range(TILES))
    first = next(tile for tile in tiles if prices == printed_prices(tile))
    for place, tile in enumerate([first, *(tile for tile in tiles if tile != first)]):
        position.price_tiles[place] = tile
    position.listener = []
    return position


def printed_prices(tile: int) -> tuple[int, ...]:
    return tuple(int(PRICES[tile * GOODS + good]) for good in range(GOODS))


def _words(line: str) -> list[str]:
    return [word.strip() for word in line.split(",") if word.strip()]


def _out_of(rest: list[int], line: str) -> list[int]:
    cards = [CARD_NAMES.index(word) for word in _words(line)]
    for card in cards:
        rest.remove(card)
    return cards


def _hold(position: SanJuanPosition, seat: int, kind: int) -> None:
    position.hands[seat * KINDS + kind] += 1
    position.hand_count[seat] += 1


def _seat(position: SanJuanPosition, seat: int, player: Player, rest: list[int]) -> None:
    for kind in _out_of(rest, player.buildings):
        position.add_building(seat, kind)
    for kind in _out_of(rest, player.hand):
        _hold(position, seat, kind)
    for kind in _out_of(rest, player.chapel):
        position.chapels[seat * KINDS + kind] += 1
        position.chapel_count[seat] += 1


def _lay_good(position: SanJuanPosition, seat: int, good: int, card: int) -> None:
    slot = next(
        slot
        for slot in range(seat * MAX_BUILDINGS, seat * MAX_BUILDINGS + MAX_BUILDINGS)
        if position.buildings[slot] == good and position.good_card[slot] < 0
    )
    position.good_card[slot] = card
    position.goods[seat * GOODS + good] += 1
    position.goods_count[seat] += 1


# --- playing ----------------------------------------------------------------------------------------------------------

TEXTS: dict[int, str] = {
    numbered.PASS: "pass",
    numbered.USE_GOLD_MINE: "use gold mine",
    **{numbered.PICK + role: name for role, name in enumerate(ROLE_NAMES)},
    **{numbered.PICK_WITH_LIBRARY + role: f"{name} with library" for role, name in enumerate(ROLE_NAMES)},
    **{numbered.PRODUCE + good: f"produce {name}" for good, name in enumerate(GOOD_NAMES)},
    **{numbered.PRODUCE_MORE + good: f"produce {name}, more" for good, name in enumerate(GOOD_NAMES)},
    **{numbered.SELL + good: f"sell {name}" for good, name in enumerate(GOOD_NAMES)},
    **{numbered.SELL_MORE + good: f"sell {name}, more" for good, name in enumerate(GOOD_NAMES)},
    **{numbered.PAY_GOOD + good: f"pay {name} good" for good, name in enumerate(GOOD_NAMES)},
    **{numbered.PAY + kind: f"pay {name}" for kind, name in enumerate(CARD_NAMES)},
    **{numbered.KEEP + kind: f"keep {name}" for kind, name in enumerate(CARD_NAMES)},
    **{numbered.DISCARD + kind: f"discard {name}" for kind, name in enumerate(CARD_NAMES)},
    **{numbered.TUCK + kind: f"chapel {name}" for kind, name in enumerate(CARD_NAMES)},
    **{numbered.TAKE + kind: f"take {name}" for kind, name in enumerate(CARD_NAMES)},
    **{numbered.BUILD + kind: f"build {name}" for kind, name in enumerate(CARD_NAMES)},
    **{
        numbered.BUILD_OVER + kind * numbered.OVER_SLOTS + below: f"build {name} over {covered}"
        for kind, name in enumerate(CARD_NAMES)
        for below, covered in enumerate(CARD_NAMES)
    },
    **{
        numbered.BUILD_OVER_FULL + kind * numbered.OVER_SLOTS + below: f"build {name} over full {CARD_NAMES[below]}"
        for kind, name in enumerate(CARD_NAMES)
        for below in range(GOODS)
    },
}
"""What a ply says by itself, whatever follows it: without the notation's "more" where cards are named."""
MOVES: dict[str, int] = {text: move for move, text in TEXTS.items()}


def legal_texts(position: SanJuanPosition) -> list[str]:
    """The next plies that the seat to move can play."""
    return [TEXTS[int(move)] for move in position.legal_moves()]


def play(position: SanJuanPosition, *lines: str) -> list[Event]:
    """Play whole answers as people write them, each for the seat to move; returns what was told of them all."""
    assert position.listener is not None
    before = len(position.listener)
    for line in lines:
        SAN_JUAN.submit(position, line)
    return position.listener[before:]


def step(position: SanJuanPosition, *plies: str) -> list[Event]:
    """Play plies, parts of an answer; returns what was told of them all."""
    assert position.listener is not None
    before = len(position.listener)
    for ply in plies:
        assert ply in legal_texts(position), f"{ply}: {legal_texts(position)}"
        position.play(MOVES[ply])
    return position.listener[before:]


def question_of(position: SanJuanPosition) -> tuple[str, int]:
    """What is asked, and of which seat."""
    return STAGE_NAMES[position.stage], int(position.actor)


def events_of_kind(events: Sequence[Event], kind: str) -> list[dict[str, object]]:
    """What all events of a kind say, each with its seat."""
    return [{"seat": int(event.seat), **event.data} for event in events if event.kind == kind]


# --- looking ----------------------------------------------------------------------------------------------------------


def hand(position: SanJuanPosition, seat: int) -> str:
    """The cards of a hand, ascending."""
    return _row(position.hands, seat)


def under_the_chapel(position: SanJuanPosition, seat: int) -> str:
    return _row(position.chapels, seat)


def discarded(position: SanJuanPosition) -> str:
    """The whole discards, ascending."""
    return _row(position.discards, 0)


def _row(counts: vec[i64], seat: int) -> str:
    return ", ".join(CARD_NAMES[kind] for kind in range(KINDS) for _card in range(counts[seat * KINDS + kind]))


def cards(position: SanJuanPosition, seat: int) -> int:
    """How many cards the seat holds."""
    return int(position.hand_count[seat])


def buildings(position: SanJuanPosition, seat: int) -> str:
    """What stands before a seat, in the order built."""
    first = seat * MAX_BUILDINGS
    return ", ".join(
        CARD_NAMES[position.buildings[slot]] for slot in range(first, first + position.building_count[seat])
    )


def goods(position: SanJuanPosition, seat: int) -> str:
    """The goods on a seat's plants."""
    return ", ".join(
        name for good, name in enumerate(GOOD_NAMES) for _good in range(position.goods[seat * GOODS + good])
    )


def score(position: SanJuanPosition, seat: int) -> int:
    return int(position.scores()[seat])
