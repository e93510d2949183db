"""The mail chapter of docs/operations.md, tried with a real Postfix."""
