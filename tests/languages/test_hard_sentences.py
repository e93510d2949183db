"""Twenty hard sentences in Polish and Hungarian, and what is special in Romanian and German."""

from __future__ import annotations

import pytest

from games.engine.words import Message
from tests.languages import hard_sentences as say
from tests.languages.translators import translator_of

POLISH = [
    (say.sell("coffee", 1), "Anna sprzedaje kawę za 1 dublona."),
    (say.sell("indigo", 2), "Anna sprzedaje indygo za 2 dublony."),
    (say.sell("tobacco", 5), "Anna sprzedaje tytoń za 5 dublonów."),
    (say.sell("corn", 22), "Anna sprzedaje kukurydzę za 22 dublony."),
    (say.sell("corn", 12), "Anna sprzedaje kukurydzę za 12 dublonów."),
    (say.produce(coffee=1, tobacco=2, sugar=5), "Anna produkuje 1 beczkę kawy, 2 beczki tytoniu, 5 beczek cukru."),
    (say.extra("sugar"), "Anna bierze jeszcze jedną beczkę cukru."),
    (say.build("lighthouse", 5), "Anna buduje latarnię morską za 5 dublonów."),
    (say.pick("prospector"), "Anna wybiera poszukiwacza złota."),
    (say.earn(2), "Anna: kaplica przynosi 2 PZ."),
    (say.put("chapel", "small market"), "Anna: kaplica umieszcza kolonistę na małym targu."),
    (say.give_back_colonist("lighthouse"), "Anna oddaje kolonistę z latarni morskiej."),
    (say.no_circle("chapel"), "Na kaplicy nie ma wolnego kółka."),
    (say.out("small market", "chapel"), "Mały targ odpada z tej gry, bo wybrano kaplicę."),
    (say.lost("coffee"), "kawa na nim przepadła"),
    (say.lost("sugar"), "cukier na nim przepadł"),
    (say.build_over("library", "smithy", 3), "Anna buduje bibliotekę na miejscu kuźni za 3 karty."),
    (say.ship("coffee", 1, 5), "Anna ładuje 1 beczkę kawy na statek 5: 1 PZ."),
    (say.carries(6, "corn"), "Statek 6 wiezie już kukurydzę, a jeden rodzaj płynie tylko na jednym statku."),
    (say.send_guest("small market"), "Anna wysyła gościa do małego targu."),
    (say.hold_no("well"), "Nie masz na ręce studni."),
    (say.sold_out("small market", 2), "Nie ma już małego targu: sprzedano wszystkie 2 egzemplarze."),
    (say.keep({"coffee": 4}, {"corn": 1}), "Anna zatrzymuje 4 beczki kawy i oddaje 1 beczkę kukurydzy."),
    (say.taken("craftsman"), "Nadzorcę już zabrano w tej rundzie."),
    (say.draw("library", "well"), "Anna ciągnie bibliotekę, studnię."),
]
HUNGARIAN = [
    (say.sell("coffee", 1), "Anna 1 dublonért eladja a kávét."),
    (say.sell("indigo", 5), "Anna 5 dublonért eladja az indigót."),
    (say.produce(coffee=2, tobacco=1), "Anna 2 kávét, 1 dohányt termel."),
    (say.extra("sugar"), "Anna még egy hordó cukrot kap."),
    (say.build("lighthouse", 5), "Anna 5 dublonért megépíti a világítótornyot."),
    (say.build("indigo plant", 3), "Anna 3 dublonért megépíti az indigófőzőt."),
    (say.pick("prospector"), "Anna az aranyásót választja."),
    (say.pick("settler"), "Anna a telepest választja."),
    (say.earn(2), "Anna: a kápolna 2 GYP-t hoz."),
    (say.put("chapel", "indigo plant"), "Anna: a kápolna telepest tesz az indigófőzőre."),
    (say.give_back_colonist("lighthouse"), "Anna visszaad egy telepest a világítótoronyról."),
    (say.no_circle("chapel"), "A kápolnán nincs szabad kör."),
    (say.out("indigo plant", "chapel"), "Az indigófőző kimarad ebből a játékból, mert a kápolnát választották."),
    (say.lost("indigo"), "az indigó rajta elvész"),
    (say.build_over("library", "smithy", 3), "Anna 3 lapért a könyvtárat építi a kovácsműhely helyére."),
    (say.ship("coffee", 4, 5), "Anna 4 kávét rak az 5 férőhelyes hajóra: 4 GYP."),
    (say.ship("coffee", 4, 6), "Anna 4 kávét rak a 6 férőhelyes hajóra: 4 GYP."),
    (say.carries(5, "corn"), "Az 5 férőhelyes hajón már kukorica van, és egy fajta csak egy hajón utazhat."),
    (say.send_guest("small market"), "Anna vendéget küld a kis piacra."),
    (say.hold_no("well"), "Nincs a kezedben kút."),
    (say.sold_out("indigo plant", 2), "Elfogyott az indigófőző: mind 2 elkelt."),
    (say.keep({"coffee": 4}, {"corn": 1}), "Anna 4 kávét tart meg, és 1 kukoricát ad vissza."),
    (say.taken("craftsman"), "Az iparost ebben a körben már elvitték."),
    (say.draw("library", "well"), "Anna könyvtárat, kutat húz."),
]
ROMANIAN = [
    (say.build("lighthouse", 1), "Anna construiește farul pentru 1 dublon."),
    (say.build("chapel", 19), "Anna construiește capela pentru 19 dubloni."),
    (say.build("small market", 20), "Anna construiește piața mică pentru 20 de dubloni."),
    (say.build("small market", 101), "Anna construiește piața mică pentru 101 dubloni."),
    (say.build("small market", 125), "Anna construiește piața mică pentru 125 de dubloni."),
]
GERMAN = [
    (say.build("lighthouse", 1), "Anna baut den Leuchtturm für 1 Dublone."),
    (say.build("chapel", 2), "Anna baut die Kapelle für 2 Dublonen."),
    (say.build("small market", 2), "Anna baut den kleinen Markt für 2 Dublonen."),
    (say.build("hospice", 2), "Anna baut das Hospiz für 2 Dublonen."),
    (say.put("small market", "lighthouse"), "Anna: Der kleine Markt setzt einen Siedler auf den Leuchtturm."),
    (say.give_back_colonist("chapel"), "Anna gibt einen Siedler von der Kapelle zurück."),
    (say.give_back_colonist("small market"), "Anna gibt einen Siedler vom kleinen Markt zurück."),
    (say.taken("mayor"), "Der Bürgermeister ist in dieser Runde schon vergeben."),
]


@pytest.mark.parametrize(
    ("language", "message", "expected"),
    [
        (language, message, expected)
        for language, sentences in {"pl": POLISH, "hu": HUNGARIAN, "ro": ROMANIAN, "de": GERMAN}.items()
        for message, expected in sentences
    ],
)
def test_a_hard_sentence_is_said_as_in_the_language(language: str, message: Message, expected: str) -> None:
    assert message.render(translator_of(language)) == expected
