"""The API: what pages and mails offer, for programs. Thin over the services."""
