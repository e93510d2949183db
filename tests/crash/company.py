"""What people do at a table besides answering.

They stay away until their seats are vacant and return, others take the seats over; they vote, talk, and want their
mails in bundles and reminders.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from tests.e2e.site_functions import write_notices

if TYPE_CHECKING:
    from tests.crash.people import Person, Question, Table

STAY_AWAY: Final = "vacant"
CHANGES: Final = frozenset({"take over", "return"})
"""Ways for which a seat must be vacant."""
BACK_SOON: Final = 0.03
"""How probable it is at each step that somebody takes a vacant seat: bots play there for a while."""
HOURS_OF_A_DAY: Final = 24


class Company:
    """The people of one game, and what they were told that had been done."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.came: Counter[tuple[str, str]] = Counter()
        """How often it was said that somebody had "taken" a seat, or "returned" to theirs, by both."""
        self.may_have_come: Counter[tuple[str, str]] = Counter()
        """The same, where it was refused: a try before may have been taken in."""
        self.said: dict[str, str] = {}
        """What was said at the table, by key."""
        self.accepted: set[int] = set()
        """The ids of proposals that were accepted, as who voted was told."""
        self._asked = 0

    def act(self, way: str, questions: list[Question]) -> str:
        """Do what a way wants, if it can be done now. Returns how to go on: "" or STAY_AWAY."""
        if way == "say":
            self._say()
        elif way == "vote":
            self._vote()
        elif way == "digest":
            self._have_it_bundled(questions)
        elif way == "reminder":
            self._be_reminded(questions)
        wanted = way if way in CHANGES else ""
        vacant = self._vacant()
        if vacant and (wanted or self._table.dice.random() < BACK_SOON):
            self._fill(*self._table.dice.choice(vacant), wanted)
        return STAY_AWAY if way == STAY_AWAY or (wanted and not vacant) else ""

    def stay_away(self, question: Question) -> None:
        """Let it be the last deadline that makes a seat vacant: as if they had missed the one before, too."""
        self._table.watch.do(
            "update games_seat set missed_in_row = 1 where id = (select seat_id from games_turn where id = ?)",
            question.turn,
        )

    # --- seats ---

    def _vacant(self) -> list[tuple[int, str]]:
        """Index and person of each vacant seat."""
        return self._table.watch.rows(
            'select p."index", u.username from games_seat p join accounts_user u on u.id = p.user_id'
            " join games_game g on g.id = p.game_id"
            " where p.game_id = ? and p.vacant_since is not null and g.status = 'running' order by p.id",
            self._table.game,
        )

    def _fill(self, index: int, owner: str, wanted: str) -> None:
        """Let its person return, or somebody else take the seat over."""
        if wanted == "take over" or not self._return(owner):
            self._take_over(index, owner)

    def _return(self, owner: str) -> bool:
        status, _game = self._people[owner].ask_api(f"/games/{self._table.game}/return/", {})
        (self.came if status == 200 else self.may_have_come)["returned", owner] += 1
        return status == 200

    def _take_over(self, index: int, owner: str) -> None:
        have_sat = self._table.watch.rows(
            "select u.username from games_seatholder h join accounts_user u on u.id = h.user_id where h.game_id = ?",
            self._table.game,
        )
        free = [name for name in self._people if (name,) not in have_sat]
        if not free:
            return
        status, _game = self._people[free[0]].ask_api(f"/games/{self._table.game}/take-over/", {"seat": index})
        (self.came if status == 200 else self.may_have_come)["taken", free[0]] += 1
        # Nothing of it is the new person's.
        self._table.orders.pop(owner, None)
        self._table.next_picks.pop(owner, None)

    # --- together ---

    def _vote(self) -> None:
        """Somebody proposes more time, and the others agree."""
        present = self.present()
        if len(present) < 2:
            return
        # As if it were long ago, or they could propose no more today.
        long_ago = datetime.now(tz=UTC) - timedelta(days=3)
        self._table.watch.do("update games_proposal set proposed_at = ? where status <> 'open'", long_ago)
        first, *others = self._table.dice.sample(present, len(present))
        path = f"/games/{self._table.game}/proposals/"
        status, proposal = self._people[first].ask_api(path, {"kind": "extend", "days": 1}, self._key())
        if status != 201:
            return
        for name in others:
            status, proposal = self._people[name].ask_api(f"{path}{proposal['id']}/vote/", {"agrees": True})
            if status != 200:
                return
            if proposal["status"] == "accepted":
                self.accepted.add(proposal["id"])
        self._table.let_time_run_out_again()

    def _say(self) -> None:
        long_ago = datetime.now(tz=UTC) - timedelta(days=3)
        self._table.watch.do("update games_talkmessage set said_at = ?", long_ago)
        present = self.present()
        if not present:
            return
        key = self._key()
        text = f"This is {key}."
        path = f"/games/{self._table.game}/talk/"
        status, _message = self._people[self._table.dice.choice(present)].ask_api(path, {"text": text}, key)
        if status == 201:
            self.said[key] = text

    # --- mails to taste ---

    def _have_it_bundled(self, questions: list[Question]) -> None:
        """Somebody wants one mail a day, has one, and wants each mail at once again."""
        for question in questions[:1]:
            person, watch = self._people[question.person], self._table.watch
            digests = (
                "select count(*) from games_outgoingmail m join accounts_user u on u.id = m.user_id"
                " where u.username = ? and m.kind = 'digest' and m.status in ('sent', 'dropped')"
            )
            if person.bundled_since is None:
                person.bundled_since = watch.one(digests, person.name)
                # Another hour each time: there is one bundle at a time of a day.
                person.bundles += 1
                person.choose_mails(person.bundles % HOURS_OF_A_DAY)
                self._table.notices.append(text := f"Notice of bundle {person.bundles} for {person.name}.")
                self._table.stack.call(write_notices, person.name, [text], self._table.game)
            elif watch.one(digests, person.name) > person.bundled_since:
                person.bundled_since = None
                person.choose_mails()
            else:
                watch.do(
                    "update games_outgoingmail set next_attempt_at = created_at"
                    " where kind = 'digest' and status = 'pending' and (attempts = 0 or last_error = '')"
                )

    def _be_reminded(self, questions: list[Question]) -> None:
        """Most of the time of a question is over, all at once."""
        for question in questions[:1]:
            self._table.watch.do(
                "update games_turn set remind_at = ?, time_given = time_given * 10"
                " where id = ? and remind_at is not null and not exists"
                " (select 1 from games_outgoingmail m where m.turn_id = games_turn.id and m.kind = 'reminder')",
                datetime.now(tz=UTC) - timedelta(hours=1),
                question.turn,
            )

    # ---

    @property
    def _people(self) -> dict[str, Person]:
        return self._table.people

    def present(self) -> list[str]:
        """Who plays there now."""
        found = self._table.watch.rows(
            "select u.username from games_seat p join accounts_user u on u.id = p.user_id"
            " where p.game_id = ? and p.caretaker = '' order by p.id",
            self._table.game,
        )
        return [name for (name,) in found]

    def _key(self) -> str:
        self._asked += 1
        return f"{self._table.game}-{self._asked}"
