"""The local mailbox of the embedded profile: where mail goes when there is no mail server, and pages to read and answer it."""
