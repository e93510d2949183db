"""Why something did not arrive: a word that is stored, and the sentence for it. Neither names the address."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Fault(TextChoices):
    """Besides these, the status of a response is a fault: its three digits."""

    ADDRESS = "address", gettext_lazy("This address is not one of the public internet.")
    NAME = "name", gettext_lazy("The name of the server is not known.")
    CONNECTION = "connection", gettext_lazy("The server could not be reached.")
    CERTIFICATE = "certificate", gettext_lazy("The certificate of the server is not trusted.")
    ANSWER = "answer", gettext_lazy("The server gave no answer that can be understood.")
    LATE = "late", gettext_lazy("The server took too long to answer.")


def in_words(fault: str) -> str:
    """The sentence for a stored word."""
    if fault.isdecimal():
        return _("The server answered with the status %(status)s.") % {"status": fault}
    return str(Fault(fault).label) if fault in Fault.values else fault
