"""Mail both ways: the outbox is delivered, the inbox is read; a game can be played without ever opening a browser."""
