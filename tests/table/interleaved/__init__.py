"""What anybody can do to a game, in whatever order, and what holds after it."""
