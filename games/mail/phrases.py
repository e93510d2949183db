"""What mail programs and polite people write around an answer, by language: data for games.mail.quoting.

All of it is compared lower case and without regard to kinds of spaces. No move of any game begins with one of these.
"""

from __future__ import annotations

from typing import Final

WROTE: Final = (
    *("wrote", "writes", "schrieb", "írta", "napisał", "napisała", "napisał(a)", "pisze", "a scris", "a écrit"),
    *("escribió", "ha scritto", "schreef", "skrev", "napsal", "napsal(a)", "napísal", "napísal(a)", "escreveu"),
    *("kirjoitti", "написал", "пишет", "пише", "έγραψε", "yazdı", "写道", "のメール", "작성"),
)
"""In the line above a quote: "On ..., ... wrote:"."""

ABOVE_A_QUOTE: Final = (
    *("on ", "am ", "w dniu ", "dnia ", "în ", "pe ", "la data ", "op ", "dne ", "dňa ", "em ", "στις "),
    *("quoting ", "zitat von ", "idézés ", "cytowanie ", "citát "),
)
"""How such a line begins where its date does not come first. No articles: in some languages they begin moves."""

SENT_FROM: Final = (
    # English
    *("sent from", "sent via", "sent with", "sent using", "get outlook for", "get bluemail for", "sent by"),
    *("yahoo mail: search, organize, conquer",),
    # Hungarian
    *("elküldve", "küldve", "az outlook", "androidos készülékről küldve", "iphone-omról küldve", "ezt a levelet"),
    *("az androidos outlook", "töltse le az outlook", "az ios outlook", "mobilról küldve", "a következőből küldve"),
    *("iphone-ról küldve", "az iphone-omról küldve", "az iphone készülékemről küldve"),
    *("ipadről küldve", "az ipademről küldve", "az ipad készülékemről küldve"),
    # Polish
    *("wysłane z", "wysłano z", "wysłane przy", "pobierz outlook", "pobierz program outlook", "uzyskaj outlook"),
    *("uzyskaj aplikację outlook",),
    # Romanian
    *("trimis de pe", "trimis din", "trimis de la", "trimis cu", "descărcați outlook", "obțineți outlook"),
    # German
    *(
        "gesendet von",
        "gesendet mit",
        "von meinem",
        "outlook für",
        "holen sie sich outlook",
        "diese nachricht wurde von",
    ),
    *("diese nachricht wurde von", "gesendet über"),
    # French
    *("envoyé de", "envoyé depuis", "envoyé à partir", "envoyé avec", "télécharger outlook", "obtenir outlook"),
    *("provenance : courrier",),
    # Spanish
    *("enviado desde", "enviado con", "obtener outlook"),
    # Italian
    *("inviato da", "inviato con", "ottieni outlook", "scarica outlook"),
    # Czech, Slovak
    *("odesláno z", "odoslané z", "získejte outlook", "stáhnout outlook", "získať outlook"),
    # Dutch
    *("verzonden vanaf", "verzonden vanuit", "verstuurd vanaf", "verstuurd vanuit", "verzonden met", "outlook voor"),
    *("download outlook",),
    # Portuguese
    *("enviado do", "enviado a partir", "enviado de", "enviado via", "obter o outlook", "baixar o outlook"),
    # Swedish, Danish, Norwegian
    *("skickat från", "skickad från", "hämta outlook", "sendt fra", "hent outlook", "få outlook", "sendt via"),
    # Finnish
    *("lähetetty", "hanki outlook"),
    # Russian, Ukrainian
    *("отправлено из", "отправлено с", "надіслано з"),
)
"""How a telephone or a program signs."""

CLOSINGS: Final = (
    # English
    *("best regards", "kind regards", "kindest regards", "warm regards", "with best regards", "with kind regards"),
    *("regards", "all the best", "best wishes", "best", "sincerely", "yours sincerely", "yours truly", "yours"),
    *("cheers", "thanks", "thank you", "many thanks", "thx", "br", "greetings", "see you", "have a nice day"),
    # Hungarian
    *("üdvözlettel", "üdv", "üdvözlet", "tisztelettel", "köszönettel", "köszönöm", "köszi", "kösz", "szép napot"),
    *("puszi", "minden jót", "barátsággal"),
    # Polish
    *("pozdrawiam", "pozdrowienia", "z poważaniem", "dziękuję", "dzięki", "miłego dnia", "serdecznie pozdrawiam"),
    *("z pozdrowieniami", "serdeczności"),
    # Romanian
    *("cu stimă", "cu respect", "mulțumesc", "mulţumesc", "multumesc", "mersi", "salutări", "numai bine", "o zi bună"),
    *("cu drag", "toate cele bune"),
    # German
    *("mit freundlichen grüßen", "mit freundlichem gruß", "freundliche grüße", "viele grüße", "liebe grüße"),
    *("beste grüße", "schöne grüße", "herzliche grüße", "mit besten grüßen", "gruß", "grüße", "lg", "vg", "mfg"),
    *("danke", "vielen dank", "schönen tag", "bis bald", "mit freundlichen gruessen", "viele gruesse", "gruss"),
    # French
    *("cordialement", "bien cordialement", "bien à vous", "amicalement", "merci", "bonne journée", "salutations"),
    # Spanish
    *("saludos", "un saludo", "saludos cordiales", "gracias", "muchas gracias", "atentamente"),
    # Italian
    *("cordiali saluti", "distinti saluti", "un saluto", "saluti", "grazie", "ciao", "a presto"),
    # Czech, Slovak
    *("s pozdravem", "s pozdravom", "děkuji", "ďakujem", "díky", "hezký den", "zdraví"),
    # Dutch
    *("met vriendelijke groet", "met vriendelijke groeten", "vriendelijke groeten", "groeten", "groetjes", "mvg"),
    *("bedankt", "dank je"),
    # Portuguese
    *("atenciosamente", "cumprimentos", "abraços", "abraço", "obrigado", "obrigada", "com os melhores cumprimentos"),
    # Swedish, Danish, Norwegian
    *(
        "med vänliga hälsningar",
        "vänliga hälsningar",
        "hälsningar",
        "mvh",
        "tack",
        "med venlig hilsen",
        "venlig hilsen",
    ),
    *("med vennlig hilsen", "hilsen", "vh"),
    # Finnish
    *("ystävällisin terveisin", "terveisin", "kiitos"),
    # Russian
    *("с уважением", "спасибо"),
)
"""Phrases that end a mail: they and the text after them are not read."""

GREETINGS: Final = (
    *("hi", "hello", "hey", "dear", "good morning", "good day", "good evening", "good afternoon", "greetings"),
    *("szia", "sziasztok", "helló", "kedves", "tisztelt", "üdv", "jó napot", "jó reggelt", "jó estét"),
    *("cześć", "czesc", "witam", "witaj", "dzień dobry", "dobry wieczór", "hej", "szanowni", "drogi"),
    *("salut", "bună", "buna", "bună ziua", "bună seara", "dragă", "stimate"),
    *("hallo", "liebe", "lieber", "liebes", "guten tag", "guten morgen", "guten abend", "servus", "moin", "grüß gott"),
    *("sehr geehrte", "sehr geehrter"),
    *("bonjour", "bonsoir", "cher", "chère", "hola", "buenos días", "buenas tardes", "estimado", "estimada"),
    *("ciao", "buongiorno", "buonasera", "caro", "cara", "ahoj", "dobrý den", "beste", "goedendag", "goedemorgen"),
    *("olá", "oi", "bom dia", "boa tarde", "boa noite", "caros", "hejsan", "god dag", "kära", "kjære", "kære"),
    *("moi", "hei", "terve", "hyvä", "привет", "здравствуйте"),
)
"""Phrases that begin a mail: such a first line is skipped."""
