"""Answers as the known mail programs compose them: header above the quote, marks of the quote, markup, encodings."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from typing import Final

from tests.hostile.languages import ADDRESS, NAME, WHO, Words


@dataclass(frozen=True)
class Answer:
    """What somebody typed, in which language their program speaks, and the mail that it quotes."""

    lines: Sequence[str]
    words: Words
    original: str

    @property
    def typed(self) -> str:
        return "\n".join(self.lines)

    @property
    def typed_html(self) -> str:
        return "".join(f"<div>{escape(line)}</div>" for line in self.lines)

    @property
    def original_html(self) -> str:
        paragraphs = "".join(f"<p>{escape(line)}</p>" for line in self.original.split("\n"))
        return f"<html><body>{paragraphs}</body></html>"

    def quoted(self, mark: str = "> ") -> str:
        return "\n".join(f"{mark}{line}".rstrip() for line in self.original.split("\n"))

    def above(self, pattern: str) -> str:
        return pattern.format(who=WHO, name=NAME)


Compose = Callable[[Answer], EmailMessage]


def _with_quote(answer: Answer, header: str, mark: str = "> ", *, encoding: str = "quoted-printable") -> EmailMessage:
    """The answer, a line above the quote, the quote."""
    return _mail(f"{answer.typed}\n\n{header}\n{answer.quoted(mark)}\n", encoding=encoding)


def _html_only(compose: Compose, answer: Answer) -> EmailMessage:
    """As some settings of these programs and some servers on the way leave it."""
    html = compose(answer).get_body(("html",))
    assert html is not None
    return _mail(html=html.get_content())


def _mail(text: str = "", html: str = "", *, encoding: str = "quoted-printable", charset: str = "utf8") -> EmailMessage:
    message = EmailMessage()
    try:
        (text + html).encode(charset)
    except UnicodeError:
        charset = "utf-8"
    if text:
        message.set_content(text, cte=encoding, charset=charset)
        if html:
            message.add_alternative(html, subtype="html", cte=encoding, charset=charset)
    else:
        message.set_content(html, subtype="html", cte=encoding, charset=charset)
    return message


def _wrapped(line: str, width: int = 78) -> str:
    return "\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False))


def gmail_web(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.gmail)
    html = (
        f'<div dir="ltr">{answer.typed_html}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(header)}<br></div><blockquote class="gmail_quote" '
        f'style="margin:0px 0px 0px 0.8ex">{answer.original_html}</blockquote></div>\n'
    )
    return _mail(f"{answer.typed}\n\n{_wrapped(header)}\n\n{answer.quoted()}\n", html)


def gmail_app(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.gmail)
    html = (
        f'<div dir="auto">{answer.typed_html}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f"{escape(header)}<br></div><blockquote>{answer.original_html}</blockquote></div>"
    )
    return _mail(f"{answer.typed}\n\n{header.replace('<', '<' + chr(10), 1)}\n\n{answer.quoted()}\n", html)


def gmail_html_only(answer: Answer) -> EmailMessage:
    return _html_only(gmail_web, answer)


def outlook_desktop(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    block = "<br>".join(f"<b>{escape(line).replace(': ', ':</b> ', 1)}" for line in answer.words.header)
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style>'
        '</head><body lang="EN-GB"><div class="WordSection1">'
        + "".join(f'<p class="MsoNormal">{escape(line)}<o:p></o:p></p>' for line in answer.lines)
        + '<p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt">'
        f'<p class="MsoNormal">{block}<o:p></o:p></p></div></div>{answer.original_html}</div></body></html>'
    )
    return _mail(f"{answer.typed}\n\n \n\n{header}\n\n{answer.original}\n", html, encoding="base64")


def outlook_desktop_html_only(answer: Answer) -> EmailMessage:
    return _html_only(outlook_desktop, answer)


def outlook_classic_plain(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    return _mail(
        f"{answer.typed}\n\n-----{answer.words.original}-----\n{header}\n\n{answer.original}\n", encoding="8bit"
    )


def outlook_web(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    html = (
        f'<html><body><div class="elementToProof">{answer.typed_html}</div><div id="appendonsend"></div>'
        '<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">'
        f"{'<br>'.join(map(escape, answer.words.header))}</font></div>{answer.original_html}</body></html>"
    )
    return _mail(f"{answer.typed}\n________________________________\n{header}\n\n{answer.original}\n", html)


def outlook_web_html_only(answer: Answer) -> EmailMessage:
    return _html_only(outlook_web, answer)


def outlook_mobile(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    text = (
        f"{answer.typed}\n\n{answer.words.outlook}\n________________________________\n{header}\n\n{answer.original}\n"
    )
    return _mail(text, encoding="base64")


def windows_mail(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    return _mail(f"{answer.typed}\n\n{answer.words.outlook}\n\n{header}\n\n{answer.original}\n")


def hotmail(answer: Answer) -> EmailMessage:
    header = "\n".join(answer.words.header)
    return _mail(f"{answer.typed}\n\n{'_' * 40}\n\n{header}\n\n{answer.original}\n", encoding="base64")


def apple_mail(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.apple)
    html = (
        f'<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body '
        f'style="overflow-wrap: break-word;">{answer.typed_html}<div><br><blockquote type="cite"><div>{escape(header)}'
        f'</div><br class="Apple-interchange-newline"><div>{answer.original_html}</div></blockquote></div>'
        "</body></html>"
    )
    return _mail(f"{answer.typed}\n\n> {header}\n> \n{answer.quoted()}\n", html)


def apple_mail_above(answer: Answer) -> EmailMessage:
    return _mail(f"{answer.typed}\n\n{answer.above(answer.words.apple)}\n\n{answer.quoted()}\n")


def iphone(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.apple)
    html = (
        f'<html><body dir="auto">{answer.typed_html}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">'
        f'{escape(answer.words.iphone)}</div><div dir="ltr"><br><blockquote type="cite">{escape(header)}<br><br>'
        f'</blockquote></div><blockquote type="cite">{answer.original_html}</blockquote></body></html>'
    )
    text = f"{answer.typed}\n\n{answer.words.iphone}\n\n> {header}\n> \n> \ufeff{answer.quoted()[2:]}\n"
    return _mail(text, html)


def iphone_html_only(answer: Answer) -> EmailMessage:
    return _html_only(iphone, answer)


def thunderbird(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.thunderbird)
    message = _mail(f"{answer.typed}\n\n{header}\n{answer.quoted()}\n", encoding="8bit")
    message.set_param("format", "flowed")
    return message


def thunderbird_html_only(answer: Answer) -> EmailMessage:
    html = (
        f"<!DOCTYPE html><html><body><p>{'<br>'.join(map(escape, answer.lines))}</p>"
        f'<div class="moz-cite-prefix">{escape(answer.above(answer.words.thunderbird))}<br></div>'
        f'<blockquote type="cite" cite="mid:x@y">{answer.original_html}</blockquote></body></html>'
    )
    return _mail(html=html)


def thunderbird_signed(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.thunderbird)
    return _mail(f"{answer.typed}\n\n{header}\n{answer.quoted()}\n\n-- \nAnna Nagy\n+36 1 234 5678\n", encoding="8bit")


def yahoo(answer: Answer) -> EmailMessage:
    header = answer.above(answer.words.gmail)
    html = (
        f'<html><body><div class="ydp-wrapper">{answer.typed_html}</div><div class="yahoo_quoted" id="yahoo_quoted_1">'
        f"<div>{escape(header)}</div><div>{answer.original_html}</div></div></body></html>"
    )
    return _mail(f" {answer.typed}\n\n    {header}  \n \n {answer.original}\n", html)


def yahoo_html_only(answer: Answer) -> EmailMessage:
    return _html_only(yahoo, answer)


def yahoo_app(answer: Answer) -> EmailMessage:
    sent = {"en": "Sent from Yahoo Mail on Android", "de": "Gesendet von Yahoo Mail auf Android"}
    line = sent.get(answer.words.code, "Sent from Yahoo Mail for iPhone")
    header = answer.above(answer.words.gmail)
    return _mail(f"{answer.typed}\n\n{line} \n \n  {header}\n   {answer.original}\n")


def gmx(answer: Answer) -> EmailMessage:
    sender, sent, to, subject = answer.words.header
    block = [sent, sender.replace(WHO, f'"{NAME}" <{ADDRESS}>'), to, subject]
    html = (
        f'<html><head></head><body><div style="font-family: Verdana;"><div>{answer.typed_html}</div><div>&nbsp;<div '
        'name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">'
        f'{"<br/>".join(f"<b>{escape(line)}</b>" for line in block)}</div><div name="quoted-content">'
        f"{answer.original_html}</div></div></div></div></body></html>"
    )
    header = "\n".join(block)
    return _mail(f"{answer.typed}\n \n\n{header}\n\n{answer.original}\n", html)


def gmx_html_only(answer: Answer) -> EmailMessage:
    return _html_only(gmx, answer)


def web_de_app(answer: Answer) -> EmailMessage:
    signature = "-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet."
    return _mail(f"{answer.typed}\n\n{signature}\n\n{answer.above(answer.words.apple)}\n{answer.quoted()}\n")


def proton(answer: Answer) -> EmailMessage:
    header = f"On Friday, November 20th, 2026 at 10:15 AM, {WHO} wrote:"
    html = (
        f'<div style="font-family: Arial;">{answer.typed_html}</div><div class="protonmail_signature_block">'
        '<div>Sent with <a href="https://proton.me">Proton Mail</a> secure email.</div></div>'
        f'<div class="protonmail_quote">{header}<br>'
        f'<blockquote class="protonmail_quote" type="cite">{answer.original_html}</blockquote></div>'
    )
    text = f"{answer.typed}\n\nSent with Proton Mail secure email.\n\n{header}\n\n{answer.quoted()}\n"
    return _mail(text, html, encoding="base64")


def proton_html_only(answer: Answer) -> EmailMessage:
    return _html_only(proton, answer)


def proton_before_2023(answer: Answer) -> EmailMessage:
    header = f"------- Original Message -------\nOn Friday, November 20th, 2026 at 10:15, {WHO} wrote:"
    return _mail(f"{answer.typed}\n\n{header}\n\n\n{answer.quoted()}\n")


def k9(answer: Answer) -> EmailMessage:
    header = {"de": f"Am 20. November 2026 10:15:00 MEZ schrieb {WHO}:", "hu": f"{WHO} írta 2026. november 20-án:"}
    line = header.get(answer.words.code, f"On 20 November 2026 10:15:00 CET, {WHO} wrote:")
    return _mail(f"{answer.typed}\n\n{line}\n{answer.quoted('>')}\n")


def k9_header_block(answer: Answer) -> EmailMessage:
    block = "\n".join(answer.words.header)
    return _mail(f"{answer.typed}\n\n\n-------- {answer.words.original} --------\n{block}\n\n{answer.original}\n")


def fairemail(answer: Answer) -> EmailMessage:
    html = (
        f"<html><body>{answer.typed_html}<br><p>{escape(WHO)} Nov 20, 2026 10:15 AM</p>"
        f"<blockquote>{answer.original_html}</blockquote></body></html>"
    )
    return _mail(f"{answer.typed}\n\nNov 20, 2026 10:15:00 AM {WHO}:\n\n{answer.quoted()}\n", html)


def mutt(answer: Answer) -> EmailMessage:
    return _with_quote(answer, f"On Fri, Nov 20, 2026 at 10:15:00AM +0000, {NAME} wrote:", encoding="8bit")


def mutt_below_the_quote(answer: Answer) -> EmailMessage:
    header = f"On Fri, Nov 20, 2026 at 10:15:00AM +0000, {NAME} wrote:"
    return _mail(f"{header}\n{answer.quoted()}\n\n{answer.typed}\n\n-- \nAnna\n")


def alpine(answer: Answer) -> EmailMessage:
    return _with_quote(answer, f"On Fri, 20 Nov 2026, {NAME} wrote:\n", encoding="8bit")


def samsung(answer: Answer) -> EmailMessage:
    sender, sent, to, subject = answer.words.header
    galaxy = {
        "de": "Von meinem Galaxy gesendet",
        "hu": "Elküldve a Galaxy készülékemről",
        "pl": "Wysłane z mojego Galaxy",
    }
    signature = galaxy.get(answer.words.code, "Sent from my Galaxy")
    banner = f"-------- {answer.words.original} --------"
    block = "\n".join((sender, sent + " (GMT+01:00) ", to, subject + " "))
    html = (
        f'<html><body><div dir="auto">{answer.typed_html}</div><div id="composer_signature" dir="auto"><div>{signature}'
        f"</div></div><div><br></div><div><!-- originalMessage --><div>{banner}</div>"
        + "".join(f"<div>{escape(line)}</div>" for line in block.split("\n"))
        + f"<div><br></div></div>{answer.original_html}</body></html>"
    )
    return _mail(
        f"{answer.typed}\n\n\n\n{signature}\n\n\n{banner}\n{block}\n\n{answer.original}\n", html, encoding="base64"
    )


def samsung_html_only(answer: Answer) -> EmailMessage:
    return _html_only(samsung, answer)


def citromail(answer: Answer) -> EmailMessage:
    block = f"Feladó: {NAME} <{ADDRESS}>\nDátum: 2026. november 20. 10:15\nTárgy: [prweb]\nCímzett: anna@citromail.hu"
    return _mail(
        f"{answer.typed}\n\n\n----- Eredeti üzenet -----\n{block}\n\n{answer.original}\n", charset="iso-8859-2"
    )


def freemail_hu(answer: Answer) -> EmailMessage:
    html = (
        f"<html><body>{answer.typed_html}<br><div>{escape(WHO)} írta:</div>"
        f'<blockquote style="border-left: 2px solid">{answer.original_html}</blockquote></body></html>'
    )
    return _mail(f"{answer.typed}\n\n{WHO} írta:\n{answer.quoted('>')}\n", html, charset="iso-8859-2")


def wp_pl(answer: Answer) -> EmailMessage:
    header = f"Dnia 20 listopada 2026 10:15 {WHO} napisał(a):"
    html = (
        f"<!DOCTYPE html><html><body>{answer.typed_html}<div><br></div><div>{escape(header)}</div>"
        f'<blockquote style="margin-left: 7px">{answer.original_html}</blockquote></body></html>'
    )
    return _mail(f"{answer.typed}\n\n\n{header}\n\n{answer.quoted()}\n", html)


def onet_pl(answer: Answer) -> EmailMessage:
    header = f"W dniu 2026-11-20 10:15:00 użytkownik {WHO} napisał:"
    return _mail(f"{answer.typed}\n\n{_wrapped(header, 60)}\n\n{answer.quoted()}\n", charset="iso-8859-2")


def interia_pl(answer: Answer) -> EmailMessage:
    block = f'Od: "{NAME}" <{ADDRESS}>\nDo: anna@interia.pl;\nWysłane: 10:15 Piątek 2026-11-20\nTemat: [prweb A test]'
    return _mail(f"{answer.typed}\n\n\n{block}\n\n> {answer.original}\n")


def zoho(answer: Answer) -> EmailMessage:
    header = f"---- On Fri, 20 Nov 2026 10:15:00 +0100 {WHO} wrote ---"
    html = (
        f'<html><body><div style="font-family: Verdana">{answer.typed_html}<br><div class="zmail_extra"><div><br></div>'
        f"<div>{escape(header)}<br></div><blockquote>{answer.original_html}</blockquote></div></div></body></html>"
    )
    return _mail(f"{answer.typed}\n\n\n\n{_wrapped(header, 72)}\n\n\n{answer.original}\n", html)


def zoho_html_only(answer: Answer) -> EmailMessage:
    return _html_only(zoho, answer)


def fastmail(answer: Answer) -> EmailMessage:
    return _with_quote(answer, f"On Fri, Nov 20, 2026, at 10:15 AM, {NAME} wrote:")


def spark(answer: Answer) -> EmailMessage:
    return _mail(f"{answer.typed}\n\nSent from Spark\nOn 20 Nov 2026, 10:15 +0100, {WHO}, wrote:\n{answer.quoted()}\n")


def em_client(answer: Answer) -> EmailMessage:
    block = f"From: {NAME} <{ADDRESS}>\nTo: anna@example.org\nDate: 20/11/2026 10:15:00\nSubject: [prweb A test]"
    return _mail(f"{answer.typed}\n\n------ Original Message ------\n{block}\n\n{answer.quoted('>')}\n")


def roundcube(answer: Answer) -> EmailMessage:
    header = {
        "hu": f"2026-11-20 10:15 időpontban {NAME} ezt írta:",
        "pl": f"W dniu 2026-11-20 10:15, {NAME} napisał(a):",
        "de": f"Am 2026-11-20 10:15, schrieb {NAME}:",
        "ro": f"Pe 2026-11-20 10:15, {NAME} a scris:",
    }
    return _mail(
        f"{answer.typed}\n\n{header.get(answer.words.code, f'On 2026-11-20 10:15, {NAME} wrote:')}\n{answer.quoted()}\n"
    )


def horde(answer: Answer) -> EmailMessage:
    header = {"de": f"Zitat von {WHO}:", "hu": f"Idézés ({WHO}):", "pl": f"Cytowanie {WHO}:"}
    return _mail(f"{answer.typed}\n\n\n{header.get(answer.words.code, f'Quoting {WHO}:')}\n\n{answer.quoted()}\n")


def the_bat(answer: Answer) -> EmailMessage:
    header = "Friday, November 20, 2026, 10:15:00 AM, you wrote:"
    return _mail(f"Hello {NAME},\n\n{answer.typed}\n\n{header}\n\n{answer.quoted('>')}\n")


def tutanota(answer: Answer) -> EmailMessage:
    header = f"20 Nov 2026, 10:15 by {ADDRESS}:"
    html = (
        f"{answer.typed_html}<div><br></div><div>{header}<br></div>"
        f'<blockquote class="tutanota_quote" style="border-left: 1px solid">{answer.original_html}</blockquote>'
    )
    return _mail(f"{answer.typed}\n\n{header}\n\n{answer.quoted()}\n", html)


def evolution(answer: Answer) -> EmailMessage:
    return _with_quote(answer, f"On Fri, 2026-11-20 at 10:15 +0000, {NAME} wrote:", encoding="8bit")


def mail_ru(answer: Answer) -> EmailMessage:
    header = f">Пятница, 20 ноября 2026, 10:15 +03:00 от {WHO}:"
    return _mail(f"\n{answer.typed}\n \n{header}\n> \n{answer.quoted('>')}\n", encoding="base64")


def yandex(answer: Answer) -> EmailMessage:
    header = f'20.11.2026, 10:15, "{NAME}" &lt;{ADDRESS}&gt;:'
    return _mail(
        html=f"<div>{answer.typed_html}</div><div>{header}</div><blockquote>{answer.original_html}</blockquote>"
    )


def qq(answer: Answer) -> EmailMessage:
    banner = "------------------\xa0Original\xa0------------------"
    block = (
        f'From: "{NAME}"<{ADDRESS}>;\nDate: Fri, Nov 20, 2026 10:15 AM\nTo: "anna"<anna@example.org>;\nSubject: [prweb]'
    )
    return _mail(f"{answer.typed}\n\n\n{banner}\n{block}\n\n{answer.original}\n")


def lotus_notes(answer: Answer) -> EmailMessage:
    block = f"From:\t{NAME} <{ADDRESS}>\nTo:\tanna@example.org\nDate:\t20.11.2026 10:15\nSubject:\t[prweb A test]"
    return _mail(f"{answer.typed}\n\n\n\n{block}\n\n\n\n{answer.original}\n", charset="utf-8")


CLIENTS: Final[Mapping[str, Compose]] = {
    compose.__name__: compose
    for compose in (
        *(gmail_web, gmail_app, gmail_html_only, outlook_desktop, outlook_desktop_html_only, outlook_classic_plain),
        *(outlook_web, outlook_web_html_only, outlook_mobile, windows_mail, hotmail, apple_mail, apple_mail_above),
        *(iphone, iphone_html_only, thunderbird, thunderbird_html_only, thunderbird_signed, yahoo, yahoo_html_only),
        *(yahoo_app, gmx, gmx_html_only, web_de_app, proton, proton_html_only, proton_before_2023, k9, k9_header_block),
        *(fairemail, mutt, mutt_below_the_quote, alpine, samsung, samsung_html_only, citromail, freemail_hu, wp_pl),
        *(onet_pl, interia_pl, zoho, zoho_html_only, fastmail, spark, em_client, roundcube, horde, the_bat, tutanota),
        *(evolution, mail_ru, yandex, qq, lotus_notes),
    )
}
"""By the name of the program."""
