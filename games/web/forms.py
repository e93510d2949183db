"""Forms of the pages; what they mean is decided by the services and the games."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Literal, cast
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bot_levels import LEVELS_FOR_PEOPLE
from games.engine import registry
from games.engine.contract import Game as Rules
from games.engine.options import split_values
from games.models import Endpoint, Game, Seat
from games.people.models import User
from games.people.scopes import Scope
from games.person_calendar import Quiet
from games.table import absences, api_tokens, bot_accounts, own_games
from games.table.open_games import SeatPlan
from games.table.rematch import Rematch
from games.web.clock_form import DAY, HOUR, ClockForm, SpanField
from games.web.options_form import OptionsForm, option_field
from games.wording import in_words

SeatKind = Literal["me", "bot", "invited", "free"]
ACCOUNT: Final = "account:"
"""Begins the kind of a seat for a bot account; its name follows."""
PERSON: Final = "person:"
"""Begins the kind of a seat for a friend, or for somebody of an earlier game; their name follows."""
ALL_OF_THEM: Final = pgettext_lazy("filter of games", "all")
SEAT_KINDS: Final = [
    ("me", _("Me")),
    ("bot", _("Bot")),
    ("invited", _("Somebody I invite by mail")),
    ("free", _("Free: from the lobby or by link")),
]
PROGRAM_NAMES: Final = _("Others see it with your name behind it: letters, digits and . + - _")
WATCHERS: Final = [
    (Game.Visibility.PRIVATE, _("Players only: nobody else can see the game.")),
    (Game.Visibility.SPECTATORS, _("Spectators: everybody with an account here may watch.")),
    (Game.Visibility.PUBLIC, _("Public: everybody may watch, without an account too.")),
]

BOTS_AFTER: Final = (6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""In seconds."""

SCOPES: Final = [
    (Scope.READ, _("Look: games, turns and the account")),
    (Scope.PLAY, _("Play: take seats, answer turns, resign")),
    (Scope.TALK, _("Talk: say something at tables, keep notes, mute people")),
    (Scope.MANAGE, _("Manage: games, tournaments and seeks, bot accounts")),
]

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm


class PreferencesForm(UserForm):
    username = forms.CharField(
        label=_("Name"),
        max_length=150,
        help_text=_("This is what other players see: letters, digits and . + - _"),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())],
        help_text=_("Used for all times on pages and in mails."),
    )
    quiet_since = forms.TimeField(
        label=_("Quiet hours from"), required=False, widget=forms.TimeInput({"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("Quiet hours until"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        help_text=_("No deadline of yours falls into these hours, at most 8: it is moved to their end."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=lambda: settings.LANGUAGES)

    class Meta:
        model = User
        fields = ["username", "time_zone", "quiet_since", "quiet_until", "language"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["language"] = self.instance.reading_language
        if len(settings.LANGUAGES) == 1:
            # Nothing to choose; what the person once chose may be offered some day.
            del self.fields["language"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("quiet_since"), cleaned.get("quiet_until")
        if (since is None) != (until is None):
            self.add_error("quiet_until", _("Quiet hours need both, a beginning and an end."))
        elif since is not None and until is not None:
            try:
                Quiet(since, until)
            except ValueError:
                self.add_error("quiet_until", _("Quiet hours are at most 8 hours long."))
        return cleaned

    def preferences(self) -> dict[str, Any]:
        """For `set_preferences`."""
        chosen = dict(self.cleaned_data)
        since, until = chosen.pop("quiet_since"), chosen.pop("quiet_until")
        return {**chosen, "quiet_hours": Quiet(since, until) if since is not None and until is not None else None}


class AbsenceForm(forms.Form):
    """From when until when somebody is away."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_absence_%s"} | kwargs)


class WhenAwayForm(forms.Form):
    """What happens at each table of a person while they are away: a field for each game."""

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_when_away_%s"} | kwargs)
        self.seats = {seat.game_id: seat for seat in absences.seats_of(person)}
        ways = [
            ("", _("The clock stands still for me")),
            (Seat.CLOCK_RUNS, _("My plans and standing orders play")),
            *(
                (level.name, format_lazy(_("A bot plays for me: {level}"), level=level.label))
                for level in LEVELS_FOR_PEOPLE
            ),
        ]
        for game_id, seat in self.seats.items():
            own = [way for way in ways if not seat.game.rated or way[0] in absences.WAYS_IN_RATED_GAMES]
            self.fields[game_id] = forms.ChoiceField(
                label=seat.game.name, choices=own, required=False, initial=seat.when_away
            )

    def changed(self) -> dict[str, str]:
        """What was chosen anew, by game."""
        chosen = {game_id: self.cleaned_data[game_id] for game_id in self.seats}
        return {game_id: way for game_id, way in chosen.items() if way != self.seats[game_id].when_away}


class ChannelForm(forms.Form):
    """Where somebody is told besides by mail, but for browsers, which say their address themselves."""

    kind = forms.ChoiceField(
        label=_("Kind of channel"),
        choices=[(kind.value, kind.label) for kind in (Endpoint.Kind.WEBHOOK, Endpoint.Kind.NTFY)],
    )
    address = forms.CharField(
        label=_("Web address"),
        max_length=1000,
        widget=forms.URLInput,
        help_text=_(
            "Of a webhook where messages are posted as JSON; of a topic of ntfy such as https://ntfy.sh/my-topic."
        ),
    )
    name = forms.CharField(label=_("Your name for it"), max_length=40, required=False)
    tells = forms.ChoiceField(
        label=_("What it tells"),
        choices=Endpoint.Tells.choices,
        help_text=_("With your turns come reminders of them, and the votes that you are asked for."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_channel_%s"} | kwargs)


class ProfileShownForm(forms.Form):
    """Who may see somebody's profile."""

    shown = forms.ChoiceField(
        label=_("Who sees my profile"), choices=User.ProfileShown.choices, required=False, widget=forms.RadioSelect
    )

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_profile_%s", "initial": {"shown": person.profile_shown}} | kwargs)


class OwnGamesForm(forms.Form):
    """Which of one's finished games are listed; it is sent by GET."""

    kind = forms.ChoiceField(label=_("Game"), required=False, choices=lambda: [("", ALL_OF_THEM), *kind_choices()])
    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=lambda: [("", ALL_OF_THEM), *((count, str(count)) for count in player_counts())],
    )
    against = forms.CharField(label=_("Against"), max_length=150, required=False)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", ALL_OF_THEM),
            ("won", pgettext_lazy("filter of games", "won")),
            ("lost", pgettext_lazy("filter of games", "not won")),
            ("none", pgettext_lazy("filter of games", "without a result")),
        ],
    )
    since = forms.DateField(
        label=_("Ended from"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(own_games.MIN_DAY), MaxValueValidator(own_games.MAX_DAY)],
    )
    until = forms.DateField(
        label=_("Ended until"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(own_games.MIN_DAY), MaxValueValidator(own_games.MAX_DAY)],
    )

    def narrowing(self) -> own_games.Narrowing:
        """What is wanted; a field that cannot be read counts nothing."""
        found = {name: value for name, value in self.cleaned_data.items() if value}
        return own_games.Narrowing(**found)


def kind_choices() -> list[tuple[str, str]]:
    """The games that are played here."""
    return [(rules.key, in_words(rules.title)) for rules in registry.games()]


def player_counts() -> range:
    """Numbers of players that some game has."""
    rules = registry.games()
    return range(min(one.min_seats for one in rules), max(one.max_seats for one in rules) + 1)


class CloseAccountForm(forms.Form):
    """Asks for the name, so that nobody closes an account by a slip."""

    name = forms.CharField(label=_("Your name"), max_length=150, help_text=_("Type it as written above."))

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.strip().casefold() != self.person.username.casefold():
            raise forms.ValidationError(_("This is not your name. Nothing was changed."))
        return name


@dataclass(frozen=True)
class SeatFields:
    """The fields of one seat, for the template. counts: with so many seats the game has this one."""

    number: int
    counts: Sequence[int]
    kind: forms.BoundField
    level: forms.BoundField
    email: forms.BoundField


class VisibilityForm(forms.Form):
    """Who may watch a game."""

    visibility = forms.ChoiceField(
        label=_("Who may watch"),
        choices=WATCHERS,
        initial=Game.Visibility.PRIVATE,
        widget=forms.RadioSelect,
        help_text=_("Spectators see the board and the log, but nothing hidden."),
    )


class BotsAfterForm(forms.Form):
    """After how long bots take the free seats."""

    bots_after = SpanField(
        _("Bots take the free seats"),
        BOTS_AFTER,
        0,
        none=pgettext_lazy("bots take the free seats", "only if I say so"),
        help_text=_("After so long, those kept for invited people, too. Everybody sees it before they take a seat."),
    )
    bots_level = forms.ChoiceField(
        label=_("Level of these bots"),
        choices=[(level.name, level.label) for level in LEVELS_FOR_PEOPLE],
        initial=LEVELS_FOR_PEOPLE[len(LEVELS_FOR_PEOPLE) // 2].name,
        required=False,
    )

    def after(self) -> timedelta | None:
        """What was chosen, in a form without errors."""
        return timedelta(seconds=self.cleaned_data["bots_after"]) if self.cleaned_data["bots_after"] else None

    def level(self) -> str:
        level: str = self.cleaned_data["bots_level"] or LEVELS_FOR_PEOPLE[len(LEVELS_FOR_PEOPLE) // 2].name
        return level if self.cleaned_data["bots_after"] else ""


class NewGameForm(ClockForm, VisibilityForm, BotsAfterForm, OptionsForm):
    """How a game is opened. Its options come from the game itself."""

    key = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    """The same for every copy of one form: pressing its button twice opens one game."""
    name = forms.CharField(label=_("Name of the game"), max_length=80)
    seat_count = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    advisers = forms.BooleanField(
        label=_("Players may have advisers"),
        required=False,
        help_text=_(
            "Then everybody may leave kinds of questions to a bot, by a standing order. The log says which moves were "
            "an adviser's."
        ),
    )

    rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        help_text=_(
            "The result counts for the ratings of the people who play, at least two. Nobody has an adviser or a "
            "coach, and whoever leaves their seat has lost. Bots have fixed ratings."
        ),
    )
    takeover = forms.BooleanField(
        label=_("Others may take vacant seats over"),
        required=False,
        initial=True,
        help_text=_(
            "A seat is vacant when its player has resigned or missed too many deadlines. The lobby offers it if it "
            "offered seats of this game before the start, or if others may watch; else whoever has the invitation link "
            "may take it."
        ),
    )

    seeks_may_join = forms.BooleanField(
        label=_("Free seats for people who seek a game"),
        required=False,
        initial=True,
        help_text=_("Whoever has said that they like to play such a game is given a free seat."),
    )

    talk = forms.ChoiceField(
        label=_("Who else may read the table talk"),
        choices=Game.Talk.choices,
        initial=Game.Talk.ONLOOKERS,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("While the game is under way, only those who sit at the table read it."),
    )
    bots_may_talk = forms.BooleanField(
        label=_("Programs may talk"),
        required=False,
        help_text=_("Bot accounts may say something at the table, but only where their owner sits, too."),
    )

    def __init__(
        self,
        rules: Rules,
        *args: Any,
        accounts: Sequence[str] = (),
        earlier: Rematch | None = None,
        friends: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        """accounts: the names of the host's bot accounts. earlier: the game that is played again. friends: the names of
        those whom the host can invite by name."""
        super().__init__(*args, **kwargs)
        counts = range(rules.min_seats, rules.max_seats + 1)
        seat_count = self.fields["seat_count"]
        assert isinstance(seat_count, forms.TypedChoiceField)
        seat_count.choices = [(count, str(count)) for count in counts]
        seat_count.initial = min(4, rules.max_seats)
        levels = [(level.name, level.label) for level in LEVELS_FOR_PEOPLE]
        # Who leaves it out says nothing, which is the default: players only.
        self.fields["visibility"].required = False
        own = [(f"{ACCOUNT}{name}", _("My bot account %(name)s") % {"name": name}) for name in accounts]
        own += [
            (f"{PERSON}{name}", _("%(name)s, by an invitation") % {"name": name})
            for name in dict.fromkeys([*(earlier.people if earlier else ()), *friends])
        ]
        for index in range(rules.max_seats):
            self.fields[f"seat{index}_kind"] = forms.ChoiceField(
                label=_("Who"), choices=[*SEAT_KINDS, *own], initial="me" if index == 0 else "bot", required=False
            )
            self.fields[f"seat{index}_level"] = forms.ChoiceField(
                label=_("Level"), choices=levels, initial=levels[len(levels) // 2][0], required=False
            )
            self.fields[f"seat{index}_email"] = forms.EmailField(
                label=_("Mail address"), required=False, widget=forms.EmailInput({"placeholder": _("name@example.org")})
            )
        self.add_options(rules)
        if earlier is not None:
            self._fill(earlier, accounts, {name for name, _label in levels})

    def _fill(self, earlier: Rematch, accounts: Sequence[str], levels: Collection[str]) -> None:
        """As the earlier game was opened; the host's own seat comes first."""
        game = earlier.game
        filled: dict[str, Any] = {"visibility": game.visibility, "seat_count": game.seat_count}
        filled |= self.fill_clock(game.time_control)
        filled["advisers"] = game.advisers
        filled["takeover"] = bool(game.takeover)
        filled["seeks_may_join"] = game.seeks_may_join
        filled["rated"] = game.rated
        filled |= {"talk": game.talk, "bots_may_talk": game.bots_may_talk}
        filled["name"] = game.name
        for spec in self.rules.options():
            value = game.options.get(spec.name, spec.default)
            filled[option_field(spec.name)] = split_values(value) if spec.several else value
        others = [seat for seat in game.seats.all() if seat.user_id != earlier.host.pk]
        for index, seat in enumerate(others, start=1):
            filled[f"seat{index}_kind"] = _kind_again(seat, earlier, accounts)
            if seat.bot_level in levels:
                filled[f"seat{index}_level"] = seat.bot_level
        self.initial = {**self.initial, **filled}

    @property
    def seat_fields(self) -> list[SeatFields]:
        return [
            SeatFields(
                index + 1,
                range(max(index + 1, self.rules.min_seats), self.rules.max_seats + 1),
                *(self[f"seat{index}_{part}"] for part in ("kind", "level", "email")),
            )
            for index in range(self.rules.max_seats)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for index in range(cleaned.get("seat_count") or 0):
            if cleaned.get(f"seat{index}_kind") == "invited" and not cleaned.get(f"seat{index}_email"):
                if f"seat{index}_email" not in self.errors:
                    self.add_error(f"seat{index}_email", _("Whom do you invite? Write a mail address."))
        return cleaned

    def seats(self) -> list[SeatPlan]:
        return [self._seat(index) for index in range(self.cleaned_data["seat_count"])]

    def _seat(self, index: int) -> SeatPlan:
        chosen: str = self.cleaned_data[f"seat{index}_kind"] or "free"
        if chosen.startswith(ACCOUNT):
            return SeatPlan("account", account=chosen.removeprefix(ACCOUNT))
        if chosen.startswith(PERSON):
            return SeatPlan("person", person=chosen.removeprefix(PERSON))
        kind = cast("SeatKind", chosen)
        return SeatPlan(
            kind=kind,
            level=self.cleaned_data[f"seat{index}_level"] if kind == "bot" else "",
            email=self.cleaned_data[f"seat{index}_email"] if kind == "invited" else "",
        )

    def clean_visibility(self) -> str:
        return self.cleaned_data["visibility"] or Game.Visibility.PRIVATE

    def opening_key(self) -> str:
        return f"page:{self.cleaned_data['key']}" if self.cleaned_data["key"] else ""


def _kind_again(seat: Seat, earlier: Rematch, accounts: Collection[str]) -> str:
    """Who is to sit in the place of whoever sat there; whoever cannot be invited leaves it free."""
    if seat.bot_level:
        return "bot"
    if seat.user is None:
        return "free"
    if seat.user.username in earlier.people:
        return f"{PERSON}{seat.user.username}"
    if seat.user.username in accounts:
        return f"{ACCOUNT}{seat.user.username}"
    return "free"


class BotAccountForm(forms.Form):
    """A program of one's own."""

    name = forms.CharField(
        label=_("Name"),
        min_length=bot_accounts.MIN_NAME_LENGTH,
        max_length=bot_accounts.MAX_NAME_LENGTH,
        help_text=PROGRAM_NAMES,
    )


def new_form_key() -> str:
    return secrets.token_urlsafe(16)


class TokenForm(forms.Form):
    """A token, for oneself or for a bot account."""

    name = forms.CharField(label=_("What for"), max_length=api_tokens.MAX_NAME_LENGTH)
    account = forms.ChoiceField(label=_("Account"))
    scopes = forms.TypedMultipleChoiceField(
        label=_("What it may do"),
        coerce=Scope,
        choices=SCOPES,
        initial=[Scope.READ, Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("No more than the program needs. Every token can look."),
    )
    key = forms.CharField(
        required=False, max_length=api_tokens.MAX_KEY_LENGTH, initial=new_form_key, widget=forms.HiddenInput
    )
    """Of this form: sent twice, it makes one token."""

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        # Another form of the same page asks for a name too.
        super().__init__(*args, **{"auto_id": "id_token_%s"} | kwargs)
        names = [account.username for account in bot_accounts.bot_accounts_of(person)]
        account = self.fields["account"]
        assert isinstance(account, forms.ChoiceField)
        account.choices = [*((name, name) for name in names), (person.username, _("Me"))]


class FillForm(forms.Form):
    """Bots for the free seats."""

    level = forms.ChoiceField(label=_("Level"), choices=[(level.name, level.label) for level in LEVELS_FOR_PEOPLE])
