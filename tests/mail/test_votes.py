"""Voting by mail: the mail that asks, its links, and the replies to it, in several languages."""

from __future__ import annotations

import re
from email.message import EmailMessage
from itertools import count

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.engine.name_tables import LANGUAGES
from games.mail import feeder, inbox, votes
from games.mail.addresses import accepted_token, vote_address
from games.mail.compose import ComposedMail
from games.models import Ballot, Delivery, Game, IncomingMail, Notification, Proposal, TalkMessage
from games.notifications import delivery
from games.people.models import User
from games.table.line_reading import shown_command
from games.table.proposals.actions import propose, vote, withdraw
from games.table.resignation import resign
from tests.mail.conftest import acknowledgement_of, mail_of

pytestmark = pytest.mark.django_db

Status = Proposal.Status
_numbers = count(1)


@pytest.fixture
def proposal(game: Game, anna: User) -> Proposal:
    """Of Anna, to Bob and Chris; both must agree."""
    return propose(game.pk, anna, "end", {})


def row_to(person: User) -> Delivery:
    return Delivery.objects.get(user=person, kind=Notification.Kind.PROPOSAL)


def asking(person: User) -> ComposedMail:
    return mail_of(row_to(person))


def ballot_of(proposal: Proposal, person: User) -> Ballot:
    return proposal.ballots.get(person=person)


def reply(ballot: Ballot, words: str, *, sender: str = "", **headers: str) -> IncomingMail:
    message = EmailMessage()
    message["From"] = sender or ballot.person.email
    message["To"] = votes.reply_address_of(ballot)
    message["Subject"] = "Re: vote"
    message["Message-ID"] = f"<vote{next(_numbers)}@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(words)
    token = accepted_token(votes.reply_address_of(ballot))
    assert token is not None
    incoming, _new = feeder.store(message.as_bytes(), token=token, sender=ballot.person.email)
    inbox.read(incoming.pk)
    incoming.refresh_from_db()
    return incoming


def test_the_mail_says_what_is_proposed_by_whom_and_how_to_answer(proposal: Proposal, bob: User) -> None:
    mail = asking(bob)
    for text in (mail.text, mail.html):
        assert "anna" in text
        assert "End the game without a result." in text
        assert "all must agree" in text
        assert votes.vote_url(ballot_of(proposal, bob), "yes") in text
        assert votes.vote_url(ballot_of(proposal, bob), "no") in text
    assert mail.reply_to == votes.reply_address_of(ballot_of(proposal, bob))
    assert "vote" in mail.subject


def test_it_is_sent_to_those_who_have_not_voted_alone(proposal: Proposal, anna: User, bob: User, chris: User) -> None:
    assert not Delivery.objects.filter(user=anna, kind=Notification.Kind.PROPOSAL).exists()
    vote(proposal.pk, bob, agrees=True)
    for person in (bob, chris):
        delivery.deliver(row_to(person).pk)
    assert [row_to(person).status for person in (bob, chris)] == [Delivery.Status.DROPPED, Delivery.Status.SENT]


def test_it_is_not_sent_once_it_is_decided(proposal: Proposal, anna: User, bob: User) -> None:
    withdraw(proposal.pk, anna)
    assert row_to(bob).status == Delivery.Status.DROPPED


@pytest.mark.parametrize(("words", "agrees"), [("yes", True), ("No.", False), ("YES!\n\nAnna\n", True)])
def test_a_reply_votes(proposal: Proposal, bob: User, words: str, agrees: bool) -> None:
    ballot = ballot_of(proposal, bob)
    incoming = reply(ballot, f"{words}\n\n> --- write above this line ---\n> no\n")
    ballot.refresh_from_db()
    assert (incoming.status, ballot.agrees) == (IncomingMail.Status.DONE, agrees)
    answer = mail_of(acknowledgement_of(incoming))
    assert ("You have said yes." if agrees else "You have said no.") in answer.text
    assert "without a result" in answer.text


@pytest.mark.parametrize("words", ["say: A pity.\nSay: But well.\n\nno\n", "no\n\nsay: A pity.\nsay: But well.\n"])
def test_a_reply_votes_and_says_something_to_the_others(proposal: Proposal, bob: User, words: str) -> None:
    ballot = ballot_of(proposal, bob)
    incoming = reply(ballot, words)
    ballot.refresh_from_db()
    assert ballot.agrees is False
    assert TalkMessage.objects.values_list("by__username", "text").get() == ("bob", "A pity.\nBut well.")
    assert "is said at the table" in mail_of(acknowledgement_of(incoming)).text


def test_what_a_reply_says_to_the_others_is_no_vote(proposal: Proposal, bob: User) -> None:
    incoming = reply(ballot_of(proposal, bob), "say: yes\n")
    assert proposal.ballots.get(person=bob).agrees is None
    assert "Your vote was not counted." in mail_of(acknowledgement_of(incoming)).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_in_every_language_the_words_of_its_mail_vote(
    proposal: Proposal, bob: User, language: str, choice: str, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English"), *((other, other) for other in LANGUAGES)]
    User.objects.filter(pk=bob.pk).update(language=language)
    ballot = ballot_of(proposal, bob)
    with translation.override(language):
        word = shown_command(choice)
        assert votes.read_vote([word]) is votes.read_vote([choice]) is (choice == "yes")
    assert word != choice
    assert word in asking(User.objects.get(pk=bob.pk)).text
    reply(ballot, word.capitalize())
    ballot.refresh_from_db()
    assert ballot.agrees is (choice == "yes")


@pytest.mark.parametrize("words", ["maybe", "", "yes and no", "1"])
def test_what_is_neither_yes_nor_no_is_answered_and_counts_nothing(proposal: Proposal, bob: User, words: str) -> None:
    ballot = ballot_of(proposal, bob)
    incoming = reply(ballot, words)
    ballot.refresh_from_db()
    assert ballot.agrees is None
    answer = mail_of(acknowledgement_of(incoming)).text
    assert "not counted" in answer
    assert "yes or no" in answer


def test_a_reply_from_another_address_counts_nothing_and_its_person_is_told(
    proposal: Proposal, anna: User, bob: User
) -> None:
    ballot = ballot_of(proposal, bob)
    incoming = reply(ballot, "yes", sender=anna.email)
    ballot.refresh_from_db()
    assert ballot.agrees is None
    assert acknowledgement_of(incoming).address == bob.email


def test_a_reply_whose_sender_is_forged_counts_nothing(proposal: Proposal, bob: User, settings: Settings) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    ballot = ballot_of(proposal, bob)
    incoming = reply(
        ballot, "yes", Authentication_Results="mx.example.org; dmarc=fail header.from=example.org; spf=fail; dkim=fail"
    )
    ballot.refresh_from_db()
    assert ballot.agrees is None, incoming.outcome


def test_an_automatic_reply_is_ignored(proposal: Proposal, bob: User) -> None:
    ballot = ballot_of(proposal, bob)
    assert reply(ballot, "yes", Auto_Submitted="auto-replied").status == IncomingMail.Status.IGNORED
    ballot.refresh_from_db()
    assert ballot.agrees is None


def test_a_reply_that_comes_too_late_says_so(proposal: Proposal, anna: User, bob: User) -> None:
    withdraw(proposal.pk, anna)
    incoming = reply(ballot_of(proposal, bob), "yes")
    assert "not open any more" in mail_of(acknowledgement_of(incoming)).text


def test_a_reply_of_who_has_resigned_counts_nothing(game: Game, proposal: Proposal, bob: User) -> None:
    resign(game.pk, bob)
    incoming = reply(ballot_of(proposal, bob), "yes")
    assert "no vote" in mail_of(acknowledgement_of(incoming)).text


def test_a_made_up_address_is_none_of_ours(proposal: Proposal, bob: User) -> None:
    address = vote_address(ballot_of(proposal, bob).pk)
    assert accepted_token(address) is not None
    assert accepted_token(re.sub(r"\+\d+", "+4711", address)) is None


# --- Links -----------------------------------------------------------------------------------------------------------


def path_of(ballot: Ballot, choice: str) -> str:
    return "/" + votes.vote_url(ballot, choice).split("/", 3)[3]


def test_a_link_shows_a_form_and_only_its_button_votes(proposal: Proposal, bob: User, client: Client) -> None:
    ballot = ballot_of(proposal, bob)
    page = client.get(path_of(ballot, "yes"))
    ballot.refresh_from_db()
    assert (page.status_code, ballot.agrees) == (200, None)
    assert "End the game without a result." in page.content.decode()
    done = client.post(path_of(ballot, "yes"))
    ballot.refresh_from_db()
    assert (done.status_code, ballot.agrees) == (200, True)
    assert "You have said yes." in done.content.decode()
    client.post(path_of(ballot, "no"))
    assert Proposal.objects.get(pk=proposal.pk).status == Status.REFUSED


def test_a_link_expires_with_its_proposal(proposal: Proposal, anna: User, bob: User, client: Client) -> None:
    withdraw(proposal.pk, anna)
    ballot = ballot_of(proposal, bob)
    assert client.get(path_of(ballot, "yes")).status_code == 410
    assert client.post(path_of(ballot, "yes")).status_code == 410
    ballot.refresh_from_db()
    assert ballot.agrees is None


def test_a_link_that_was_made_up_leads_nowhere(proposal: Proposal, bob: User, client: Client) -> None:
    address = path_of(ballot_of(proposal, bob), "yes")
    assert client.get(address.replace("/yes/", "/perhaps/")).status_code == 404
    assert client.get(f"{address[:-9]}xx/yes/").status_code == 404


def test_the_end_by_concession_is_told_in_the_mail_about_the_end(
    game: Game, anna: User, bob: User, chris: User
) -> None:
    proposal = propose(game.pk, anna, "concede", {})
    for person in (bob, chris):
        vote(proposal.pk, person, agrees=True)
    end = Delivery.objects.get(user=bob, kind=Notification.Kind.END)
    assert "It ended early" in mail_of(end).text


def test_a_reply_that_cannot_be_read_is_answered_once_a_day(proposal: Proposal, bob: User) -> None:
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(100))
    token = accepted_token(votes.reply_address_of(ballot_of(proposal, bob)))
    assert token is not None
    written = []
    for number in range(2):
        incoming, _new = feeder.store(b"Subject: %d\n" % number + parts, token=token, sender=bob.email)
        inbox.read(incoming.pk)
        incoming.refresh_from_db()
        assert incoming.status == IncomingMail.Status.FAILED
        written.append(incoming)
    answered = mail_of(acknowledgement_of(written[0]))
    assert "Your vote was not counted." in answered.text
    assert "could not be read" in answered.text
    assert Delivery.objects.filter(user=bob, kind=Notification.Kind.REPLY).count() == 1
