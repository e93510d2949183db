"""What a person may be called: shown to other players everywhere, in tables, headers of mails and on telephones."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator, MinLengthValidator

SHORTEST: Final = 2
LONGEST: Final = 40

validators: Final = [UnicodeUsernameValidator(), MinLengthValidator(SHORTEST), MaxLengthValidator(LONGEST)]
