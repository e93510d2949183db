"""Composes our mails: each delivery by mail becomes text and HTML in its reader's language and time zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board import reference_title
from games.clock_words import clock_facts
from games.engine.ended_orders import line_for
from games.engine.left_questions import LEAVE
from games.engine.plans import NEXT
from games.engine.registry import game as rules_of
from games.mail import digest, held_mails, operator_mail, talk, votes
from games.mail.acknowledgement import Acknowledgement
from games.mail.addresses import reply_address, thread_id
from games.mail.drawing import picture_of, text_of
from games.mail.neutralize import neutralize
from games.mail.optout_links import opt_out_url
from games.mail.question import MailBoard, MailQuestion, mail_board, mail_question, option_texts
from games.mail.quoting import marker_line
from games.mail.say_lines import SAY
from games.mail.typed_days import away_example
from games.mail.unsubscribe import mute_url
from games.models.notifications import MAIL, Delivery, Notification
from games.models.proposals import Proposal
from games.models.resignation import ResignationCode
from games.models.seeks import SeekFind
from games.models.table import Game, Seat
from games.models.tournaments import TournamentTable
from games.models.turns import Turn
from games.notifications.adoption import notification_of
from games.notifications.pacing import notices_told_in
from games.notifications.relevance import talk_untold
from games.people.models import User
from games.site_urls import absolute_url
from games.table import advisers, queries, reply_tokens, resignation, seat_orders, takeback
from games.table.agreed_ends import was_conceded
from games.table.days_away import today_of
from games.table.invitations import invitation_proof
from games.table.line_reading import line_reader, shown_command, shown_lines
from games.table.positions import secret_commitment, stored_position
from games.table.proposals.registry import find_kind
from games.table.proposals.telling import sentence_of
from games.table.talk_shown import MAX_LISTED, ShownMessage, shown
from games.wording import absolute_time, in_words, plan_in_words

PICTURE_ID: Final = "board"
_LINK: Final = re.compile(r"https?://\S+")
_LIST: Final = re.compile(r"- .*(?:\n- .*)*")
_KIND_TEMPLATES: Final = {kind: f"mail/{kind.value}" for kind in Notification.Kind}
_INLINER: Final = css_inline.CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)


@dataclass(frozen=True)
class ComposedMail:
    """The content of a mail, ready for `games.mail.message`."""

    subject: str
    text: str
    html: str
    picture: bytes | None
    """The HTML shows it as cid:board."""
    reply_to: str
    """Empty if the mail cannot be answered."""
    references: tuple[str, ...]
    """Message-IDs of its thread; the last one is of the mail that it answers."""
    options: tuple[str, ...]
    """The canonical texts of its options, in the order of their numbers."""
    unsubscribe_url: str
    """Where a click ends all mails of the game, or all invitations."""
    written_by: str = ""
    """Where an answer goes if not to us."""
    original: bytes = b""
    """A mail that is attached as it came."""
    early: bool = False
    """It asks for a plan: lines that answer it are wishes."""


@dataclass(frozen=True)
class Code:
    """A resignation code, and when it expires, in words."""

    words: str
    until: str


@dataclass
class _Draft:
    """What the builder of a kind of mail fills in."""

    topic: str
    """For the subject."""
    first: str
    """The first line, which says what the mail is about."""
    more: dict[str, Any] = field(default_factory=dict)
    """The context of the kind's templates."""
    question: MailQuestion | None = None
    board: MailBoard | None = None
    reply_to: str = ""
    answers: str = ""
    written_by: str = ""
    original: bytes = b""
    early: bool = False
    without_board: bool = False

    @property
    def wants_board(self) -> bool:
        """Whether the reader has just asked for the board."""
        acknowledgement = self.more.get("acknowledgement")
        return acknowledgement is not None and "board" in acknowledgement.show


def compose(delivery: Delivery, *, pictures: bool = True) -> ComposedMail:
    """The content of a row's mail, in its reader's language and time zone; pictures: whether it has its picture."""
    notification = notification_of(delivery)
    reader = notification.user
    host = notification.game.host if notification.game else None
    written_in = notification.content.get("language", settings.LANGUAGE_CODE)
    language = reader.reading_language if reader else host.reading_language if host else written_in
    zone = ZoneInfo(reader.time_zone if reader else host.time_zone if host else settings.TIME_ZONE)
    with translation.override(language), timezone.override(zone):
        return _render(
            delivery,
            notification,
            _DRAFT_BUILDERS[Notification.Kind(notification.kind)](notification),
            pictures=pictures,
        )


def _turn(notification: Notification) -> _Draft:
    assert notification.turn is not None
    asked = mail_question(notification.turn)
    if asked.early:
        return _Draft(
            topic=_("you can plan: %(stage)s") % {"stage": asked.stage},
            first=_("You can answer before it is your turn. %(question)s") % {"question": asked.prompt},
            question=asked,
            early=True,
        )
    return _Draft(
        topic=_("your turn: %(stage)s") % {"stage": asked.stage},
        first=asked.prompt,
        question=asked,
        # The mail before, which asked for a plan, shows the board.
        without_board=notification.cause != str(notification.turn.pk),
    )


def _reminder(notification: Notification) -> _Draft:
    assert notification.turn is not None
    asked = mail_question(notification.turn)
    return _Draft(
        topic=_("reminder, your turn: %(stage)s") % {"stage": asked.stage}, first=asked.prompt, question=asked
    )


def _digest(notification: Notification) -> _Draft:
    assert notification.user is not None
    row = notification.deliveries.get(channel=MAIL)
    questions = digest.questions_of(notification.user)
    news = [
        _TOLD_BRIEFLY[Notification.Kind(told.kind)](notification_of(told)).first
        for told in digest.told_besides(row, [*_TOLD_BRIEFLY])
    ]
    talks = [
        _bundled_talk(notification_of(told), notification.user)
        for told in digest.told_besides(row, [Notification.Kind.TALK])
    ]
    more = {
        "questions": questions,
        "news": news,
        "talks": talks,
        "preferences": absolute_url(f"{reverse('preferences')}#mails"),
    }
    if not questions:
        return _Draft(topic=_("news of your games"), first=_("You are asked nothing now."), more=more)
    count = len(questions)
    topic = ngettext("{count} question", "{count} questions", count).format(count=count)
    first = ngettext("You are asked in {count} game.", "You are asked in {count} games.", count).format(count=count)
    return _Draft(topic=topic, first=first, more=more)


def _bundled_talk(told: Notification, person: User) -> dict[str, Any]:
    assert told.seat is not None
    return {"game": told.game, "said": _untold(told), "reply_to": talk.reply_address_of(told.seat, person)}


def _reply(notification: Notification) -> _Draft:
    show = _notation_of(notification.game)
    acknowledgement = _shown(Acknowledgement.from_json(notification.content), show)
    turn = (
        Turn.objects.filter(pk=acknowledgement.open_turn, status=Turn.Status.OPEN).first()
        if acknowledgement.open_turn
        else None
    )
    asked = mail_question(turn) if turn else None
    headline = _headline(acknowledgement)
    draft = _Draft(
        topic=headline.rstrip("."),
        first=f"{headline} {asked.prompt}" if asked else headline,
        more={
            "acknowledgement": acknowledgement,
            "help": _help(asked, notification.seat) if "help" in acknowledgement.show else (),
            "code": _code(acknowledgement),
            "link": held_mails.confirm_url(acknowledgement.link) if acknowledgement.link else "",
            "link_until": absolute_time(held_mails.confirm_link_expiry()),
            "orders": _orders(acknowledgement, notification.seat),
            "ordered": _ordered(notification.seat),
            "next_pick": acknowledgement.next_pick,
            "plan": plan_in_words(acknowledgement.planned, show) if acknowledgement.planned else "",
            "undo_to": _address_for_undo(notification.seat, asked)
            if acknowledgement.done and notification.seat
            else "",
        },
        question=asked,
        answers=acknowledgement.in_reply_to,
        early=asked.early if asked else bool(acknowledgement.planned),
    )
    if asked is None and acknowledgement.planned and acknowledgement.turn is not None:
        planned = Turn.objects.filter(pk=acknowledgement.turn).exclude(status=Turn.Status.CLOSED).first()
        draft.reply_to = reply_address(planned.token) if planned else ""
    elif asked is None and notification.game is not None and notification.seat is not None:
        # A mail without a question can be answered, too ("board", "undo"), if there is a token with power.
        last = reply_tokens.reply_turn(notification.seat)
        draft.reply_to = reply_address(last.token) if last else ""
        if "board" in acknowledgement.show and notification.game.position is not None:
            rules = rules_of(notification.game.kind)
            draft.board = mail_board(notification.game, notification.seat, stored_position(notification.game), rules)
    return draft


def _notation_of(game: Game | None) -> Callable[[str], str]:
    """How canonical lines of this game are shown in the active language."""
    return line_reader(rules_of(game.kind)).show if game is not None else str


def _shown(acknowledgement: Acknowledgement, show: Callable[[str], str]) -> Acknowledgement:
    """The same with its canonical lines as the reader may write them; what they wrote themselves stays."""
    failed = acknowledgement.failed
    return replace(
        acknowledgement,
        done=[show(line) for line in acknowledgement.done],
        next_pick=[show(line) for line in acknowledgement.next_pick],
        orders=[show(line) for line in acknowledgement.orders],
        failed=replace(failed, legal=tuple(show(line) for line in failed.legal)) if failed else None,
    )


def _orders(acknowledgement: Acknowledgement, seat: Seat | None) -> Sequence[str]:
    """The standing orders to tell: the mail has given one, or asks for them."""
    if "orders" in acknowledgement.show and seat is not None:
        lines = shown_lines(rules_of(seat.game.kind), seat_orders.lines_of(seat))
        return lines or [_("You have no standing orders in this game.")]
    return acknowledgement.orders


def _ordered(seat: Seat | None) -> Sequence[str]:
    """What standing orders have played since the reader wrote last."""
    return seat_orders.acted_since_last_answer(seat) if seat is not None else ()


def _code(acknowledgement: Acknowledgement) -> Code | None:
    """The resignation code in this mail; None if there is none, or it is not valid any more."""
    code = ResignationCode.objects.filter(pk=acknowledgement.code).first() if acknowledgement.code else None
    words = resignation.code_text(code) if code else ""
    return Code(words, absolute_time(code.expires_at)) if code and words else None


def _address_for_undo(seat: Seat, asked: MailQuestion | None) -> str:
    """Where the answer that this mail acknowledges can be taken back, if its reply address is for another turn."""
    newest = reply_tokens.newest_answered(seat)
    if asked is None or newest is None or newest.pk == asked.turn.pk or not takeback.can_undo(seat.game, seat):
        return ""
    return reply_address(newest.token)


def _help(asked: MailQuestion | None, seat: Seat | None) -> Sequence[tuple[str, str]]:
    """What can be written in an answer, and what it does; the options show the moves.

    seat: of the reader. What its game does not have is left out.
    """
    game = seat.game if seat is not None else None
    has_picks = bool(seat and game and game.position and stored_position(game).next_pick(seat.index))
    possible = advisers.order_kinds(rules_of(game.kind), game) if game else ()
    show = _notation_of(game)
    conditions = [show(line) for line in rules_of(game.kind).condition_examples()] if game else []
    condition = _("in a plan: only if it brings at least so much; “%(line)s”: only if it costs at most so much")
    ended = _("ends your standing order of this kind: you are asked again")
    adviser = [(show(order.example), in_words(order.label)) for order in possible if order.kind == LEAVE]
    next_pick = (
        f"{shown_command(NEXT)} …",
        _("what you want to pick the next time; lines below it are for what follows"),
    )
    orders = (shown_command("orders"), _("lists your standing orders; “stop orders” ends them"))
    away = (
        [(away_example(today_of(seat.user)), _("you are away until that day; “back” ends it"))]
        if seat is not None and seat.user is not None
        else []
    )
    undo = _("takes back your plan; or your last answer to this mail, while nobody has moved since")
    resign = _("sends you a code; with it you give up your seat, and a bot plays on")
    return (
        ("2", _("the option with this number in the mail that you answer (first line only)")),
        (asked.example if asked else _("words"), _("a move in words, as the options show them")),
        (shown_command("board"), _("shows the board")),
        (shown_command("moves"), _("shows what you can do now")),
        (shown_command("ask"), _("in a plan: asks you when the lines above it are not possible")),
        (shown_command("wait"), _("plans nothing: you are asked when it is your turn")),
        *([(conditions[0], condition % {"line": conditions[1]})] if conditions else []),
        *([next_pick] if has_picks else []),
        *([orders, (show(line_for(possible[0].kind)), ended)] if possible else []),
        *adviser,
        *away,
        (f"{shown_command(SAY)}: …", _("says this to the others at the table")),
        (shown_command("undo"), undo),
        (shown_command("resign"), resign),
        (shown_command("help"), _("this text")),
    )


def _headline(acknowledgement: Acknowledgement) -> str:
    if acknowledgement.headline and not acknowledgement.failed:
        return acknowledgement.headline
    if acknowledgement.failed or (acknowledgement.done and acknowledgement.not_tried):
        return _("Played in part.") if acknowledgement.done else _("Nothing was played.")
    if acknowledgement.orders and not acknowledgement.done:
        return _("Your order stands.")
    if (acknowledgement.planned or acknowledgement.next_pick) and not acknowledgement.done:
        return _("Saved for your turn.")
    if acknowledgement.done and acknowledgement.ahead:
        return _("Saved for your turn.")
    if acknowledgement.done:
        return _("Played.")
    if acknowledgement.notes:
        return acknowledgement.notes[0]
    return _("Here is what you asked for.")


def _start(notification: Notification) -> _Draft:
    assert notification.game is not None
    assert notification.seat is not None
    rules = rules_of(notification.game.kind)
    options = [
        *_tournament(notification.game),
        *queries.chosen_options(notification.game),
        (_("Who may watch"), notification.game.get_visibility_display()),
        *_rated(notification.game),
        *_advisers(notification.game),
    ]
    sought = SeekFind.objects.filter(game=notification.game, person=notification.seat.user_id).exists()
    first = _("%(game)s begins: a game of %(kind)s.")
    if sought:
        first = _("%(game)s begins: a game of %(kind)s. It was found by your seek.")
    return _Draft(
        topic=_("the game begins"),
        first=first % {"game": notification.game.name, "kind": in_words(rules.title)},
        more={
            "table": _player_list(notification.game),
            "options": options,
            "clock": clock_facts(notification.game.time_control, notification.game.takeover),
            "secret_hash": secret_commitment(notification.game),
            "seeks": absolute_url(reverse("seeks")) if sought else "",
        },
    )


def _tournament(game: Game) -> list[tuple[str, str]]:
    """Of which tournament the game is, and in which round."""
    table = TournamentTable.objects.select_related("round__tournament").filter(game=game).first()
    if table is None:
        return []
    text = _("“%(name)s”, round %(round)s of %(rounds)s: the standings are on the page of the tournament, %(page)s")
    tournament = table.round.tournament
    page = absolute_url(reverse("tournament", args=[tournament.pk]))
    values = {"name": tournament.name, "round": table.round.number, "rounds": tournament.rounds, "page": page}
    return [(_("Tournament"), text % values)]


def _player_list(game: Game) -> list[str]:
    """The players in the order of their seats, without free seats."""
    names = queries.player_names(game)
    return [
        names[place]
        for place, seat in enumerate(game.seats.order_by("index"))
        if seat.user_id is not None or seat.bot_level
    ]


def _end(notification: Notification) -> _Draft:
    assert notification.game is not None
    assert notification.seat is not None
    rules, position, names = (
        rules_of(notification.game.kind),
        stored_position(notification.game),
        queries.player_names(notification.game),
    )
    lines = sorted(rules.score_sheet(position), key=lambda line: (line.rank, line.seat))
    told = queries.result_names(list(notification.game.seats.select_related("user__owner")))
    winners = [told[line.seat] for line in lines if line.rank == 1]
    won = ngettext("%(game)s is over: %(winners)s won.", "%(game)s is over: %(winners)s won.", len(winners))
    standings = [
        {
            "rank": line.rank,
            "name": names[line.seat],
            "mine": line.seat == notification.seat.index,
            "total": line.total,
            "tie_break": line.tie_break,
            "parts": [(in_words(part.label), part.points) for part in line.parts],
        }
        for line in lines
    ]
    conceded = _("It ended early: the players agreed that the points as they were count.")
    return _Draft(
        topic=_("final standings"),
        first=won % {"game": notification.game.name, "winners": ", ".join(winners)},
        more={
            "standings": standings,
            "ordered": _ordered(notification.seat),
            "conceded": conceded if was_conceded(notification.game) else "",
            "tie_break": queries.tie_break_title(notification.game.kind),
            "result": absolute_url(reverse("result", args=[notification.game.share_code])),
            "record": absolute_url(reverse("game-record", args=[notification.game.pk])),
            "secret": notification.game.secret if rules.hides else "",
        },
        board=mail_board(notification.game, notification.seat, position, rules),
    )


def _rated(game: Game) -> list[tuple[str, str]]:
    """What those who play must know of a rated game."""
    if not game.rated:
        return []
    return [
        (_("Rated"), _("yes: it counts for the ratings of the people who play; whoever leaves their seat has lost"))
    ]


def _advisers(game: Game) -> list[tuple[str, str]]:
    """The same of a game with advisers."""
    return [(_("Advisers"), _("allowed: players may leave questions to a bot"))] if game.allows_advisers else []


def _invitation(notification: Notification) -> _Draft:
    assert notification.game is not None
    assert notification.seat is not None
    game = notification.game
    rules = rules_of(game.kind)
    kind = in_words(rules.title)
    host = neutralize(game.host.username)
    return _Draft(
        topic=_("an invitation to a game of %(kind)s") % {"kind": kind},
        first=_("“%(host)s” invites you to a game of %(kind)s.") % {"host": host, "kind": kind},
        more={
            "host": host,
            "name": neutralize(game.name),
            "seats": game.seat_count,
            "table": [neutralize(name) for name in _player_list(game)],
            "options": [*queries.changed_options(game), *_rated(game), *_advisers(game)],
            "watching": game.get_visibility_display(),
            "clock": clock_facts(game.time_control, game.takeover),
            "has_account": notification.seat.invited_user_id is not None,
            "join": absolute_url(
                reverse("game-join", args=[game.pk, game.invitation_code, invitation_proof(notification.seat)])
            ),
        },
    )


def _notice(notification: Notification) -> _Draft:
    topic = str(notification.content["topic"])
    return _Draft(topic=topic, first=str(notification.content["text"]), more={"topic": topic})


def _proposal(notification: Notification) -> _Draft:
    """The question of a proposal, with a link for each vote."""
    proposal = Proposal.objects.select_related("by__owner", "game").get(pk=notification.content["proposal"])
    assert notification.user is not None
    ballot, kind = proposal.ballots.get(person=notification.user), find_kind(proposal.kind)
    sentence = sentence_of(proposal)
    return _Draft(
        topic=_("vote: %(proposal)s") % {"proposal": sentence.rstrip(".")},
        first=_("%(person)s proposes: %(proposal)s") % {"person": proposal.by.shown_name, "proposal": sentence},
        more={
            "explanation": kind.explanation,
            "share": kind.share.words,
            "until": absolute_time(proposal.open_until),
            "yes_url": votes.vote_url(ballot, votes.YES),
            "no_url": votes.vote_url(ballot, votes.NO),
        },
        reply_to=votes.reply_address_of(ballot),
    )


def _talk(notification: Notification) -> _Draft:
    """All that was said at a table since its person was told last, as far as they have not read it."""
    seat, person = notification.seat, notification.user
    assert seat is not None
    assert person is not None
    said = _untold(notification)
    count = len(said)
    return _Draft(
        topic=_("table talk"),
        first=ngettext("{count} new message at the table", "{count} new messages at the table", count).format(
            count=count
        ),
        more={"talk": said},
        reply_to=talk.reply_address_of(seat, person),
    )


def _untold(notification: Notification) -> list[ShownMessage]:
    game, person = notification.game, notification.user
    assert game is not None
    assert person is not None
    return shown(talk_untold(notification).select_related("by__owner")[:MAX_LISTED], game, person)


def _account(notification: Notification) -> _Draft:
    """The text of allauth's template, paragraph by paragraph: links, the code and lists are shown apart."""
    topic, code, button = (str(notification.content.get(part, "")) for part in ("topic", "code", "button"))
    first, *others = [
        paragraph.strip() for paragraph in re.split(r"\n\s*\n", str(notification.content["text"]).strip())
    ]
    parts = [
        {
            "text": text,
            "lines": text.split("\n") if _LIST.fullmatch(text) else [],
            "link": text if _LINK.fullmatch(text) else "",
            "code": bool(code) and text == code,
        }
        for text in others
    ]
    return _Draft(topic=topic, first=first, more={"topic": topic, "parts": parts, "button": button})


def _operator(notification: Notification) -> _Draft:
    """A mail that came for the operator: its text, and the whole mail as a file."""
    forwarded = operator_mail.forwarded_mail(notification)
    return _Draft(
        topic=_("to %(address)s: %(subject)s") % {"address": forwarded.box, "subject": forwarded.subject},
        first=_("This mail came to %(address)s.") % {"address": forwarded.box},
        more={"mail": forwarded},
        written_by=forwarded.reply_to,
        original=forwarded.raw,
    )


_DRAFT_BUILDERS: Final[Mapping[Notification.Kind, Callable[[Notification], _Draft]]] = {
    Notification.Kind.TURN: _turn,
    Notification.Kind.REPLY: _reply,
    Notification.Kind.START: _start,
    Notification.Kind.END: _end,
    Notification.Kind.INVITATION: _invitation,
    Notification.Kind.NOTICE: _notice,
    Notification.Kind.PROPOSAL: _proposal,
    Notification.Kind.ACCOUNT: _account,
    Notification.Kind.OPERATOR: _operator,
    Notification.Kind.REMINDER: _reminder,
    Notification.Kind.DIGEST: _digest,
    Notification.Kind.TALK: _talk,
}
_TOLD_BRIEFLY: Final[Mapping[Notification.Kind, Callable[[Notification], _Draft]]] = {
    Notification.Kind.START: _start,
    Notification.Kind.END: _end,
}
"""Kinds of which a mail about all games tells the first sentence."""
_SAY_HOW_TO_ANSWER: Final = (Notification.Kind.PROPOSAL, Notification.Kind.TALK)
"""Kinds whose mails say themselves how they are answered."""


def _render(delivery: Delivery, notification: Notification, draft: _Draft, *, pictures: bool) -> ComposedMail:
    asked, game = draft.question, notification.game
    content = notification.user.mail_content if notification.user else ""
    short = asked is not None and content == User.MailContent.SHORT and not draft.wants_board
    drawn = None if draft.without_board or short else asked.board if asked else draft.board
    picture = picture_of(drawn) if drawn and pictures and content == User.MailContent.PICTURE else None
    to_stranger = notification.kind == Notification.Kind.INVITATION
    unsubscribe_url = (
        opt_out_url(delivery.address)
        if to_stranger
        else mute_url(notification.user, game)
        if notification.user and game
        else ""
    )
    reply_to = asked.reply_to if asked else draft.reply_to
    context = draft.more | {
        "first": draft.first,
        "marker": marker_line() if reply_to else "",
        "reader": notification.user,
        "game": game,
        "kind": in_words(rules_of(game.kind).title) if game else "",
        "asked": asked,
        "short": short,
        "board": drawn,
        "board_text": text_of(drawn) if drawn else "",
        "picture": f"cid:{PICTURE_ID}" if picture else "",
        "page": absolute_url(reverse("game", args=[game.pk])) if game else absolute_url("/"),
        # Who reads a mail need not be signed in for these.
        "rules": absolute_url(reverse("rules", args=[game.kind])) if game else "",
        "rules_title": reference_title(game.kind) if game else "",
        "leave": unsubscribe_url,
        "to_stranger": to_stranger,
        # For those who may not know the site.
        "contact": absolute_url(reverse("contact"))
        if to_stranger or notification.kind == Notification.Kind.ACCOUNT
        else "",
        "answerable": bool(reply_to) and notification.kind not in _SAY_HOW_TO_ANSWER,
        "notices": notices_told_in(delivery),
    }
    template = _KIND_TEMPLATES[Notification.Kind(notification.kind)]
    return ComposedMail(
        # The subject of an invitation holds no words of its host, whom the reader may not know.
        subject=_subject(None if to_stranger else game, draft.topic),
        text=_tidied(render_to_string(f"{template}.txt", context)),
        html=_INLINER.inline(render_to_string(f"{template}.html", context)),
        picture=picture,
        reply_to=reply_to,
        references=tuple(filter(None, [thread_id(game.pk) if game else "", draft.answers])),
        options=tuple(option_texts(asked.options)) if asked else (),
        unsubscribe_url=unsubscribe_url,
        written_by=draft.written_by,
        original=draft.original,
        early=draft.early,
    )


def _subject(game: Game | None, topic: str) -> str:
    """The subject; all mails of a game begin alike, so that they are sorted and threaded together."""
    root = f"[prweb {game.name}]" if game else "[prweb]"
    return " ".join(f"{root} {topic}".split())[:250]


def _tidied(text: str) -> str:
    """Remove spaces at line ends, except in the signature mark, and all but one of several empty lines."""
    lines = [line if line == "-- " else line.rstrip() for line in text.strip("\n").split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"
