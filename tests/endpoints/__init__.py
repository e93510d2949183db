"""Channels beside mail, against servers that really listen."""
