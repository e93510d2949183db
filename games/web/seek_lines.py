"""A seek as its person sees it."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import registry
from games.engine.options import split_values
from games.models import Seek
from games.wording import in_words, time_limit_in_words


def seek_line(seek: Seek) -> dict[str, Any]:
    """The context of one line."""
    return {
        "seek": seek,
        "title": in_words(registry.game(seek.kind).title),
        "facts": [*_game_facts(seek), *_people_facts(seek), *_number_facts(seek)],
    }


def _game_facts(seek: Seek) -> list[tuple[str, str]]:
    pace = time_limit_in_words(seek.shortest)
    if seek.longest != seek.shortest:
        spans = {"shortest": pace, "longest": time_limit_in_words(seek.longest)}
        pace = _("%(shortest)s to %(longest)s") % spans
    facts = [(_("Players"), ", ".join(map(str, seek.players))), (_("Time per turn"), pace)]
    for spec in registry.game(seek.kind).options():
        if spec.name in seek.options:
            labels = {value: in_words(label) for value, label in spec.choices}
            values = split_values(seek.options[spec.name]) if spec.several else [seek.options[spec.name]]
            facts.append((in_words(spec.label), ", ".join(labels.get(value, value) for value in values)))
    if seek.rated is not None:
        facts.append((_("Rated"), _("yes") if seek.rated else _("no")))
    return facts


def _people_facts(seek: Seek) -> list[tuple[str, str]]:
    facts = []
    if seek.lowest is not None and seek.highest is not None:
        both = _("%(lowest)s to %(highest)s") % {"lowest": seek.lowest, "highest": seek.highest}
        facts.append((_("Ratings of the others"), both))
    elif seek.lowest is not None:
        facts.append((_("Ratings of the others"), _("at least %(lowest)s") % {"lowest": seek.lowest}))
    elif seek.highest is not None:
        facts.append((_("Ratings of the others"), _("at most %(highest)s") % {"highest": seek.highest}))
    if seek.least_reliability:
        percent = _("at least %(percent)s %% of turns in time") % {"percent": seek.least_reliability}
        facts.append((_("Reliability of the others"), percent))
    return facts


def _number_facts(seek: Seek) -> list[tuple[str, str]]:
    week = _("one game, then the seek ends")
    if seek.per_week is not None:
        week = ngettext("up to %(count)s a week", "up to %(count)s a week", seek.per_week) % {"count": seek.per_week}
    most = ngettext(
        "as long as you play fewer than %(count)s game",
        "as long as you play fewer than %(count)s games",
        seek.most_games,
    )
    facts = [(_("Games"), week), (_("Only"), most % {"count": seek.most_games})]
    if not seek.paused:
        facts.append((_("Waiting since"), date_format(seek.waiting_since, "DATE_FORMAT")))
    return facts
