from django.apps import AppConfig


class MailboxConfig(AppConfig):
    name = "prweb.mailbox"
