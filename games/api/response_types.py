"""The responses of the API as dataclasses: their fields are its JSON, their docstrings its documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, get_type_hints

from games.api.dataclass_json import ONE_OF
from games.engine import registry


def view_types() -> list[type]:
    """The dataclasses that the `view` of each game returns."""
    return [get_type_hints(type(rules).view)["return"] for rules in registry.games()]


@dataclass(frozen=True)
class SeatShape:
    """A seat of a game.

    name: what is shown, in your language. kind: a "person", a "program" (a bot account, of `owner`), a "bot" of the
    house of `level`, "invited" (kept for somebody) or "free". caretaker: the level of the bot that plays for the person
    or program, after a resignation, for instance. vacant: others may take it over until its person returns, as the game
    allows it. you: it is yours. rank and score once the game is over. away_until: the last day of an absence in which
    the person is now; always null unless you play at the table.
    """

    index: int
    name: str
    kind: Literal["person", "program", "bot", "invited", "free"]
    account: str | None
    owner: str | None
    level: str | None
    caretaker: str | None
    you: bool
    rank: int | None
    score: int | None
    vacant: bool = False
    away_until: date | None = None


@dataclass(frozen=True)
class SeekShape:
    """A seek of yours; its wishes as you have set them. paused: why it finds nothing for now: "person" (you have paused
    it), "silent" (you were not here for a long time); null: it seeks. found: the ids of the games that it has found,
    the newest first, 20 at most."""

    id: int
    kind: str
    players: Sequence[int]
    options: Mapping[str, str]
    shortest: int
    longest: int
    rated: bool | None
    lowest: int | None
    highest: int | None
    least_reliability: int
    per_week: int | None
    most_games: int
    paused: Literal["person", "silent"] | None
    waiting_since: datetime
    found: Sequence[str]


@dataclass(frozen=True)
class VacantSeatShape:
    """A seat of a running game that you may take over.

    name: who has left it, or the bot whose seat it is. place: by points among all seats, from 1; null where points are
    not open. round: null in a game without rounds.
    """

    game: str
    url: str
    page: str
    game_name: str
    kind: str
    title: str
    host: str
    seat: int
    name: str
    seat_count: int
    place: int | None
    round: int | None
    vacant_since: datetime


@dataclass(frozen=True)
class SeatHolderShape:
    """Who played in a seat that has changed hands.

    cause: how they came to play there. from_ply: how many plies were played before; to_ply: when somebody else came,
    null: they play there still, or did at the end. name: in your language.
    """

    seat: int
    name: str
    account: str | None
    level: str | None
    cause: Literal["start", "resigned", "missed", "suspended", "left", "staff", "returned", "taken"]
    from_ply: int
    from_at: datetime
    to_ply: int | None
    to_at: datetime | None


@dataclass(frozen=True)
class GameShape:
    """A game in a list. kind: the key of the game that is played. turn_limit: in seconds. version: grows with every
    change of what others can see, too; not with your plans, nor with answers that you give ahead of your time."""

    id: str
    url: str
    page: str
    name: str
    kind: str
    title: str
    status: Literal["open", "running", "finished", "aborted"]
    visibility: Literal["private", "spectators", "public"]
    host: str
    turn_limit: int
    seats: Sequence[SeatShape]
    your_seat: int | None
    version: int
    opened_at: datetime
    started_at: datetime | None
    paused_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True)
class WaitingShape:
    """Somebody the game waits for. Where several decide at the same time, all of them are named until their answers are
    played: nobody can see who has answered. stage_name: what the seat to move is asked, in your language. ahead: it may
    be answered before the seat's time comes. deadline: where several decide, your own only. unreached: nothing that the
    site sends reaches them at present; only those at the table are told, to others it is false."""

    seat: int
    stage: str
    stage_name: str
    ahead: bool
    deadline: datetime | None
    unreached: bool = False


@dataclass(frozen=True)
class OwnTimeShape:
    """What you alone are told of your time at a table. left: seconds that you have left of your bank, or of the present
    round while you are asked; null for other clocks. missed_in_row, missed_in_all: deadlines that you have missed since
    your last answer, and in all, without those that were excused. excused: how many were."""

    left: int | None
    missed_in_row: int
    missed_in_all: int
    excused: int


@dataclass(frozen=True)
class ScorePart:
    """One part of a score. key: what it is, in any language ("guild-hall"); name: the same in your language."""

    key: str
    name: str
    points: int


@dataclass(frozen=True)
class StandingShape:
    """How a seat came out. The parts add up to the total; tie_break: more is better."""

    seat: int
    rank: int
    total: int
    tie_break: int
    parts: Sequence[ScorePart]


@dataclass(frozen=True)
class ClockShape:
    """What more a clock says than `turn_limit`; spans in seconds.

    bank: what each player has for all turns together; each turn adds `turn_limit`, and it never has more than `cap`.
    round: what a round shall take; everybody has an equal share of it, and at least `turn_limit` for each turn. grace:
    how long after its deadline a bot plays a turn. excused: how many missed deadlines of each player are. days_off:
    days of the week on which no time runs; 0 is Monday. absence_days: on how many days of a year an announced absence
    stops the clock; null: on all. misses_in_row, misses_in_all: after so many missed deadlines of a player, in a row or
    in all, their seat is vacant; 0: never.
    """

    bank: int | None = None
    cap: int | None = None
    round: int | None = None
    grace: int = 0
    excused: int = 0
    days_off: Sequence[int] = ()
    absence_days: int | None = None
    misses_in_row: int = 0
    misses_in_all: int = 0


@dataclass(frozen=True)
class RatingChangeShape:
    """What a rated game has changed for a person. why: they played to the end, they left their seat (a loss), or they
    took it over (upward only)."""

    name: str
    before: int
    after: int
    why: Literal["result", "left", "taken"]


@dataclass(frozen=True)
class GameDetailShape(GameShape):
    """A game.

    options: as it was opened. advisers: whether people may leave questions to a bot. your_turn: the id of the turn
    that you are asked now. your_early_turn: of the turn for which you can write a plan; the game does not wait for it.
    can_undo: your last answer can be taken back. standings: once it is over. secret_hash: SHA-256 of what all draws
    come from; the record tells the secret after the end. invitation_code: for its players and its host while it is
    open, and while a seat is vacant; who has it may join, or take that seat over. takeover: who may take vacant seats
    over. seat_holders: who played in the seats that have changed hands. your_time: while you have a seat in it. rated:
    whether it counts for the ratings of its people; null: it would, but moderators have voided it. rating_changes: once
    it is over and counted, of those who let others see their ratings. talk: who else may read what is said at the table
    once the game is over. bots_may_talk: whether programs of bot accounts may talk, where their owner sits, too.
    seeks_may_join: whether people who seek a game may be given its free seats. waiting: you wait for a seat of it.
    bots_at: while it is open, when bots of bots_level take the seats that nobody has taken; null: not by themselves.
    """

    options: Mapping[str, str]
    clock: ClockShape
    advisers: bool
    plies: int
    waiting_for: Sequence[WaitingShape]
    your_turn: int | None
    your_early_turn: int | None
    can_undo: bool
    standings: Sequence[StandingShape]
    secret_hash: str
    invitation_code: str | None
    takeover: Literal["nobody", "link", "lobby"]
    seat_holders: Sequence[SeatHolderShape]
    your_time: OwnTimeShape | None
    rated: bool | None
    rating_changes: Sequence[RatingChangeShape]
    talk: Literal["onlookers", "players"]
    bots_may_talk: bool
    seeks_may_join: bool
    waiting: bool
    bots_at: datetime | None
    bots_level: str | None


@dataclass(frozen=True)
class ViewShape:
    """The table as you may know it: from your seat, or as an onlooker (seat null). plies: how many decisions were made.

    While you are asked something, it is the position that you decide in, your answers given ahead of your time
    included. kind says which of the views it is.
    """

    game: str
    kind: str
    seat: int | None
    version: int
    plies: int
    view: object = field(metadata={ONE_OF: view_types})


@dataclass(frozen=True)
class EventShape:
    """Something that happened, in no language. seat: who did it, null: the game itself. data: numbers and canonical
    words."""

    kind: str
    seat: int | None
    data: Mapping[str, object]


@dataclass(frozen=True)
class LogEntryShape:
    """One decision and what it set off, as far as you may know. ply: its number, from 0. seat: null where staff set a
    position up. text: its canonical notation, of your own decisions only; of others' the events tell. source: "web",
    "link", "mail", "api", "bot", "timeout", "adviser", "forced" or "staff". sentences: the events in your language."""

    ply: int
    seat: int | None
    phase: int
    text: str | None
    source: str
    at: datetime
    sentences: Sequence[str]
    events: Sequence[EventShape]


@dataclass(frozen=True)
class TurnShape:
    """What your seat is asked in a game. ahead: before your time comes; the answer is kept and played in turn order.
    early: nobody waits for it; the answer is a plan, which is played as far as it is possible when your time comes.
    deadline: after it a bot plays this turn; null for an early one. taken: how many answers the turn has taken so
    far."""

    id: int
    url: str
    game: str
    game_name: str
    kind: str
    seat: int
    stage: str
    stage_name: str
    ahead: bool
    early: bool
    opened_at: datetime
    deadline: datetime | None
    taken: int


@dataclass(frozen=True)
class ItemShape:
    """Something to choose. word: as a line names it; label: what it is, in your language; target: what on the table it
    is."""

    word: str
    label: str
    target: str


@dataclass(frozen=True)
class SelectionShape:
    """What an answer is completed with. Any line of the stem, a space and from `least` to `most` of the items' words,
    with commas between, is as good as the option's text; what is there twice stands there twice. chosen: the indexes of
    the items that the option's text names."""

    stem: str
    items: Sequence[ItemShape]
    least: int
    most: int
    chosen: Sequence[int]


@dataclass(frozen=True)
class OptionShape:
    """One complete answer. text: the canonical notation, to be sent back as a line. label and effect: what it is and
    what it brings, in your language. targets: what on the table it belongs to ("building:harbor", "ship:7"). selection:
    what may be chosen differently than the text has it; null: nothing. group: a heading, in your language, under which
    options of one kind may be shown together; null: none."""

    number: int
    text: str
    label: str
    effect: str | None
    targets: Sequence[str]
    selection: SelectionShape | None
    group: str | None


@dataclass(frozen=True)
class LaterQuestionShape:
    """What may be asked after the question of an early turn, in the same phase. A plan may answer it, too: by the texts
    of its options, not by their numbers."""

    stage: str
    prompt: str
    options: Sequence[OptionShape]


@dataclass(frozen=True)
class QuestionShape:
    """What an open turn asks now. form: "choice": the options are all there are; "suggestions": they are sensible ones
    of many, the best first, and any other line of notation like theirs may be played; "placement": likewise, and the
    view tells what there is to place (docs/api.md). taken: send it with your answer, and an answer to an earlier
    question is refused. early: your time has not come, and others may change what is possible until then: an answer is
    a plan. later: of an early turn, what may be asked after it."""

    turn: int
    game: str
    seat: int
    stage: str
    form: str
    prompt: str
    taken: int
    deadline: datetime | None
    options: Sequence[OptionShape]
    early: bool
    later: Sequence[LaterQuestionShape]


@dataclass(frozen=True)
class PlanLineShape:
    """A line of a plan. line: as it can be sent again. text: its answer in canonical notation, "pass", or "ask": then
    you are asked. at_least, at_most: what it needs besides being legal: that what it brings is at least, or what it
    costs is at most so much; null: nothing."""

    line: str
    text: str
    at_least: int | None
    at_most: int | None


@dataclass(frozen=True)
class PlanShape:
    """What a turn of yours answers when its time comes; nobody else can see it. lines: in order of preference; the
    first one that is legal then is played. written_at: null without a plan."""

    lines: Sequence[PlanLineShape]
    written_at: datetime | None


@dataclass(frozen=True)
class ReplacedPlanShape(PlanShape):
    """The plan after it was replaced. done: what it has played at once, because your time had come meanwhile."""

    done: Sequence[str]


@dataclass(frozen=True)
class NextPickShape:
    """What you want to pick the next time that you pick in a game; nobody else can see it. lines: the first is "next:"
    with what you want, in order of preference; the others are for the phase that follows. written_at: null without."""

    lines: Sequence[str]
    written_at: datetime | None


@dataclass(frozen=True)
class OrdersShape:
    """Standing orders of yours, which answer questions for you; nobody else can see them. lines: canonical."""

    lines: Sequence[str]


@dataclass(frozen=True)
class AbsenceShape:
    """Days on which you are away. first, last: both included, by the days of your time zone."""

    id: int
    first: date
    last: date


@dataclass(frozen=True)
class ChannelShape:
    """Where you are told besides by mail. kind: "web-push" (a browser, which only its own page sets up), "webhook" or
    "ntfy". address: null of a browser, as it is a secret. tells: "turns" or "games" (turns, beginnings, ends, notices,
    table talk).
    failures: in a row. fault: why the newest message did not arrive: "address", "name", "connection", "certificate",
    "answer", "late", or the status of the response; empty if it did. off_at: nothing is told there since; null if it
    works. off_because: "failures" or "gone"; empty if it works."""

    id: int
    kind: str
    name: str
    address: str | None
    tells: str
    created_at: datetime
    last_success_at: datetime | None
    failures: int
    fault: str
    off_at: datetime | None
    off_because: str


@dataclass(frozen=True)
class NewChannelShape:
    """A channel that was set up. secret: with which its messages are signed, shown this once; null of a topic."""

    channel: ChannelShape
    secret: str | None


@dataclass(frozen=True)
class ChannelTestShape:
    """What came of a test. fault: as of a channel."""

    arrived: bool
    fault: str


@dataclass(frozen=True)
class TurnsByMailShape:
    """by_mail: whether you want your turns by mail also while a channel tells them. reached: whether anything reaches
    you at present, by mail or by a channel."""

    by_mail: bool
    reached: bool


@dataclass(frozen=True)
class WhenAwayShape:
    """What happens at a table of yours while you are away; nobody else can see it. way: "stop" (the clock stands still
    for you, as far as the host allows it), "run" (the clock goes on; your plans and standing orders play) or "bot" (a
    bot plays for you). level: the bot's; null without."""

    way: str
    level: str | None


@dataclass(frozen=True)
class ProfileShownShape:
    """Who sees your profile: "games" (people of your games), "all" (everybody with an account here) or "nobody"."""

    shown_to: Literal["games", "all", "nobody"]


@dataclass(frozen=True)
class MailChoicesShape:
    """When our mails come to you, and how much they say. every: hours between bundles of mails (24: once a day, at hour
    of your zone); null: each comes at once. content: "picture", "text" or "short". reminders: per cent of your time for
    a turn after which you are reminded of it."""

    every: int | None
    hour: int | None
    content: str
    reminders: list[int]


@dataclass(frozen=True)
class BoardShape:
    """A leaderboard. people: how many are on it."""

    kind: str
    players: int
    people: int
    url: str


@dataclass(frozen=True)
class LeaderShape:
    """Somebody on a leaderboard. rating: how strong they are at least, as far as their games show; it begins with 1000.
    games: how many count."""

    name: str
    rating: int
    games: int


@dataclass(frozen=True)
class OwnRatingShape:
    """A rating of yours. provisional: after fewer than ten games; then it is on no leaderboard."""

    kind: str
    players: int
    rating: int
    games: int
    provisional: bool


@dataclass(frozen=True)
class OwnRatingsShape:
    """Your ratings. on_leaderboards: whether others see them."""

    on_leaderboards: bool
    ratings: Sequence[OwnRatingShape]


@dataclass(frozen=True)
class VoteShape:
    """A vote on a proposal. agrees: null: the person has not voted yet."""

    seat: int
    agrees: bool | None


@dataclass(frozen=True)
class ProposalShape:
    """What a player has proposed to the others. proposed: a sentence; status: "open", "accepted", "refused", "expired",
    "withdrawn", "closed" (by staff, or as the game is over) or "void" (accepted, but not possible any more);
    share: "all" or "two thirds" must agree; needed: how many that is; votes: of those who vote now, for those at the
    table; your_vote: null: none; decided_at: when it was no longer open."""

    id: int
    kind: str
    name: str
    proposed: str
    by: str
    status: str
    share: str
    needed: int
    votes: Sequence[VoteShape]
    your_vote: bool | None
    may_vote: bool
    may_withdraw: bool
    proposed_at: datetime
    open_until: datetime
    decided_at: datetime | None


@dataclass(frozen=True)
class MessageShape:
    """Something that was said at a table. seat: where they sat as they said it. kind: "text", or "greeting": then text
    is in your language. state: "said"; else text is empty: "muted" by you, "removed" by staff, or "gone" with the
    account. new: you have not said that you have read it."""

    id: int
    seat: int
    by: str
    own: bool
    kind: str
    text: str
    state: Literal["said", "muted", "removed", "gone"]
    new: bool
    said_at: datetime


@dataclass(frozen=True)
class TalkShape:
    """What was said at a table, as far as you may read it, the newest last. unread: how many messages are new to you.
    may_say: whether you may say something now; why_not: in words, for those at the table who may not."""

    messages: Sequence[MessageShape]
    has_earlier: bool
    unread: int
    may_say: bool
    why_not: str


@dataclass(frozen=True)
class ReportShape:
    """What you have reported to the staff. person: who it is about; game: where. outcome: what came of it; answer: what
    staff tell you besides. What was said in it is deleted some months after it was decided."""

    subject: Literal["message", "person", "game"]
    person: str | None
    game: str | None
    reason: str
    words: str
    at: datetime
    outcome: Literal["open", "acted", "nothing"]
    answer: str


@dataclass(frozen=True)
class NoteShape:
    """What you have noted about a game for yourself; empty: nothing."""

    text: str


@dataclass(frozen=True)
class MutedShape:
    """Somebody whose messages you are not shown."""

    name: str
    since: datetime


@dataclass(frozen=True)
class OrderKindShape:
    """A standing order that a game has. kind: a newer order of a kind replaces the older one. example: a line of it."""

    kind: str
    label: str
    example: str


@dataclass(frozen=True)
class ChoiceShape:
    """A value of an option."""

    value: str
    label: str


@dataclass(frozen=True)
class ConditionShape:
    """Another option that must have one of these values."""

    option: str
    values: Sequence[str]


@dataclass(frozen=True)
class OptionSpecShape:
    """An option that a game can be opened with. several: any number of the choices may be chosen, the value names them,
    "harbor, wharf", and the empty string none. only_with: what else must be chosen for it to mean anything; null:
    nothing."""

    name: str
    label: str
    help: str
    choices: Sequence[ChoiceShape]
    default: str
    several: bool
    only_with: ConditionShape | None


@dataclass(frozen=True)
class KindShape:
    """A game that is played here. key: what to open it by. orders: the standing orders that it has."""

    key: str
    title: str
    rules_version: int
    min_seats: int
    max_seats: int
    options: Sequence[OptionSpecShape]
    orders: Sequence[OrderKindShape]


@dataclass(frozen=True)
class LevelShape:
    """A level of the site's bots. ratings: by kind of game, on the scale of the leaderboards; they never change."""

    name: str
    label: str
    description: str
    ratings: Mapping[str, int]


@dataclass(frozen=True)
class SuspensionShape:
    """Since when an account can change nothing, and why."""

    since: datetime
    reason: str


@dataclass(frozen=True)
class UndeliverableShape:
    """Since when no mails go to an address, because they do not arrive, and what the mail server said."""

    since: datetime
    reason: str


@dataclass(frozen=True)
class MeShape:
    """The account that asks. owner: of a bot account. turns: how many wait for you. undeliverable: that your address,
    or that of the owner of a bot account, gets no mails any more; on the site one can let them go there again."""

    name: str
    owner: str | None
    language: str
    time_zone: str
    turns: int
    suspended: SuspensionShape | None
    undeliverable: UndeliverableShape | None


@dataclass(frozen=True)
class ResultsShape:
    """Games that were played to their end. won: alone; shared: won together with others."""

    played: int
    won: int
    shared: int


@dataclass(frozen=True)
class KindResultsShape:
    """Somebody's results in one kind of game. with_people: games at whose end at least one other person played;
    with_bots: all others."""

    kind: str
    title: str
    with_people: ResultsShape
    with_bots: ResultsShape


@dataclass(frozen=True)
class ReliabilityShape:
    """How somebody plays by correspondence, in their latest games. asked: turns in which their time ran; in_time: those
    that they answered in time; abandoned: games that they left early; answers: how many times to answer are known;
    half_within: half of them took at most so many seconds, null if more than a week."""

    games: int
    asked: int
    in_time: int
    abandoned: int
    answers: int
    half_within: int | None


@dataclass(frozen=True)
class ProfileShape:
    """Who one is."""

    name: str
    page: str
    member_since: datetime
    kinds: Sequence[KindResultsShape]
    reliability: ReliabilityShape


@dataclass(frozen=True)
class FriendShape:
    """Somebody and you: friends, or asked by you, or asking you."""

    name: str
    standing: Literal["friend", "asked", "asking"]


@dataclass(frozen=True)
class BlockShape:
    """Somebody whom you have blocked."""

    name: str
    since: datetime


@dataclass(frozen=True)
class PlayedGameShape:
    """A game of yours that is over. game, name, other_people: null if you had left it and may not see it any more.
    ended_at: of a game that you had left, when you left it. rank, score: null if no result counts for you; shared:
    whether others have the same rank. left: why somebody else played in your seat at the end, null: nobody did.
    other_people: how many other people played at the end; others: the names at the other seats. asked, in_time: see
    Reliability. picks: the roles that you picked, in order."""

    game: str | None
    name: str | None
    kind: str
    players: int
    other_people: int | None
    others: Sequence[str]
    seat: int
    rank: int | None
    shared: bool
    score: int | None
    left: str | None
    asked: int
    in_time: int
    picks: Sequence[str]
    ended_at: datetime


@dataclass(frozen=True)
class SeatScoresShape:
    """Your games in one seat, at tables of one size."""

    players: int
    seat: int
    games: int
    mean_score: float
    mean_rank: float
    won: int


@dataclass(frozen=True)
class PickShape:
    """A role. name: in your language. times: how often it was picked; of openings, how many games you began with it.
    won: how many of these games you won; of picks 0."""

    key: str
    name: str
    times: int
    won: int


@dataclass(frozen=True)
class KindStatisticsShape:
    """Your games of one kind, to the end."""

    kind: str
    title: str
    games: int
    seats: Sequence[SeatScoresShape]
    picks: Sequence[PickShape]
    openings: Sequence[PickShape]


@dataclass(frozen=True)
class OpponentShape:
    """Games against one person; ahead: those in which your rank was better."""

    name: str
    games: int
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True)
class OwnStatisticsShape:
    """What you are told of your own games. Roles are counted in your latest games only."""

    kinds: Sequence[KindStatisticsShape]
    opponents: Sequence[OpponentShape]


@dataclass(frozen=True)
class BotAccountShape:
    """A bot account of yours. games: how many it plays in at present."""

    name: str
    made_at: datetime
    games: int


@dataclass(frozen=True)
class TokenShape:
    """A token, without the token itself. account: whom a program with it is signed in as; scopes: what it may do of
    what the account may ("read", "play", "manage"); last_used_at: to the hour, null if never."""

    handle: str
    name: str
    account: str
    made_at: datetime
    expires_at: datetime | None
    scopes: Sequence[str]
    last_used_at: datetime | None


@dataclass(frozen=True)
class MadeTokenShape(TokenShape):
    """A token just made. token: the token itself, told this once: keep it secret."""

    token: str


@dataclass(frozen=True)
class ProblemShape:
    """An error (RFC 9457, application/problem+json). type: an address that explains it; detail: this very case, in your
    language. Some kinds tell more, in members of their own: see the address."""

    type: str
    title: str
    status: int
    detail: str


@dataclass(frozen=True)
class ProblemKindShape:
    """A kind of error. members: what it tells besides type, title, status and detail."""

    type: str
    name: str
    status: int
    title: str
    meaning: str
    members: Mapping[str, str]


@dataclass(frozen=True)
class TournamentShape:
    """A tournament.

    status: "entry" while it takes entries, then "running", "finished" or "cancelled". entry: who may enter: "open",
    "link" or "invited". entry_until: when it starts by itself, null: when its organiser starts it. places: how many
    can enter; taken: how many have; waiting: how many wait for a place, until it starts; fewest: how many it needs.
    code: what others need to enter, for the organiser alone and only where it needs one. round: how many rounds have
    begun, of `rounds`.
    filling: whether "bots" of `bot_level` take free places or people have "byes". you: "invited",
    "waiting" for a place, "entered" or "dropped"; null: you are not in it.
    """

    id: str
    url: str
    page: str
    name: str
    kind: str
    title: str
    organiser: str
    status: str
    entry: str
    code: str | None
    entry_until: datetime | None
    places: int
    taken: int
    waiting: int
    fewest: int
    table_size: int
    rounds: int
    round: int
    filling: str
    bot_level: str | None
    rated: bool
    options: Mapping[str, str]
    turn_limit: int
    started_at: datetime | None
    ended_at: datetime | None
    you: str | None


@dataclass(frozen=True)
class TournamentSeatShape:
    """Who sits at a table, in the order of the seats. points: what the table has given; null while it is not over."""

    name: str
    person: str | None
    points: int | None
    score: int | None


@dataclass(frozen=True)
class TournamentTableShape:
    """A table of a round. url: of its game, which you may have no right to see; status: of the game, as in a game."""

    round: int
    table: int
    game: str
    url: str
    status: str
    seats: Sequence[TournamentSeatShape]


@dataclass(frozen=True)
class TournamentLineShape:
    """A line of the standings.

    person: the name of their account, null for bots. opponents: the mean of the points of all whom they have met.
    share: their victory points by the average of the table. firsts: how often they were first. drawn: only a draw has
    told them from a neighbour. dropped_out: they play no more.
    """

    place: int
    name: str
    person: str | None
    points: int
    opponents: float
    share: float
    firsts: int
    byes: int
    drawn: bool
    dropped_out: bool


@dataclass(frozen=True)
class TournamentStandingsShape:
    """The standings of a tournament from the first place on, and the tables of all rounds that have begun."""

    standings: Sequence[TournamentLineShape]
    tables: Sequence[TournamentTableShape]
