"""Answers in the words of another language: read in any natural order, and shown as they may be written."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.contract import Game, IllegalMove, NotationError, Position, RulesError
from games.engine.ended_orders import line_for
from games.engine.left_questions import LEAVE
from games.engine.line_reader import LineReader
from games.engine.name_tables import LANGUAGES
from games.engine.registry import game, games
from games.engine.words import Message, list_message
from tests.engine.conformance import Setup
from tests.languages.spoken import setups_to_hear

SETUPS = [setup for known in games() for setup in setups_to_hear(known)]
OFFERS_READ = 2
"""Of each question."""


def played_positions(setup: Setup, seed: int) -> list[Position]:
    """Every question of a random game."""
    chance, position, found = Random(seed), setup.new(), list[Position]()
    while not position.is_over():
        found.append(position.copy())
        position.play(chance.choice(list(position.legal_moves())))
    return found


def meaning(rules: Game, position: Position, reader: LineReader, line: str) -> str:
    """What a line plays, in canonical notation."""
    return rules.decision_text(position, reader.submit(position, line))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_shown_for_an_offer_plays_it_and_so_does_its_english(setup: Setup, language: str) -> None:
    chance, rules, reader = Random(language), setup.game, LineReader(setup.game, language)
    for position in played_positions(setup, 3)[::3]:
        offers = rules.question(position).offers
        for offer in chance.sample(offers, min(OFFERS_READ, len(offers))):
            plays = rules.decision_text(position, rules.submit(position.copy(), offer.text))
            assert meaning(rules, position, reader, reader.show(offer.text)) == plays
            assert meaning(rules, position, reader, offer.text) == plays


def puerto_rico(stage: str, **options: str) -> Position:
    """A question of this stage, in a game of four."""
    return at_stage("puerto-rico", stage, options)


def at_stage(key: str, stage: str, options: dict[str, str]) -> Position:
    rules = game(key)
    for seed in range(40):
        chance, position = Random(seed), rules.new(4, options, bytes([seed]) * 32)
        while not position.is_over():
            if rules.question(position).stage == stage and len(position.legal_moves()) > 2:
                return position
            position.play(chance.choice(list(position.legal_moves())))
    raise AssertionError(stage)


PICK = puerto_rico("role")


@pytest.mark.parametrize(
    ("language", "lines", "plays"),
    [
        ("hu", ["építész", "ÉPÍTÉSZ", "epitesz", "az építészt", "építészt választok", "builder"], "builder"),
        ("hu", ["iparos", "iparost", "ipa"], "craftsman"),
        ("hu", ["ültetvényes", "ultetvenyes"], "settler"),
        ("pl", ["budowniczy", "budowniczego", "wybieram budowniczego", "Budowniczy!"], "builder"),
        ("pl", ["nadzorca", "nadzorcę", "nadzorce", "craftsman"], "craftsman"),
        ("ro", ["colonist", "colonistul", "aleg colonistul"], "settler"),
        ("ro", ["meșteșugar", "meşteşugar", "mestesugarul"], "craftsman"),
        ("de", ["Baumeister", "den Baumeister", "ich wähle den Baumeister", "Baumeister wählen"], "builder"),
        ("de", ["Händler", "Haendler", "handler"], "trader"),
    ],
)
def test_a_role_is_picked_in_the_readers_words(language: str, lines: list[str], plays: str) -> None:
    rules = game("puerto-rico")
    for line in lines:
        assert meaning(rules, PICK, LineReader(rules, language), line) == plays, line


def reads(language: str, key: str, line: str) -> tuple[str, ...]:
    """The English readings of a line."""
    notation = LineReader(game(key), language)._notation
    assert notation is not None
    return notation.readings(line).lines


@pytest.mark.parametrize(
    ("language", "line", "english"),
    [
        # case endings, with their marks or without
        ("hu", "cukrot eladok", "sell sugar"),
        ("hu", "eladom a kukoricát", "sell corn"),
        ("hu", "kavet behajozok a 7-es hajora", "ship coffee 7"),
        ("hu", "a nagy piacot építem", "build large market"),
        ("hu", "kőbányát veszek el", "take quarry"),
        ("pl", "kukurydzę sprzedaję", "sell corn"),
        ("pl", "sprzedaje kukurydze", "sell corn"),
        ("pl", "Buduję duży targ", "build large market"),
        ("pl", "ladowac kawe 7", "ship coffee 7"),
        ("ro", "vând porumbul", "sell corn"),
        ("ro", "vind zaharul", "sell sugar"),
        ("ro", "construiesc piața mare", "build large market"),
        ("ro", "incarc cafeaua 7", "ship coffee 7"),
        ("de", "den Mais verkaufen", "sell corn"),
        ("de", "ich baue die große Markthalle", "build large market"),
        ("de", "baue grosse Markthalle", "build large market"),
        ("de", "Kaffee auf 7 verladen", "ship coffee 7"),
        # several things
        ("hu", "raktározok cukrot és megtartok kávét", "store sugar, keep coffee"),
        ("pl", "umieszczam kukurydza 2, mały targ 1", "place corn 2, small market 1"),
        ("ro", "plasez porumb 1, carieră 1", "place corn 1, quarry 1"),
        ("de", "setze Mais 2, Steinbruch 1", "place corn 2, quarry 1"),
        # books that disagree: every name is understood
        ("hu", "menhelyet építek", "build hospice"),
        ("hu", "menedékházat építek", "build hospice"),
        ("ro", "construiesc cetate", "build fortress"),
        ("ro", "construiesc fortăreața", "build fortress"),
        # names that are others' parts
        ("ro", "construiesc fabrica", "build factory"),
        ("ro", "construiesc fabrica de zahăr", "build sugar mill"),
        ("pl", "buduję kuźnię", "build construction hut"),
        ("pl", "buduję obelisk", "build statue"),
        ("pl", "buduję przystań", "build small wharf"),
        # conditions, next picks, orders
        ("hu", "építek kikötőt ha legfeljebb 4", "build harbor if 4 or less"),
        ("pl", "sprzedaję kawę, jeśli co najmniej 3", "sell coffee if 3"),
        ("pl", "sprzedaję kawę jeśli co najmniej 3", "sell coffee if 3"),
        ("de", "Kaffee verkaufen, wenn mindestens 3 Dublonen", "sell coffee if 3 doubloon"),
        ("de", "Hafen bauen wenn 4 Dublonen oder weniger", "build harbor if 4 doubloon or less"),
        ("hu", "eladok kávét ha legalább 3 dublon", "sell coffee if 3 doubloon"),
        ("pl", "sprzedaję kawę jeśli co najmniej 3 dublony", "sell coffee if 3 doubloon"),
        ("ro", "vând cafea dacă cel puțin 3 dubloni", "sell coffee if 3 doubloon"),
        ("de", "Kaffee verkaufen wenn 3 Punkte", "sell coffee if 3 punkte"),
        ("de", "nächstes: Baumeister, Händler wenn mindestens 2, fragen", "next: builder, trader if 2, ask"),
        ("hu", "soha ne adj el 3 alatt", "never sell below 3"),
        ("ro", "depozitează mereu cafea, tutun", "always store coffee, tobacco"),
        ("de", "frag mich beim Ziehen", "ask draw"),
        ("de", "fragen lagern", "ask store"),
        ("hu", "kérdezz húzáskor", "ask draw"),
        ("hu", "kerdezz meg raktarozaskor", "ask store"),
        ("pl", "pytaj o sprzedaż", "ask sell"),
        ("pl", "zapytaj o dobieranie", "ask draw"),
        ("ro", "întreabă-mă când trag", "ask draw"),
        ("ro", "intreaba cand depozitez", "ask store"),
        ("hu", "kérdezz", "ask"),
        ("de", "warten", "wait"),
        # a word of English among them
        ("hu", "sell kávét", "sell coffee"),
    ],
)
def test_a_line_says_what_its_english_says(language: str, line: str, english: str) -> None:
    assert reads(language, "puerto-rico", line) == ((english,) if english else ())


def test_one_word_means_another_thing_in_the_other_game() -> None:
    assert reads("hu", "puerto-rico", "iparos") == ("craftsman",)
    assert reads("hu", "san-juan", "iparos") == ("producer",)
    assert reads("pl", "san-juan", "buduję kuźnię") == ("build smithy",)


def test_what_stays_ambiguous_is_asked_back_with_its_meanings() -> None:
    building = puerto_rico("builder")
    reader = LineReader(game("puerto-rico"), "hu")
    with pytest.raises(NotationError) as asked:
        reader.submit(building, "piacot építek")
    assert "kis piac" in str(asked.value)


def test_what_is_possible_decides_between_several_meanings() -> None:
    """In Romanian the settler and a colonist are the same word."""
    assert set(reads("ro", "puerto-rico", "colonist")) == {"settler", "colonist"}
    rules = game("puerto-rico")
    assert meaning(rules, PICK, LineReader(rules, "ro"), "colonist") == "settler"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("hu", "ne építsd meg a kikötőt"),
        ("hu", "nem építek kikötőt"),
        ("pl", "nie buduję portu"),
        ("ro", "nu construiesc portul"),
        ("de", "baue nicht den Hafen"),
        ("de", "keinen Hafen bauen"),
        ("en", "don't build the harbor"),
        ("en", "do not build the harbor"),
        ("hu", "do not build the harbor"),
    ],
)
def test_a_negated_line_plays_nothing(language: str, line: str) -> None:
    building = puerto_rico("builder")
    with pytest.raises(RulesError):
        LineReader(game("puerto-rico"), language).submit(building, line)


@pytest.mark.parametrize(
    ("language", "line", "suggested"),
    [
        ("hu", "eladok kukorcát", "kukorica"),
        ("pl", "sprzedaję kukrydzę", "kukurydza"),
        ("de", "Baumaister", "Baumeister"),
    ],
)
def test_a_mistyped_word_is_answered_with_what_was_probably_meant(language: str, line: str, suggested: str) -> None:
    with pytest.raises(NotationError) as refused:
        LineReader(game("puerto-rico"), language).submit(PICK, line)
    assert suggested in str(refused.value)


def test_a_line_that_is_understood_and_cannot_be_played_is_refused_for_its_reason() -> None:
    with pytest.raises(IllegalMove):
        LineReader(game("puerto-rico"), "hu").submit(PICK, "eladok kávét")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shown_for_orders_and_plans_is_read_as_the_same(language: str) -> None:
    for rules in games():
        reader = LineReader(rules, language)
        picks = [offer.text for offer in rules.question(at_stage(rules.key, "role", {})).offers][:2]
        lines = [kind.example for kind in rules.order_kinds()]
        lines += [f"next: {picks[0]}, {picks[1]} if 2, ask", "ask", "pass"]
        lines += ["always leave trader, builder to merchant"]
        lines += rules.condition_examples()
        lines += [line_for(kind) for kind in (*(kind.kind for kind in rules.order_kinds()), LEAVE)]
        for line in lines:
            notation = reader._notation
            assert notation is not None
            assert line in notation.readings(reader.show(line)).lines, reader.show(line)


def test_an_error_names_moves_and_kinds_of_questions_as_they_may_be_written() -> None:
    reader = LineReader(game("puerto-rico"), "de")
    moves = Message("You must load: {moves}.", {"moves": list_message(["ship corn 6"])})
    assert reader.show_error(moves).render() == "You must load: verlade Mais 6."
    kinds = Message("What can be left: {kinds}.", {"kinds": list_message(["captain", "store", "draft"])})
    assert reader.show_error(kinds).render() == "What can be left: Kapitän, Lagern, Auswahl."


def test_english_is_read_as_ever() -> None:
    reader = LineReader(game("puerto-rico"), "en")
    assert reader.show("sell coffee at trading post") == "sell coffee at trading post"
    assert meaning(game("puerto-rico"), PICK, reader, "buil") == "builder"
