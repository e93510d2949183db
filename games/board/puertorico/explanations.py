"""One line of explanation for each kind of question of Puerto Rico (Game.question_key), for those who play it first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Question
from games.engine.puertorico.view_types import PuertoRicoView

EXPLANATIONS: Final[Mapping[str, str | Promise]] = {
    "draft": _("You all choose in turn which buildings there are in this game; nobody owns them yet."),
    "role": _("Everybody does what the role says; you go first, and only you have its privilege."),
    "settler": _("Take a plantation for your island. It yields its good once a colonist works on it."),
    "library": _("Your library gives you a second tile. You need not take it."),
    "forest": _("As a plantation it yields its good. As forests, two tiles make every building 1 doubloon cheaper."),
    "hospice": _("Your hospice can send a colonist straight to the new tile, so that it works at once."),
    "hunting lodge": _("You may clear a tile that you do not need any more; whoever works there goes to San Juan."),
    "mayor": _("The mayor's privilege is a colonist beside those from the ship. It costs nothing."),
    "ship": _("A noble works like a colonist, is worth 1 VP at the end, and some buildings need one."),
    "colonists": _(
        "Only what has a colonist works. A good needs one on its plantation and, but for corn, one in its building."
    ),
    "nobles": _("Nobles work like colonists. Say where they are, because some buildings treat them differently."),
    "builder": _("Buy one building; its effect begins once a colonist works there. Its VP count in any case."),
    "black market": _("At your black market a colonist, a good and a VP can each stand for one missing doubloon."),
    "university": _("Your university can send a colonist straight to the new building, so that it works at once."),
    "guests": _("Colonists in your guesthouse are guests: they may move to empty circles, and work there at once."),
    "villa": _("The phase is over. Your guests may still move to empty circles, for what comes next."),
    "craftsman": _("As craftsman you get one more good of a kind that you have just produced."),
    "craftsman/more": _("Your library gives you a second extra good, of the same kind or of another."),
    "trader": _(
        "Sell one good: coffee brings 4 doubloons, tobacco 3, sugar 2, indigo 1, corn nothing. "
        "The house takes each kind once."
    ),
    "trader/more": _("You may trade once more in this phase, or leave it at that."),
    "captain": _("Who can load must load: one kind, as much as fits. Each barrel is 1 VP; a ship takes only one kind."),
    "small wharf": _("The small wharf takes any mix of goods: 1 VP for every two barrels."),
    "storing": _("The shipping is over. You keep a single barrel, and whole kinds by warehouses; the rest is lost."),
}
"""By the kind of question."""

GUESTS_ONLY: Final = _("There is nothing else to do for you now, but your guests may move to empty circles.")
"""Of a kind that ends with "/guests"."""
ROLE_WITH_DOUBLOONS: Final = _(
    "Everybody does what the role says; you go first, with its privilege. You get the doubloons on its card."
)
SETTLER_WITH_QUARRY: Final = _(
    "A plantation yields its good, a quarry makes buildings 1 doubloon cheaper; both need a colonist to work."
)
CAPTAIN_MAY_PASS: Final = _("No cargo ship takes your goods now. Use what your own buildings offer, or pass.")


def particular_explanation(key: str, question: Question, view: PuertoRicoView) -> str:
    """What fits this question better than the line of its kind; "": nothing does."""
    if key.endswith("/guests"):
        return str(GUESTS_ONLY)
    texts = {offer.text for offer in question.offers}
    if key == "role" and any(card.doubloons and card.taken_by is None for card in view.role_cards):
        return str(ROLE_WITH_DOUBLOONS)
    if key == "settler" and "take quarry" in texts:
        return str(SETTLER_WITH_QUARRY)
    if key == "captain" and "pass" in texts:
        return str(CAPTAIN_MAY_PASS)
    return ""
