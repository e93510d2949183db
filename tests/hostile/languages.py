"""How mail programs speak, by language: what they write above, below and around an answer. Facts, collected by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAME: Final = "prweb"
ADDRESS: Final = "reply+abcdefghijklmnopqrstuvwxyz@prweb.example"
WHO: Final = f"{NAME} <{ADDRESS}>"


@dataclass(frozen=True)
class Words:
    """labels: of From, Sent, To, Subject; the rest are lines as whole, {who} and {name} filled in."""

    code: str
    labels: tuple[str, str, str, str]
    sent: str
    """A date as Outlook writes it."""
    gmail: str
    apple: str
    thunderbird: str
    original: str
    iphone: str
    outlook: str
    greeting: str
    closing: str

    @property
    def header(self) -> list[str]:
        """The block above an original that is not marked line by line."""
        values = (WHO, self.sent, "anna@example.org", "[prweb A test] your turn: role")
        return [f"{label}: {value}" for label, value in zip(self.labels, values, strict=True)]


LANGUAGES: Final = (
    Words(
        "en",
        ("From", "Sent", "To", "Subject"),
        "Friday, November 20, 2026 10:15 AM",
        "On Fri, Nov 20, 2026 at 10:15 AM {who} wrote:",
        "On 20 Nov 2026, at 10:15, {who} wrote:",
        "On 11/20/26 10:15 AM, {name} wrote:",
        "Original Message",
        "Sent from my iPhone",
        "Get Outlook for Android<https://aka.ms/AAb9ysg>",
        "Hi there,",
        "Best regards,",
    ),
    Words(
        "hu",
        ("Feladó", "Elküldve", "Címzett", "Tárgy"),
        "2026. november 20., péntek 10:15",
        "{who} ezt írta (időpont: 2026. nov. 20., P, 10:15):",
        "2026. nov. 20. dátummal, 10:15 időpontban {who} írta:",
        "2026. 11. 20. 10:15 keltezéssel, {name} írta:",
        "Eredeti üzenet",
        "Elküldve az iPhone-omról",
        "Az Androidos Outlook letöltése<https://aka.ms/AAb9ysg>",
        "Szia!",
        "Üdvözlettel,",
    ),
    Words(
        "pl",
        ("Od", "Wysłano", "Do", "Temat"),
        "piątek, 20 listopada 2026 10:15",
        "pt., 20 lis 2026 o 10:15 {who} napisał(a):",
        "Wiadomość napisana przez {who} w dniu 20 lis 2026, o godz. 10:15:",
        "W dniu 20.11.2026 o 10:15, {name} pisze:",
        "Oryginalna wiadomość",
        "Wysłane z iPhone’a",
        "Pobierz Outlook dla systemu Android<https://aka.ms/AAb9ysg>",
        "Cześć,",
        "Pozdrawiam",
    ),
    Words(
        "ro",
        ("De la", "Trimis", "Către", "Subiect"),
        "vineri, 20 noiembrie 2026 10:15",
        "vin., 20 nov. 2026 la 10:15, {who} a scris:",
        "Pe 20 nov. 2026, la 10:15, {who} a scris:",
        "În 20.11.2026 10:15, {name} a scris:",
        "Mesaj original",
        "Trimis de pe iPhone-ul meu",
        "Descărcați Outlook pentru Android<https://aka.ms/AAb9ysg>",
        "Bună ziua,",
        "Cu stimă,",
    ),
    Words(
        "de",
        ("Von", "Gesendet", "An", "Betreff"),
        "Freitag, 20. November 2026 10:15",
        "Am Fr., 20. Nov. 2026 um 10:15 Uhr schrieb {who}:",
        "Am 20.11.2026 um 10:15 schrieb {who}:",
        "Am 20.11.26 um 10:15 schrieb {name}:",
        "Ursprüngliche Nachricht",
        "Von meinem iPhone gesendet",
        "Outlook für Android<https://aka.ms/AAb9ysg> beziehen",
        "Hallo zusammen,",
        "Mit freundlichen Grüßen",
    ),
    Words(
        "fr",
        ("De", "Envoyé", "À", "Objet"),
        "vendredi 20 novembre 2026 10:15",
        "Le ven. 20 nov. 2026 à 10:15, {who} a écrit :",
        "Le 20 nov. 2026 à 10:15, {who} a écrit :",
        "Le 20/11/2026 à 10:15, {name} a écrit\u00a0:",
        "Message d'origine",
        "Envoyé de mon iPhone",
        "Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>",
        "Bonjour,",
        "Cordialement,",
    ),
    Words(
        "es",
        ("De", "Enviado", "Para", "Asunto"),
        "viernes, 20 de noviembre de 2026 10:15",
        "El vie, 20 nov 2026 a las 10:15, {name} (<" + ADDRESS + ">) escribió:",
        "El 20 nov 2026, a las 10:15, {who} escribió:",
        "El 20/11/26 a las 10:15, {name} escribió:",
        "Mensaje original",
        "Enviado desde mi iPhone",
        "Obtener Outlook para Android<https://aka.ms/AAb9ysg>",
        "Hola,",
        "Un saludo,",
    ),
    Words(
        "it",
        ("Da", "Inviato", "A", "Oggetto"),
        "venerdì 20 novembre 2026 10:15",
        "Il giorno ven 20 nov 2026 alle ore 10:15 {who} ha scritto:",
        "Il giorno 20 nov 2026, alle ore 10:15, {who} ha scritto:",
        "Il 20/11/2026 10:15, {name} ha scritto:",
        "Messaggio originale",
        "Inviato da iPhone",
        "Ottieni Outlook per Android<https://aka.ms/AAb9ysg>",
        "Ciao,",
        "Cordiali saluti",
    ),
    Words(
        "cs",
        ("Od", "Odesláno", "Komu", "Předmět"),
        "pátek 20. listopadu 2026 10:15",
        "pá 20. 11. 2026 v 10:15 odesílatel {who} napsal:",
        "20. 11. 2026 v 10:15, {who}:",
        "Dne 20.11.2026 v 10:15 {name} napsal(a):",
        "Původní zpráva",
        "Odesláno z iPhonu",
        "Získejte Outlook pro Android<https://aka.ms/AAb9ysg>",
        "Dobrý den,",
        "S pozdravem",
    ),
    Words(
        "nl",
        ("Van", "Verzonden", "Aan", "Onderwerp"),
        "vrijdag 20 november 2026 10:15",
        "Op vr 20 nov 2026 om 10:15 schreef {who}:",
        "Op 20 nov 2026 om 10:15 heeft {who} het volgende geschreven:",
        "Op 20-11-2026 om 10:15 schreef {name}:",
        "Oorspronkelijk bericht",
        "Verstuurd vanaf mijn iPhone",
        "Outlook voor Android<https://aka.ms/AAb9ysg> downloaden",
        "Hallo,",
        "Met vriendelijke groet,",
    ),
    Words(
        "pt",
        ("De", "Enviado", "Para", "Assunto"),
        "sexta-feira, 20 de novembro de 2026 10:15",
        "Em sex., 20 de nov. de 2026 às 10:15, {who} escreveu:",
        "No dia 20 de nov. de 2026, às 10:15, {who} escreveu:",
        "Em 20/11/2026 10:15, {name} escreveu:",
        "Mensagem original",
        "Enviado do meu iPhone",
        "Obter o Outlook para Android<https://aka.ms/AAb9ysg>",
        "Olá,",
        "Atenciosamente,",
    ),
    Words(
        "sv",
        ("Från", "Skickat", "Till", "Ämne"),
        "den 20 november 2026 10:15",
        "Den fre 20 nov. 2026 kl 10:15 skrev {who}:",
        "20 nov. 2026 kl. 10:15 skrev {who}:",
        "Den 2026-11-20 kl. 10:15, skrev {name}:",
        "Originalmeddelande",
        "Skickat från min iPhone",
        "Skaffa Outlook för Android<https://aka.ms/AAb9ysg>",
        "Hej,",
        "Med vänliga hälsningar",
    ),
    Words(
        "da",
        ("Fra", "Sendt", "Til", "Emne"),
        "20. november 2026 10:15",
        "Den fre. 20. nov. 2026 kl. 10.15 skrev {who}:",
        "Den 20. nov. 2026 kl. 10.15 skrev {who}:",
        "Den 20.11.2026 kl. 10.15 skrev {name}:",
        "Oprindelig besked",
        "Sendt fra min iPhone",
        "Hent Outlook til Android<https://aka.ms/AAb9ysg>",
        "Hej,",
        "Med venlig hilsen",
    ),
    Words(
        "fi",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
        "perjantai 20. marraskuuta 2026 10:15",
        "pe 20. marrask. 2026 klo 10.15 {name} (" + ADDRESS + ") kirjoitti:",
        "{who} kirjoitti 20.11.2026 kello 10.15:",
        "{name} kirjoitti 20.11.2026 klo 10.15:",
        "Alkuperäinen viesti",
        "Lähetetty iPhonesta",
        "Hanki Outlook Androidille<https://aka.ms/AAb9ysg>",
        "Hei,",
        "Terveisin",
    ),
    Words(
        "sk",
        ("Od", "Odoslané", "Komu", "Predmet"),
        "piatok 20. novembra 2026 10:15",
        "pi 20. 11. 2026 o 10:15 {who} napísal(a):",
        "20. novembra 2026 o 10:15, {who}:",
        "Dňa 20. 11. 2026 o 10:15 {name} napísal(a):",
        "Pôvodná správa",
        "Odoslané z iPhonu",
        "Získať Outlook pre Android<https://aka.ms/AAb9ysg>",
        "Ahoj,",
        "S pozdravom",
    ),
    Words(
        "ru",
        ("От", "Отправлено", "Кому", "Тема"),
        "20 ноября 2026 г. 10:15",
        "пт, 20 нояб. 2026 г. в 10:15, {who}:",
        "20 нояб. 2026 г., в 10:15, {who} написал(а):",
        "20.11.2026 10:15, {name} пишет:",
        "Исходное сообщение",
        "Отправлено с iPhone",
        "Скачать Outlook для Android<https://aka.ms/AAb9ysg>",
        "Привет,",
        "С уважением,",
    ),
)
