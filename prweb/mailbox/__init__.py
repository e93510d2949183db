"""The local mailbox of the embedded profile: where mail goes without a mail server, and pages to read and answer it."""
