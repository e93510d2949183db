"""One line of explanation for each kind of question of San Juan (Game.question_key), for those who play it first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.sanjuan.view_types import SanJuanView

EXPLANATIONS: Final[Mapping[str, str | Promise]] = {
    "deal": _("You begin with four cards. A card is a building to build, or the money to pay for another one."),
    "role": _("Everybody does what the role says; you go first, and only you have its privilege."),
    "builder": _("Build a card of your hand and pay its cost with others. Who has 12 buildings ends the game."),
    "payment": _("You pay with cards of your hand: give away what you will hardly build."),
    "producer": _("Put a good on a production building that has none. You sell it in a trader phase."),
    "trader": _("A good is sold for cards; the open price tile says how many. Its building can produce again then."),
    "councillor": _("Keep what helps you most, to build it or to pay with it. The rest is discarded."),
    "archive": _("With the archive you choose from your whole hand what to discard, not only from the cards drawn."),
    "gold mine": _("It turns up four cards. If all their costs differ, you get one; trying costs nothing."),
    "strike": _("The mine has found something: take the card that helps you most."),
    "chapel": _("Each card under the chapel is 1 VP at the end. It does not come back into your hand."),
    "limit": _("A round begins with at most 7 cards in the hand, with the tower 12. Discard what you need least."),
}
"""By the kind of question."""

CHAPEL_ABOVE_LIMIT: Final = _("You hold too many cards. Under the chapel one of them is 1 VP instead of being lost.")


def particular_explanation(key: str, view: SanJuanView) -> str:
    """What fits this question better than the line of its kind; "": nothing does."""
    own = view.seats[view.viewer] if view.viewer is not None else None
    if key == "chapel" and own is not None and own.hand > own.limit:
        return str(CHAPEL_ABOVE_LIMIT)
    return ""
